import { createHash } from "node:crypto";
import { inOrder } from "../../src/sendOrder";
import type { OutboxItem } from "../../src/outboxItem";
import { isDiscardable } from "../../src/restoredData";
import { Device } from "./device";
import { Ledger } from "./ledger";
import { contentOf, ModelServer } from "./modelServer";
import { Page, type Plant, type Surroundings } from "./page";
import { Random, Timeline } from "./world";

const START = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE = ["ana", "ben"] as const;
const SUBJECTS = ["note-1", "note-2", "note-3"];
const FIELDS = ["title", "text"];
const STEPS = 40;
/** In one pass. Tabs that wake each other without end would exceed it. */
const MAX_EVENTS = 5000;
/** Longer than the longest pause of the sender. */
const HEALING_MS = 400_000;

const NOTHING: Plant = (parts) => parts;

/** Runs one seed. Throws if a claim is broken; returns a digest of all that happened. */
export async function simulate(
  seed: number,
  plant: Plant = NOTHING,
): Promise<string> {
  const world = new World(seed, plant);
  await world.live();
  await world.heal();
  return world.digest();
}

class World {
  readonly #random: Random;
  readonly #timeline = new Timeline();
  readonly #server = new ModelServer("ana");
  readonly #ledger = new Ledger(this.#server);
  readonly #devices: ReadonlyMap<string, Device>;
  readonly #plant: Plant;
  readonly #surroundings: Surroundings;
  readonly #line = { isUp: true, isKnownDown: false, loss: 0 };
  readonly #log = createHash("sha256");
  #pages: Page[] = [];
  #skew = 0;
  #checked: readonly unknown[] = [];

  constructor(seed: number, plant: Plant) {
    this.#random = new Random(seed);
    this.#plant = plant;
    this.#surroundings = {
      timeline: this.#timeline,
      random: this.#random,
      server: this.#server,
      line: this.#line,
      now: () => START + this.#timeline.now + this.#skew,
    };
    this.#devices = new Map(
      PEOPLE.map((owner) => [owner, this.#deviceOf(owner)]),
    );
    const hasLocks = this.#random.chance(0.7);
    for (const device of this.#devices.values()) device.hasLocks = hasLocks;
    this.#line.loss = this.#random.pick([0, 0.1, 0.4]);
    this.#openPage();
  }

  async live(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      this.#happen();
      await this.#pass(this.#random.pick([5, 50, 500, 5000, 30_000]));
    }
  }

  /** Everything works again. What can be sent is sent, for one person after the other. */
  async heal(): Promise<void> {
    Object.assign(this.#line, { isUp: true, isKnownDown: false, loss: 0 });
    this.#skew = 0;
    for (const page of this.#pages) page.process.thaw();
    for (const owner of PEOPLE) {
      const device = this.#device(owner);
      Object.assign(device, { failures: [], isFull: false });
      this.#server.session = owner;
      this.#closePagesOfOthers();
      this.#openPage();
      for (const page of this.#pages) page.isVisible = true;
      for (const page of this.#pages) page.notice();
      await this.#pass(HEALING_MS);
      const left = device.items.filter(({ state }) => state.kind !== "refused");
      if (left.length > 0)
        throw new Error(`${owner} still has ${left.length} changes to send.`);
    }
  }

  digest(): string {
    this.#log.update(
      JSON.stringify([this.#timeline.now, this.#server.applied]),
    );
    return this.#log.digest("hex");
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#timeline.now + ms;
    for (let events = 0; await this.#timeline.step(until); events++) {
      this.#check();
      if (events > MAX_EVENTS) throw new Error("The outbox does not rest.");
    }
    this.#timeline.now = until;
  }

  /** Only after events that changed what the claims are about: most changed nothing. */
  #check(): void {
    const facts = [
      this.#server.applied.length,
      this.#ledger.version,
      ...[...this.#devices.values()].map(({ items }) => items),
    ];
    if (facts.every((fact, index) => fact === this.#checked[index])) return;
    this.#checked = facts;
    const rows = new Map(
      [...this.#devices].map(([owner, { items }]) => [owner, items]),
    );
    this.#ledger.check(rows);
  }

  #happen(): void {
    const happenings: readonly (readonly [number, () => void])[] = [
      [12, () => this.#type()],
      [3, () => this.#openPage()],
      [4, () => this.#random.pick([...this.#pages, null])?.kill()],
      [2, () => this.#freeze()],
      [2, () => this.#hide()],
      [5, () => this.#changeLine()],
      [3, () => this.#changeSession()],
      [2, () => this.#breakDisk()],
      [2, () => this.#moveClock()],
      [2, () => this.#act()],
    ];
    const total = happenings.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#random.below(total);
    for (const [weight, happen] of happenings) {
      at -= weight;
      if (at < 0) {
        happen();
        break;
      }
    }
    this.#pages = this.#pages.filter(({ process }) => !process.isKilled);
    const { now } = this.#timeline;
    this.#log.update(`${now} ${this.#pages.length} ${this.#random.below(9)}\n`);
  }

  #type(): void {
    const page = this.#random.pick([...this.#pages, null]);
    if (page === null || page.process.isFrozen) return;
    const subject = this.#random.pick(SUBJECTS);
    const field = this.#random.pick(FIELDS);
    const key = `${subject}/${field}`;
    const rows = inOrder(page.device.items).filter(
      (item) => contentOf(item).key === key,
    );
    const newest = rows.at(-1);
    const onServer = this.#server.valueOf(page.owner, key);
    const seen = newest ? contentOf(newest).value : onServer;
    const first = rows[0]?.args["base"] as Record<string, number> | undefined;
    const isRevert = rows.length > 0 && this.#random.chance(0.2);
    const typed = this.#ledger.begin(page.owner, key, isRevert);
    const value = isRevert ? Number(first?.[field] ?? 0) : typed.token;
    page.client
      .put({
        id: `intent-${typed.token}`,
        call: "notes:edit",
        args: { [field]: value, token: typed.token, base: { [field]: seen } },
        subject: { key: subject, label: subject },
        field,
        label: field,
        at: this.#surroundings.now(),
      })
      .then(
        async ({ outcome }) => {
          this.#ledger.update(typed, { state: "kept" });
          this.#ledger.update(typed, { outcome: await outcome });
        },
        () => this.#ledger.update(typed, { state: "failed" }),
      );
  }

  #openPage(): void {
    const owner = this.#server.session;
    if (owner === null || this.#pages.length >= 4) return;
    const parts = { world: this.#surroundings, plant: this.#plant };
    this.#pages.push(new Page(owner, this.#device(owner), parts));
  }

  #closePagesOfOthers(): void {
    for (const page of this.#pages) {
      if (page.owner === this.#server.session) continue;
      page.client.stop();
      page.kill();
    }
    this.#pages = this.#pages.filter(({ process }) => !process.isKilled);
  }

  #freeze(): void {
    const page = this.#random.pick([...this.#pages, null]);
    if (page?.process.isFrozen === true) page.process.thaw();
    else if (page !== null) page.process.isFrozen = true;
  }

  #hide(): void {
    const page = this.#random.pick([...this.#pages, null]);
    if (page === null) return;
    page.isVisible = !page.isVisible;
    page.notice();
  }

  #changeLine(): void {
    this.#line.isUp = !this.#line.isUp;
    // Dead air is noticed late or never.
    this.#line.isKnownDown = !this.#line.isUp && this.#random.chance(0.5);
    for (const page of this.#pages) page.notice();
  }

  /** Pages of the person before stay open for a moment. */
  #changeSession(): void {
    this.#server.session = this.#random.pick([...PEOPLE, null]);
    if (this.#random.chance(0.5)) this.#closePagesOfOthers();
    for (const page of this.#pages) page.notice();
  }

  #breakDisk(): void {
    const device = this.#device(this.#random.pick(PEOPLE));
    device.isFull = !device.isFull && this.#random.chance(0.4);
    const count = this.#random.below(4);
    device.failures = Array.from({ length: count }, () =>
      this.#random.pick(["before", "after"] as const),
    );
  }

  #moveClock(): void {
    this.#skew = this.#random.pick([0, DAY_MS, -DAY_MS, 90_000, -90_000]);
    if (!this.#random.chance(0.1)) return;
    // The phone was switched off for a month.
    for (const page of this.#pages) page.kill();
    this.#timeline.now += 31 * DAY_MS;
  }

  /** Retries or discards a row. */
  #act(): void {
    const page = this.#random.pick([...this.#pages, null]);
    if (page === null || page.process.isFrozen) return;
    if (page.device.items.length === 0) return;
    const item = this.#random.pick(page.device.items);
    const typed = this.#ledger.of(contentOf(item).token);
    const isRetry = item.state.kind === "refused" && this.#random.chance(0.5);
    if (isRetry) {
      typed.isSentAgain = isTooOld(item);
      page.client.retry(item.id).catch(() => undefined);
    } else if (isDiscardable(item, "")) {
      // Whether or not the page gets an answer.
      typed.isDiscarded = true;
      page.client.discard(item.id).catch(() => undefined);
    }
  }

  #device(owner: string): Device {
    const device = this.#devices.get(owner);
    if (device === undefined) throw new RangeError(owner);
    return device;
  }

  /** With what an earlier release left behind when it was killed while sending. */
  #deviceOf(owner: string): Device {
    if (!this.#random.chance(0.3)) return new Device(this.#timeline, []);
    const typed = this.#ledger.begin(owner, "job-1/price", false);
    typed.state = "kept";
    const isSending = this.#random.chance(0.5);
    const item: OutboxItem = {
      id: `old-${typed.token}`,
      order: 1,
      call: "notes:edit",
      args: { price: typed.token, token: typed.token },
      subject: { key: "job-1", label: "job-1" },
      field: "price",
      label: "price",
      at: START - DAY_MS,
      release: "old",
      attempts: isSending ? 1 : 0,
      state: isSending
        ? { kind: "sending", since: START - DAY_MS }
        : { kind: "waiting" },
    };
    return new Device(this.#timeline, [item]);
  }
}

function isTooOld({ state }: OutboxItem): boolean {
  return state.kind === "refused" && state.code === "TOO_OLD";
}
