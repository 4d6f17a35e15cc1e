/**
 * Kills a real server while real clients work, and compares what is on the disk with what the server acknowledged to them.
 *
 * The seed determines the requests of each client and the kills, but not how they interleave: a seed that failed is
 * likely to fail again, but not certain.
 *
 * Checked every few kills and at the end: acknowledged writes are stored; every mutation was applied at most once,
 * however often it was sent; transactions are whole; every file has its bytes, and no bytes are orphaned after the
 * sweep; scheduled functions ran once; SQLite's integrity check passes; live queries show the stored state.
 */
import { createHash } from "node:crypto";
import { runChat } from "../chat/runChat";
import { eventually } from "../support/eventually";
import { randomFrom, type Random } from "../support/random";
import { Channel } from "./channel";
import { channelViolations, storageViolations, unusedFileViolations } from "./check";
import { after, drawKill, killAt, START_MS, type Kill } from "./kills";
import type { LeavingClient } from "./leavingClient";
import { freePort, RestartedServer } from "./server";
import { isDone, readStoredState, type StoredState } from "./storedState";
import { noTraffic, type Traffic } from "./traffic";
import { TrafficEvents } from "./trafficEvents";
import type { Surroundings } from "./worker";

export interface CrashOptions {
  readonly dataDir: string;
  readonly seed: number;
  readonly kills: number;
  /** Kills between two checks. */
  readonly checkEvery: number;
  readonly onProgress?: (line: string) => void;
}

export interface CrashReport {
  readonly kills: Readonly<Record<Kill["at"], number>>;
  readonly traffic: Traffic;
  readonly requests: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Kills during the first starts, while the data folder is created. */
const FIRST_STARTS = 2;
const RESPONSES_MS = 60_000;

export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const port = await freePort(randomFor(options.seed)("port"));
  const run = new CrashRun(options, port);
  try {
    return await run.run();
  } finally {
    await run.dispose();
  }
}

class CrashRun {
  readonly #options: CrashOptions;
  readonly #server: RestartedServer;
  readonly #traffic = noTraffic();
  readonly #events = new TrafficEvents();
  readonly #random: Random;
  readonly #around: Surroundings;
  readonly #kills: Record<Kill["at"], number> = {
    any: 0,
    starting: 0,
    sent: 0,
    answered: 0,
    uploading: 0,
    uploaded: 0,
    scheduled: 0,
  };
  readonly #violations: string[] = [];
  #channels: Channel[] = [];

  constructor(options: CrashOptions, port: number) {
    this.#options = options;
    const randomOf = randomFor(options.seed);
    this.#random = randomOf("kills");
    this.#server = new RestartedServer(runChat, options.dataDir, port);
    this.#around = {
      url: this.#server.url,
      traffic: this.#traffic,
      events: this.#events,
      randomOf,
    };
  }

  async run(): Promise<CrashReport> {
    const { kills, checkEvery } = this.#options;
    await this.#firstStarts();
    this.#channels = await Promise.all(
      ["one", "two"].map((name) => Channel.open(name, this.#around)),
    );
    while (this.#killed < kills && this.#violations.length === 0)
      await this.#killUntil(Math.min(kills, this.#killed + checkEvery));
    if (this.#violations.length === 0) await this.#checkStopped();
    return {
      kills: this.#kills,
      traffic: this.#traffic,
      requests: this.#requests(),
      violations: this.#violations,
    };
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#channels.map((channel) => channel.close()));
    await this.#server.dispose();
  }

  get #hasFailed(): boolean {
    return this.#server.faults.length > 0;
  }

  get #killed(): number {
    return Object.values(this.#kills).reduce((sum, count) => sum + count, 0);
  }

  async #firstStarts(): Promise<void> {
    for (let start = 0; start < FIRST_STARTS; start += 1) {
      this.#server.start();
      await this.#killWhileStarting(this.#random.below(START_MS));
    }
    this.#server.start();
    await this.#server.ready();
  }

  /** Kills the server while all clients work; then waits for their responses and checks everything. */
  async #killUntil(killed: number): Promise<void> {
    let isGoing = true;
    const workers = this.#channels.flatMap(({ workers }) => workers);
    const work = Promise.all(workers.map((worker) => worker.run(() => isGoing)));
    while (this.#killed < killed && !this.#hasFailed) await this.#killOnce();
    isGoing = false;
    const hasResponses = await Promise.race([
      work.then(() => true),
      after(RESPONSES_MS).then(() => false),
    ]);
    if (!hasResponses) this.#violations.push(`A client got no response in ${RESPONSES_MS} ms.`);
    await this.#check();
    const { kills, onProgress } = this.#options;
    const { mutations, resent } = this.#traffic;
    onProgress?.(
      `${this.#killed}/${kills} kills, ${mutations} mutations, ${resent} of them sent again, ${this.#violations.length} violations`,
    );
  }

  async #killOnce(): Promise<void> {
    const plan = drawKill(this.#random);
    if (plan.at === "starting") {
      await this.#kill("any");
      this.#server.start();
      await this.#killWhileStarting(plan.ms);
    } else {
      const leaving = this.#newLeavingClients();
      await this.#someResponses();
      await killAt(plan, this.#events, () => this.#server.kill());
      await this.#server.ended();
      this.#kills[plan.at] += 1;
      for (const client of leaving) client.leave();
    }
    this.#server.start();
    await this.#server.ready();
  }

  async #kill(kind: Kill["at"]): Promise<void> {
    this.#server.kill();
    await this.#server.ended();
    this.#kills[kind] += 1;
  }

  async #killWhileStarting(ms: number): Promise<void> {
    await after(ms);
    await this.#kill("starting");
  }

  /** Until some or most of the clients have reconnected. */
  async #someResponses(): Promise<void> {
    const enough = this.#traffic.answers + this.#random.between(1, 120);
    await eventually(() => this.#traffic.answers > enough || this.#hasFailed || null, RESPONSES_MS);
  }

  #newLeavingClients(): LeavingClient[] {
    return this.#channels
      .filter(() => this.#random.chance(0.3))
      .map((channel) => channel.newLeavingClient());
  }

  async #check(): Promise<void> {
    const state = await this.#settledState();
    this.#checkStored(state);
    for (const channel of this.#channels) {
      this.#violations.push(
        ...(await channel.watchedViolations(state)),
        ...(await channel.downloadViolations()),
      );
    }
  }

  async #checkStopped(): Promise<void> {
    await this.#server.stop();
    this.#checkStored(readStoredState(this.#options.dataDir));
  }

  #checkStored(state: StoredState): void {
    const ledgers = this.#channels.map(({ ledger }) => ledger);
    this.#violations.push(
      ...this.#server.faults,
      ...state.damage,
      ...storageViolations(state),
      ...unusedFileViolations(ledgers, state),
      ...ledgers.flatMap((ledger) => channelViolations(ledger, state)),
    );
  }

  /** After the due scheduled functions and the sweep of orphaned bytes. */
  async #settledState(): Promise<StoredState> {
    let state = readStoredState(this.#options.dataDir);
    const isSettled = () => {
      state = readStoredState(this.#options.dataDir);
      return isDone(state) && storageViolations(state).length === 0;
    };
    // A state that does not settle is reported by the checks.
    await eventually(() => isSettled() || null, 20_000, 100).catch(() => undefined);
    return state;
  }

  #requests(): Record<string, number> {
    const ledgers = this.#channels.map(({ ledger }) => ledger);
    const messages = ledgers.flatMap((ledger) => ledger.messages);
    const inState = (wanted: string) => messages.filter(({ state }) => state === wanted).length;
    const sum = (count: (ledger: Channel["ledger"]) => number) =>
      ledgers.reduce((total, ledger) => total + count(ledger), 0);
    return {
      "messages sent": messages.length,
      "messages deleted": inState("deleted"),
      "messages of clients that left": inState("unknown"),
      "reminders scheduled": sum(({ reminders }) => reminders.size),
      "uploads acknowledged": sum(({ uploads }) => uploads.size),
      "uploads broken off": sum(({ brokenUploads }) => brokenUploads),
    };
  }
}

/** A generator for each label. */
function randomFor(seed: number): (label: string) => Random {
  return (label) => {
    const hash = createHash("sha256").update(`${seed} ${label}`).digest();
    return randomFrom(hash.readUInt32LE(0));
  };
}
