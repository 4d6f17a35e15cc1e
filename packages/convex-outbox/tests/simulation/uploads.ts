/** Days of one person who takes photos, by seed: pages that are killed, lost uploads, lost answers, and full disks. */
import { Attachments } from "../../src/attachments";
import type { OutboxItem } from "../../src/outboxItem";
import type { Verdict } from "../../src/outboxParts";
import { Device, Process } from "./device";
import { ServerError } from "./modelServer";
import { Random, settled, Timeline } from "./world";

const START = Date.UTC(2026, 5, 1, 12);
const STEPS = 60;
/** How long the server keeps a file that no photo uses: longer than an attempt takes. */
const UNUSED_MS = 10_000;
/** The longest pause after a failure, the time after which an upload counts as stalled, and some calls. */
const HEALING_MS = 10 * 60_000;

/** The stored files and the photos of a job. */
class ModelFiles {
  /** When each was stored. */
  readonly files = new Map<string, number>();
  /** The file of each photo, by intent. */
  readonly applied = new Map<string, string>();
  uploads = 0;

  upload(id: string, now: number): string {
    const file = `${id}/${(this.uploads += 1)}`;
    this.files.set(file, now);
    return file;
  }

  apply({ id, attachment }: OutboxItem): void {
    const file = attachment?.file ?? "";
    if (this.applied.has(id)) return;
    if (!this.files.has(file)) throw new ServerError({ code: "GONE", message: "No such file." });
    this.applied.set(id, file);
  }

  /** Deletes what no photo uses. */
  sweep(now: number): void {
    const used = new Set(this.applied.values());
    for (const [file, at] of this.files)
      if (!used.has(file) && now - at > UNUSED_MS) this.files.delete(file);
  }
}

interface UploadDay {
  readonly applied: ReadonlyMap<string, string>;
  /** The photos that a page has stored and that nobody has discarded. */
  readonly stored: ReadonlySet<string>;
  readonly discarded: ReadonlySet<string>;
  /** What is left on the device. */
  readonly rows: readonly OutboxItem[];
  readonly bytes: ReadonlySet<string>;
  readonly uploads: number;
}

/** Runs one seed, after which everything works for a while. The disk fails only if `hasFaults`. */
async function simulateUploads(seed: number, hasFaults: boolean): Promise<UploadDay> {
  const world = new UploadWorld(seed, hasFaults);
  for (let step = 0; step < STEPS; step += 1) await world.step();
  return await world.heal();
}

type Tab = { readonly process: Process; readonly kept: Attachments<true> };

class UploadWorld {
  readonly #random: Random;
  readonly #timeline = new Timeline();
  readonly #device = new Device(this.#timeline, []);
  readonly #server = new ModelFiles();
  readonly #bytes = new Set<string>();
  readonly #stored = new Set<string>();
  /** The photos that the person has tried to discard. */
  readonly #chosen = new Set<string>();
  readonly #discarded = new Set<string>();
  readonly #hasFaults: boolean;
  #tabs: readonly Tab[] = [];
  #photos = 0;
  #isUp = true;
  #loss = 0.2;

  constructor(seed: number, hasFaults: boolean) {
    this.#random = new Random(seed);
    this.#hasFaults = hasFaults;
    this.#open();
  }

  async step(): Promise<void> {
    const happenings = [
      () => this.#add(),
      () => this.#add(),
      () => this.#open(),
      () => this.#kill(),
      () => this.#breakDisk(),
      () => this.#discard(),
      () => this.#server.sweep(this.#timeline.now),
      () => {
        this.#isUp = !this.#isUp;
        this.#wake();
      },
    ];
    this.#random.pick(happenings)();
    await this.#pass(this.#random.pick([1, 5, 50, 500, 5000, 40_000]));
  }

  async heal(): Promise<UploadDay> {
    Object.assign(this.#device, { failures: [], isFull: false });
    this.#isUp = true;
    this.#loss = 0;
    this.#open();
    await this.#pass(1000);
    this.#wake();
    await this.#pass(HEALING_MS);
    return {
      applied: this.#server.applied,
      stored: new Set([...this.#stored].filter((id) => !this.#chosen.has(id))),
      discarded: this.#discarded,
      rows: this.#device.items,
      bytes: this.#bytes,
      uploads: this.#server.uploads,
    };
  }

  #open(): void {
    if (this.#tabs.length > 2) return;
    const process = new Process();
    const base = this.#device.store(process);
    const kept: Attachments<true> = new Attachments(
      {
        expiry: { expiresAfterMs: Infinity, tooOld: "" },
        store: {
          read: base.read,
          transact: (change, bytesOf) =>
            base.transact((items) => {
              const step = change(items);
              for (const id of step.remove ?? []) this.#bytes.delete(id);
              for (const { id } of step.put ?? []) if (bytesOf(id)) this.#bytes.add(id);
              return step;
            }),
        },
        server: {
          isReady: () => this.#isUp && !process.isKilled,
          whileReady: (work) => work,
          epoch: () => "",
          upload: async ({ id }) => {
            if (!kept.bytesOf(id) && !this.#bytes.has(id))
              throw new Error(`Photo ${id} has lost its bytes.`);
            return await this.#call(process, () => this.#server.upload(id, this.#timeline.now));
          },
          send: (item) => this.#call(process, () => this.#server.apply(item)),
          verdictOn: (error): Verdict => (error instanceof ServerError ? error.verdict : null),
          isFileGone: (error) => error instanceof ServerError && error.verdict !== null,
          messageOf: String,
        },
        waits: () => false,
        lock: this.#device.lock(process),
        tabs: this.#device.tabs(process),
        clock: {
          now: () => START + this.#timeline.now,
          after: (ms, callback) => this.#timeline.after(ms, () => process.run(callback)),
        },
        release: "1",
        newId: () => `again-${this.#random.below(1e9)}`,
      },
      {
        onChange: () => undefined,
        onRemoved: () => undefined,
        onRefused: () => undefined,
      },
    );
    this.#tabs = [...this.#tabs, { process, kept }];
    void kept.client.start();
  }

  #add(): void {
    const tab = this.#random.pick([...this.#tabs, null]);
    if (tab === null) return;
    const id = `photo-${(this.#photos += 1)}`;
    const change = {
      ...{ id, call: "jobs:addFiles", args: {}, field: null, label: "Photo" },
      ...{ subject: { key: id, label: id }, at: START + this.#timeline.now },
      attachment: { isHeld: false },
    };
    void tab.kept.add(change as never, true).then((isStored) => {
      if (isStored && !tab.process.isKilled) this.#stored.add(id);
    });
  }

  #discard(): void {
    const tab = this.#random.pick([...this.#tabs, null]);
    const item = this.#random.pick([...(tab?.kept.client.items() ?? []), null]);
    if (tab === null || item === null) return;
    this.#chosen.add(item.id);
    void tab.kept
      .discard(({ id }) => id === item.id)
      .then((isDiscarded) => {
        const isRow = this.#device.items.some(({ id }) => id === item.id);
        if (isDiscarded && !isRow && !tab.process.isKilled) this.#discarded.add(item.id);
      });
  }

  #kill(): void {
    const tab = this.#random.pick([...this.#tabs, null]);
    if (tab === null) return;
    this.#device.kill(tab.process);
    this.#tabs = this.#tabs.filter((each) => each !== tab);
  }

  #breakDisk(): void {
    if (!this.#hasFaults) return;
    const count = this.#random.below(4);
    this.#device.isFull = this.#random.chance(0.4);
    this.#device.failures = Array.from({ length: count }, () =>
      this.#random.pick(["before", "after"] as const),
    );
  }

  #wake(): void {
    for (const { process, kept } of this.#tabs) process.run(() => kept.wake());
  }

  /** A call that may be lost on the way there, or on the way back. */
  async #call<T>(process: Process, effect: () => T): Promise<T> {
    return await process.see(
      (async () => {
        await this.#timeline.sleep(1 + this.#random.below(400));
        if (process.isKilled || !this.#isUp || this.#random.chance(this.#loss))
          throw new ServerError(null);
        const value = effect();
        await this.#timeline.sleep(1 + this.#random.below(400));
        if (this.#random.chance(this.#loss)) throw new ServerError(null);
        return value;
      })(),
    );
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#timeline.now + ms;
    await settled();
    while (await this.#timeline.step(until));
    this.#timeline.now = until;
  }
}

/** What a day with this seed leaves that it should not, in words. */
export async function brokenClaims(seed: number, hasFaults: boolean): Promise<string[]> {
  const day = await simulateUploads(seed, hasFaults);
  const lost = [...day.stored].filter((id) => !day.applied.has(id));
  const wrong = [...day.discarded].filter((id) => day.applied.has(id));
  return [
    ...lost.map((id) => `Seed ${seed}: ${id} is lost.`),
    // A full disk cannot record that a photo was uploaded.
    ...(hasFaults ? [] : wrong).map((id) => `Seed ${seed}: ${id} was discarded, and is applied.`),
    ...day.rows.map(({ id }) => `Seed ${seed}: the row of ${id} is left.`),
    ...[...day.bytes].map((id) => `Seed ${seed}: the bytes of ${id} are left.`),
  ];
}
