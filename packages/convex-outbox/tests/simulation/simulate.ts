import { createHash } from "node:crypto";
import type { OutboxItem } from "../../src/outboxItem";
import { Device } from "./device";
import { Ledger } from "./ledger";
import { ModelServer } from "./modelServer";
import { OpenPages } from "./openPages";
import type { Page, Plant, Surroundings } from "./page";
import { Person } from "./person";
import { StoredRows } from "./storedRows";
import { Random, settled, Timeline } from "./world";

const START = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE = ["ana", "ben"] as const;
const STEPS = 40;
/** In one pass. Tabs that wake each other without end would exceed it. */
const MAX_EVENTS = 5000;
const GOOD_LINE = {
  isUp: true,
  isKnownDown: false,
  loss: 0,
  failures: 0,
  latencyMs: 400,
};
/** The transactions before and after a call, and those of other tabs between them. */
const STORING_MS = 50;
/** The first pause after a failure. */
const PAUSE_MS = 1000;
/** A tab that was frozen may have kept the lock, and a call over a dead line is repeated each second. */
const HEALING_MS = 12_000;
/** Longer ones hold every transaction of the device. */
const DELAYS_MS = [1, 1, 1, 1, 3000, 40_000];
/** A transaction that a slow disk had begun. */
const SLOW_MS = 81_000;

const NOTHING: Plant = (parts) => parts;

/** Runs one seed. Throws if a claim is broken; returns a digest of all that happened. */
export async function simulate(seed: number, plant: Plant = NOTHING): Promise<string> {
  const world = new World(seed, plant);
  await world.live();
  await world.heal();
  await world.rest();
  return world.digest();
}

class World {
  readonly #random: Random;
  readonly #timeline = new Timeline();
  readonly #server = new ModelServer("ana");
  readonly #ledger = new Ledger(this.#server);
  readonly #devices: ReadonlyMap<string, Device>;
  readonly #pages: OpenPages;
  readonly #person: Person;
  readonly #rows: ReadonlyMap<string, StoredRows>;
  readonly #line = { ...GOOD_LINE };
  readonly #log = createHash("sha256");
  #skew = 0;
  #checked: readonly unknown[] = [];

  constructor(seed: number, plant: Plant) {
    this.#random = new Random(seed);
    const ledger = this.#ledger;
    const server = this.#server;
    const surroundings: Surroundings = {
      timeline: this.#timeline,
      random: this.#random,
      ledger,
      server,
      line: this.#line,
      now: () => START + this.#timeline.now + this.#skew,
    };
    this.#person = new Person(surroundings);
    this.#pages = new OpenPages(surroundings, plant);
    this.#devices = new Map(
      PEOPLE.map((owner) => [owner, new Device(this.#timeline, this.#person.leftovers(owner))]),
    );
    this.#rows = new Map(
      [...this.#devices].map(([owner, device]) => [
        owner,
        new StoredRows(owner, { device, ledger, server }),
      ]),
    );
    const hasLocks = this.#random.chance(0.7);
    for (const device of this.#devices.values()) device.hasLocks = hasLocks;
    this.#line.loss = this.#random.pick([0, 0.1, 0.4]);
    this.#pages.open(this.#devices);
  }

  async live(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      this.#happen();
      await this.#pass(this.#random.pick([5, 50, 500, 5000, 30_000]));
    }
  }

  /** Everything works again. What can be sent is sent soon, for one person after the other. */
  async heal(): Promise<void> {
    Object.assign(this.#line, GOOD_LINE);
    this.#skew = 0;
    for (const page of this.#pages.all) page.process.thaw(this.#timeline.now);
    for (const owner of PEOPLE) {
      const device = this.#device(owner);
      Object.assign(device, {
        failures: [],
        isFull: false,
        delays: { begin: 1, end: 1 },
      });
      this.#server.session = owner;
      this.#pages.closeThoseOfOthers();
      this.#pages.open(this.#devices);
      for (const page of this.#pages.all) page.isVisible = true;
      this.#pages.notice();
      await this.#pass(SLOW_MS + this.#callsMs(0));
      for (const { client } of this.#pages.all)
        if (client.questions().length > 0) await this.#answer(client);
      await this.#pass(HEALING_MS + this.#callsMs(unrefused(device).length));
      const left = unrefused(device).filter((row) => !this.#isOver(row)).length;
      if (left > 0) throw new Error(`${owner} still has ${left} to send.`);
    }
  }

  /** While everything works, a change waits for the calls before its own, and a second for a failure. */
  async rest(): Promise<void> {
    const page = this.#pages.all.at(-1);
    if (page === undefined) throw new Error("No page is open.");
    this.#line.latencyMs = 10;
    for (let round = 0; round < 5; round++) {
      const failure = this.#random.pick(["none", "disk", "call"]);
      if (failure === "call") this.#line.failures = 1;
      const before = unrefused(page.device).length;
      const made = [this.#person.type(page)];
      await this.#pass(2 + this.#random.below(3));
      if (failure === "disk") page.device.failures = ["before"];
      for (let more = this.#random.below(3); more > 0; more--) {
        made.push(this.#person.type(page));
        await this.#pass(this.#random.pick([1, 3, 30]));
      }
      await this.#pass(PAUSE_MS + this.#callsMs(before + made.length));
      this.#line.failures = 0;
      page.device.failures = [];
      for (const { token, outcome } of made)
        if (outcome === null) throw new Error(`Change ${token} waits for nothing.`);
    }
  }

  /** The longest that calls take over a good line, the last one being repeated. */
  #callsMs(calls: number): number {
    return (calls + 1) * (2 * this.#line.latencyMs + STORING_MS);
  }

  digest(): string {
    this.#log.update(JSON.stringify([this.#timeline.now, this.#server.applied]));
    return this.#log.digest("hex");
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#timeline.now + ms;
    await settled();
    this.#check();
    for (let events = 0; await this.#timeline.step(until); events++) {
      this.#pages.publish();
      this.#check();
      if (events > MAX_EVENTS) throw new Error("The outbox does not rest.");
    }
    this.#timeline.now = until;
  }

  /**
   * From before a restored backup, and shown by no page: it was saved then, or its storing was reported as failed. The
   * next page to be opened asks about it.
   */
  #isOver({ id, epoch = "" }: OutboxItem): boolean {
    const isShown = this.#pages.all.some(({ client }) =>
      client.items().some((item) => item.id === id),
    );
    return epoch !== "" && epoch !== this.#server.epoch && !isShown;
  }

  async #answer(client: Page["client"]): Promise<void> {
    const answered = client.sendAfterRestore();
    await this.#pass(100);
    await answered;
  }

  /** Only after events that changed what the claims are about: most changed nothing. */
  #check(): void {
    for (const page of this.#pages.all) page.screen.check(this.#timeline.now);
    const facts = [
      this.#server.applied.length,
      this.#ledger.version,
      ...[...this.#devices.values()].map(({ items }) => items),
    ];
    if (facts.every((fact, index) => fact === this.#checked[index])) return;
    this.#checked = facts;
    const rows = new Map([...this.#devices].map(([owner, { items }]) => [owner, items]));
    this.#ledger.check(rows);
    for (const each of this.#rows.values()) {
      each.check();
      each.checkOrder();
    }
  }

  #happen(): void {
    const happenings: readonly (readonly [number, () => void])[] = [
      [12, () => this.#withPage((page) => this.#person.type(page))],
      [3, () => this.#pages.open(this.#devices)],
      [4, () => this.#pages.any()?.kill()],
      [2, () => this.#freeze()],
      [2, () => this.#hide()],
      [5, () => this.#changeLine()],
      [3, () => this.#changeSession()],
      [2, () => this.#breakDisk()],
      [2, () => this.#moveClock()],
      [2, () => this.#withPage((page) => this.#person.act(page))],
      [1, () => this.#restore()],
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
    this.#pages.forgetKilled();
    const { now } = this.#timeline;
    this.#log.update(`${now} ${this.#pages.all.length} ${this.#random.below(9)}\n`);
  }

  #withPage(act: (page: Page) => void): void {
    const page = this.#pages.any();
    if (page !== null && !page.process.isFrozen) act(page);
  }

  #restore(): void {
    this.#server.epoch = `epoch-${this.#timeline.now}`;
    this.#pages.publish(true);
  }

  #freeze(): void {
    const page = this.#pages.any();
    if (page?.process.isFrozen === true) page.process.thaw(this.#timeline.now);
    else if (page !== null) page.process.isFrozen = true;
  }

  #hide(): void {
    const page = this.#pages.any();
    if (page === null) return;
    page.isVisible = !page.isVisible;
    this.#pages.notice();
  }

  #changeLine(): void {
    this.#line.isUp = !this.#line.isUp;
    // Dead air is noticed late or never.
    this.#line.isKnownDown = !this.#line.isUp && this.#random.chance(0.5);
    this.#pages.notice();
  }

  /** Pages of the person before stay open for a moment. */
  #changeSession(): void {
    this.#server.session = this.#random.pick([...PEOPLE, null]);
    if (this.#random.chance(0.5)) this.#pages.closeThoseOfOthers();
    this.#pages.notice();
  }

  #breakDisk(): void {
    const device = this.#device(this.#random.pick(PEOPLE));
    device.isFull = !device.isFull && this.#random.chance(0.4);
    const count = this.#random.below(4);
    device.failures = Array.from({ length: count }, () =>
      this.#random.pick(["before", "after"] as const),
    );
    device.delays = {
      begin: this.#random.pick(DELAYS_MS),
      end: this.#random.pick(DELAYS_MS),
    };
  }

  #moveClock(): void {
    this.#skew = this.#random.pick([0, DAY_MS, -DAY_MS, 90_000, -90_000]);
    if (!this.#random.chance(0.1)) return;
    // The phone was switched off for a month.
    for (const page of this.#pages.all) page.kill();
    this.#timeline.now += 31 * DAY_MS;
  }

  #device(owner: string): Device {
    const device = this.#devices.get(owner);
    if (device === undefined) throw new RangeError(owner);
    return device;
  }
}

function unrefused({ items }: Device) {
  return items.filter(({ state }) => state.kind !== "refused");
}
