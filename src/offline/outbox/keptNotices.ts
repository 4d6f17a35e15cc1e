import type { ConvexReactClient } from "convex/react";
import { convexToJson, type Value } from "convex/values";
import type { OutboxChange, OutboxItem } from "convex-outbox";
import type { DeviceSchema, LeftJobs, ReplacedValue } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import type { StoreOwner } from "@/offline/device/storeOwner";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { dismissToast, showToast } from "@/lib/toasts";
import { withinLimit } from "./response";
import { isResponseWatched } from "./watchedChanges";
import { writerOf } from "./writerOf";

interface Parts {
  readonly owner: StoreOwner;
  /** Rejects if this device has no store. */
  readonly opened: Promise<DeviceStore>;
  readonly convex: ConvexReactClient;
  readonly put: (change: OutboxChange) => unknown;
  readonly newId: () => string;
}

/**
 * Says that a change replaced a value which the person had not seen, and offers to restore it, or that a change of many
 * jobs left some of them unchanged. The device keeps each notice until the person closes it.
 */
export class KeptNotices {
  readonly #parts: Parts;
  readonly #shown = new Set<string>();
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Shows the notices that an earlier page left. */
  async start(): Promise<void> {
    try {
      for (const value of await this.#write("replaced", (kept) => kept)) await this.#show(value);
      for (const jobs of await this.#write("left", (kept) => kept)) this.#showLeft(jobs);
    } catch (error) {
      // Without signal the code may be missing. The next page then shows the notices.
      if (!isChunkLoadError(error)) throw error;
    }
  }

  /** Closes the person's notices when the session ends. */
  stop(): void {
    this.#isStopped = true;
    for (const toastId of this.#shown) dismissToast(toastId);
  }

  /** Called with each response of the server, before the change is deleted. */
  async onSaved(item: OutboxItem, result: unknown): Promise<void> {
    try {
      await this.#tellLeft(item, result);
      const values = replacedIn(result);
      if (values === null) return;
      const written = await this.#whoWrote(item, values);
      // The person wrote the value themselves, on another device.
      if (written?.by === this.#parts.owner.userId) return;
      const replaced: ReplacedValue = {
        id: item.id,
        subject: item.subject,
        call: item.call,
        args: item.args,
        field: item.field,
        label: item.label,
        values,
        byName: written?.byName ?? "",
        writtenAt: written?.at ?? null,
      };
      await this.#keep("replaced", replaced);
      await this.#show(replaced);
    } catch (error) {
      // Not an error of the change, which is saved. The other value is in the history.
      reportError(error);
    }
  }

  /** The last history entry before this change that wrote one of the values. */
  async #whoWrote({ args, subject }: OutboxItem, values: Values) {
    const { customer_id: customer } = args;
    const name = typeof customer === "string" ? customer : subject.key;
    return await writerOf(this.#parts.convex, name, values);
  }

  async #show(replaced: ReplacedValue): Promise<void> {
    // Loaded here, because it is not part of the first load.
    const { inverseOf, replacedText } = await import("./replacedText");
    if (this.#isStopped) return;
    const toastId = `replaced-${replaced.id}`;
    this.#shown.add(toastId);
    const forget = () => void this.#forget("replaced", replaced.id);
    const { customer, label } = replaced.subject;
    showToast("warning", `${customer ?? label}: ${replaced.label}`, {
      id: toastId,
      description: replacedText(replaced),
      duration: Infinity,
      onDismiss: forget,
      action: {
        label: "Use theirs",
        onClick: () => {
          forget();
          dismissToast(toastId);
          this.#parts.put(inverseOf(replaced, this.#parts.newId()));
        },
      },
    });
  }

  /** Says which jobs the server left unchanged, unless an open form does. */
  async #tellLeft(item: OutboxItem, result: unknown): Promise<void> {
    const left = leftIn(result);
    if (left.length === 0 || isResponseWatched(item.id)) return;
    const { leftText } = await import("./leftText");
    const text = await leftText(this.#parts.convex, item, left);
    if (text === null) return;
    const jobs: LeftJobs = { id: item.id, ...text };
    await this.#keep("left", jobs);
    this.#showLeft(jobs);
  }

  #showLeft({ id, title, text }: LeftJobs): void {
    if (this.#isStopped) return;
    const toastId = `left-${id}`;
    this.#shown.add(toastId);
    showToast("warning", title, {
      id: toastId,
      description: text,
      duration: Infinity,
      onDismiss: () => void this.#forget("left", id),
    });
  }

  async #keep<Name extends NoticeName>(name: Name, notice: Notices[Name]): Promise<void> {
    await this.#write(name, (kept) => [...kept.filter(({ id }) => id !== notice.id), notice]);
  }

  async #forget(name: NoticeName, id: string): Promise<void> {
    if (this.#isStopped) return;
    await this.#write(name, (kept) => kept.filter((each) => each.id !== id));
  }

  async #write<Name extends NoticeName>(
    name: Name,
    change: (kept: readonly Notices[Name][]) => readonly Notices[Name][],
  ): Promise<readonly Notices[Name][]> {
    const store = await this.#parts.opened.catch(() => null);
    if (store === null) return [];
    const written = store.write(["facts"], async (tx) => {
      const facts = tx.objectStore("facts");
      const fact = await facts.get(name);
      const before = fact?.name === name ? (fact.value as Notices[Name][]) : [];
      const value = change(before);
      if (value !== before) await facts.put({ name, value } as DeviceSchema["facts"]["value"]);
      return value;
    });
    // A notice that the device could not store in time lasts as long as the page.
    return (await withinLimit(tryStore(written))) ?? [];
  }
}

interface Notices {
  readonly replaced: ReplacedValue;
  readonly left: LeftJobs;
}

type NoticeName = keyof Notices;

type Values = ReplacedValue["values"];

function leftIn(result: unknown): readonly string[] {
  if (typeof result !== "object" || result === null) return [];
  const { left = [] } = result as { readonly left?: readonly string[] };
  return left;
}

function replacedIn(result: unknown): Values | null {
  if (typeof result !== "object" || result === null) return null;
  const { replaced } = result as { readonly replaced?: Value };
  return replaced === undefined ? null : (convexToJson(replaced) as Values);
}
