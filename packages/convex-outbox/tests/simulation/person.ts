import { inOrder } from "../../src/sendOrder";
import type { OutboxItem } from "../../src/outboxItem";
import { isDiscardable } from "../../src/restoredData";
import { STORE_LIMIT_MS } from "../../src/memoryFirstRows";
import type { Typed } from "./ledger";
import { contentOf } from "./modelServer";
import type { Page, Surroundings } from "./page";

const SUBJECTS = ["note-1", "note-2", "note-3"];
const FIELDS = ["title", "text"];

/** What people do on a page. */
export class Person {
  readonly #world: Surroundings;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /** Types into a field, or types back what was there before. */
  type(page: Page): Typed {
    const { random, server, ledger } = this.#world;
    const subject = random.pick(SUBJECTS);
    const field = random.pick(FIELDS);
    const key = `${subject}/${field}`;
    const rows = inOrder(page.device.items).filter((item) => contentOf(item).key === key);
    const newest = rows.at(-1);
    const onServer = server.valueOf(page.owner, key);
    const seen = newest ? contentOf(newest).value : onServer;
    const first = rows[0]?.args["base"] as Record<string, number> | undefined;
    const isRevert = rows.length > 0 && random.chance(0.2);
    const typed = ledger.begin({
      owner: page.owner,
      key,
      isRevert,
      page,
    });
    const value = isRevert ? Number(first?.[field] ?? 0) : typed.token;
    const id = `intent-${typed.token}`;
    const { isStored, outcome } = page.client.put({
      id,
      call: "notes:edit",
      args: { [field]: value, token: typed.token, base: { [field]: seen } },
      subject: { key: subject, label: subject },
      field,
      label: field,
      at: this.#world.now(),
    });
    page.screen.mustShow(typed);
    const typedAt = this.#world.timeline.now;
    const noteStored = () => {
      if (typed.state === "kept" || !page.client.isStored(id)) return;
      page.screen.keeps(id);
      typed.wasUnknown ||= this.#world.timeline.now - typedAt > STORE_LIMIT_MS;
      ledger.update(typed, { state: "kept" });
    };
    page.client.subscribe(noteStored);
    void isStored.then((isDone) => {
      if (!isDone) ledger.update(typed, { state: "failed", wasUnknown: true });
      noteStored();
      if (!isDone) return;
      page.screen.keeps(id);
      ledger.update(typed, { state: "kept" });
    });
    void outcome.then((reached) => ledger.update(typed, { outcome: reached }));
    return typed;
  }

  /** Answers the question after a restored backup, or retries or discards a row. */
  act(page: Page): void {
    const { random, ledger } = this.#world;
    if (page.client.questions().length > 0 && random.chance(0.5)) {
      page.client.sendAfterRestore().catch(() => undefined);
      return;
    }
    if (page.device.items.length === 0) return;
    const item = random.pick(page.device.items);
    const typed = ledger.of(contentOf(item).token);
    const isRetry = item.state.kind === "refused" && random.chance(0.5);
    if (isRetry) {
      typed.isSentAgain = isTooOld(item);
      typed.isRetried = true;
      page.client.retry(item.id).catch(() => undefined);
    } else if (isDiscardable(item, "")) {
      // Whether or not the page gets an answer.
      typed.isDiscarded = true;
      page.client.discard(item.id).catch(() => undefined);
    }
  }

  /** What an earlier release has left on the device when it was killed while sending. */
  leftovers(owner: string): readonly OutboxItem[] {
    const { random, ledger } = this.#world;
    if (!random.chance(0.3)) return [];
    const typed = ledger.begin({
      owner,
      key: "job-1/price",
      isRevert: false,
      page: null,
    });
    typed.state = "kept";
    const isSending = random.chance(0.5);
    const at = this.#world.now() - 24 * 60 * 60 * 1000;
    return [
      {
        id: `old-${typed.token}`,
        order: 1,
        call: "notes:edit",
        args: { price: typed.token, token: typed.token },
        subject: { key: "job-1", label: "job-1" },
        field: "price",
        label: "price",
        at,
        release: "old",
        attempts: isSending ? 1 : 0,
        state: isSending ? { kind: "sending", since: at } : { kind: "waiting" },
      },
    ];
  }
}

function isTooOld({ state }: OutboxItem): boolean {
  return state.kind === "refused" && state.code === "TOO_OLD";
}
