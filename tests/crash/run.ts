/**
 * Kills the real server again and again while real clients work with it, and holds what is on the disk against what they were told.
 *
 * The same seed gives the same clients, the same wishes in each lane and the same plan of kills. How these meet is the machine's
 * doing, so that a seed that failed is likely to fail again, and not certain to.
 *
 * What must hold, every few kills and at the end: what was acknowledged is there; what was sent was done at most once, however
 * often it was sent; counters are the sum of their movements; no row is without its bytes and, after the sweep, no bytes without
 * their row; scheduled work was done, once; SQLite finds nothing wrong; and who watches sees what is there.
 */
import { createHash } from "node:crypto";
import { seededRandom, wholeNumber, type Random } from "../../domain/random";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import { askToSignUp } from "../support/people";
import { accountViolations, storageViolations, violationsOf } from "./check";
import { after, drawKill, killAt, type Kill } from "./kills";
import { Moments } from "./moments";
import { aFixedPort, RestartedServer } from "./server";
import { noTraffic, type Traffic } from "./traffic";
import { readTruth, type Truth } from "./truth";
import type { Visitor } from "./visitor";
import { Workspace, type Surroundings } from "./workspace";

export interface CrashOptions {
  readonly dataDir: string;
  readonly seed: number;
  readonly kills: number;
  /** Everything is checked after so many kills, and at the end. */
  readonly checkEvery: number;
  readonly say?: (line: string) => void;
}

export interface CrashReport {
  readonly seed: number;
  readonly kills: Readonly<Record<Kill["at"], number>>;
  readonly checks: number;
  readonly traffic: Traffic;
  readonly asked: Readonly<Record<string, number>>;
  readonly elapsedMs: number;
  readonly violations: readonly string[];
}

/** Kills of the very first starts, on a folder that is just being made. */
const FIRST_STARTS = 2;
const CLIENTS_BACK_MS = 60_000;
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

/** Two days later, when everything that waits for its time to be cleared away is due. */
const TWO_DAYS_LATER = `data:text/javascript,${encodeURIComponent(
  `const now = Date.now; Date.now = () => now() + ${TWO_DAYS_MS};`,
)}`;

export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const run = new CrashRun(
    options,
    await aFixedPort(randomFor(options.seed)("port")),
  );
  try {
    return await run.whole();
  } finally {
    await run.dispose();
  }
}

class CrashRun {
  readonly #server: RestartedServer;
  readonly #traffic = noTraffic();
  readonly #moments = new Moments();
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
  readonly #confirmed = new Set<string>();
  #workspaces: Workspace[] = [];
  #checks = 0;
  #signUps = 0;

  constructor(
    private readonly options: CrashOptions,
    port: number,
  ) {
    const randomOf = randomFor(options.seed);
    this.#random = randomOf("kills");
    this.#server = new RestartedServer(options.dataDir, port);
    this.#around = {
      url: this.#server.url,
      traffic: this.#traffic,
      moments: this.#moments,
      randomOf,
    };
  }

  async whole(): Promise<CrashReport> {
    const { kills, checkEvery, seed } = this.options;
    const startedAt = performance.now();
    await this.#firstStarts();
    this.#workspaces = await Promise.all(
      ["one", "two"].map((name) =>
        Workspace.open(name, this.#around, `${name}@example.com`),
      ),
    );
    while (this.#killed < kills && this.#violations.length === 0) {
      await this.#stretch(Math.min(kills, this.#killed + checkEvery));
    }
    if (this.#violations.length === 0) await this.#twoDaysLater();
    const elapsedMs = performance.now() - startedAt;
    return {
      seed,
      kills: this.#kills,
      checks: this.#checks,
      traffic: this.#traffic,
      asked: this.#asked(),
      elapsedMs,
      violations: this.#violations,
    };
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#workspaces.map((workspace) => workspace.close()));
    await this.#server.dispose();
  }

  /** The server ended by itself, or complained: there is no use in going on. */
  get #hasFailed(): boolean {
    return this.#server.faults.length > 0;
  }

  get #killed(): number {
    return Object.values(this.#kills).reduce((sum, count) => sum + count, 0);
  }

  async #firstStarts(): Promise<void> {
    for (let start = 0; start < FIRST_STARTS; start += 1) {
      this.#server.begin();
      await this.#killWhileStarting(Math.floor(this.#random() * 900));
    }
    this.#server.begin();
    await this.#server.ready();
  }

  /** Kills until so many were, with all clients at work; then all are answered, and everything is checked. */
  async #stretch(until: number): Promise<void> {
    let isGoing = true;
    const workers = this.#workspaces.flatMap(({ workers }) => workers);
    const work = Promise.all(
      workers.map((worker) => worker.run(() => isGoing)),
    );
    while (this.#killed < until && !this.#hasFailed) await this.#round();
    isGoing = false;
    const isBack = await Promise.race([
      work.then(() => true),
      after(CLIENTS_BACK_MS).then(() => false),
    ]);
    if (!isBack) this.#violations.push("Clients wait for ever for an answer.");
    await this.#check();
    const { kills, say } = this.options;
    const { mutations, sentAgain } = this.#traffic;
    say?.(
      `${this.#killed}/${kills} kills, ${mutations} mutations, ${sentAgain} of them sent again, ${this.#violations.length} violations`,
    );
  }

  async #round(): Promise<void> {
    const plan = drawKill(this.#random);
    if (plan.at === "starting") {
      // Whatever was under way is cut off, and the server once more before it serves.
      await this.#kill("any");
      this.#server.begin();
      await this.#killWhileStarting(plan.ms);
    } else {
      const visitors = this.#visitors();
      await this.#someAnswers();
      const signUp = this.#random() < 0.15 ? this.#trySignUp() : undefined;
      await killAt(plan, this.#moments, () => this.#server.kill());
      await this.#server.ended();
      this.#kills[plan.at] += 1;
      await Promise.all(visitors.map((visitor) => visitor.leave()));
      await signUp;
    }
    this.#server.begin();
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

  /** The clients are back, and under way: the first of them, or most. */
  async #someAnswers(): Promise<void> {
    const enough = this.#traffic.answers + wholeNumber(this.#random, 1, 120);
    await eventually(
      () => this.#traffic.answers > enough || this.#hasFailed || null,
      CLIENTS_BACK_MS,
    );
  }

  #visitors(): Visitor[] {
    return this.#workspaces
      .filter(() => this.#random() < 0.3)
      .map((workspace) => workspace.visit());
  }

  async #trySignUp(): Promise<void> {
    this.#signUps += 1;
    const email = `person${this.#signUps}@example.com`;
    // Where the line breaks, or too many were asked for, there may be an account or not; what is there must be whole.
    const answer = await askToSignUp(this.#server.url, email).catch(() => null);
    if (answer?.ok === true) this.#confirmed.add(email);
  }

  async #check(): Promise<void> {
    this.#checks += 1;
    const truth = await this.#settledTruth();
    this.#violations.push(
      ...this.#server.faults,
      ...truth.damage,
      ...storageViolations(truth),
      ...accountViolations(this.#confirmed, truth),
    );
    for (const workspace of this.#workspaces) {
      const watched = await workspace.watchedViolation(truth);
      this.#violations.push(
        ...violationsOf(workspace.ledger, truth),
        ...(watched === null ? [] : [watched]),
        ...(await workspace.downloadViolations()),
      );
    }
  }

  /** When what the server does by itself is done: work that is due, and the sweep after its start. */
  async #settledTruth(): Promise<Truth> {
    let last = readTruth(this.options.dataDir);
    const isSettled = () => {
      last = readTruth(this.options.dataDir);
      return isDone(last) && storageViolations(last).length === 0;
    };
    await eventually(() => isSettled() || null, 20_000, 100).catch(
      () => undefined,
    );
    return last;
  }

  /** Then nothing is left of the uploads that nobody was told of. */
  async #twoDaysLater(): Promise<void> {
    await this.#server.stop();
    this.#server.begin(["--import", TWO_DAYS_LATER]);
    await this.#server.ready();
    const { dataDir } = this.options;
    const strays = () => {
      const truth = readTruth(dataDir);
      const used = truth.rows("files").filter(({ uses }) => uses !== 0);
      const counts = ["files", "_storage", "_storage_blobs"].map(
        (table) => truth.rows(table).length,
      );
      return Math.max(...counts, truth.blobs.size) - used.length;
    };
    await eventually(() => strays() === 0 || null, 30_000, 100).catch(() =>
      this.#violations.push(
        `Two days later ${strays()} files of broken uploads are still there.`,
      ),
    );
    await this.#server.stop();
    const truth = readTruth(dataDir);
    this.#violations.push(
      ...this.#server.faults,
      ...truth.damage,
      ...storageViolations(truth),
      ...this.#workspaces.flatMap(({ ledger }) => violationsOf(ledger, truth)),
    );
  }

  #asked(): Record<string, number> {
    const ledgers = this.#workspaces.map(({ ledger }) => ledger);
    const sum = (count: (ledger: Workspace["ledger"]) => number) =>
      ledgers.reduce((total, ledger) => total + count(ledger), 0);
    return {
      "jobs created": sum(({ jobs }) => jobs.length),
      "jobs deleted": sum(
        ({ jobs }) => jobs.filter(({ state }) => state === "gone").length,
      ),
      "movements of stock": sum(({ movements }) => movements.length),
      "asked by clients that went away": sum(
        ({ jobs, movements }) =>
          jobs.filter(({ state }) => state === "unknown").length +
          movements.filter(({ outcome }) => outcome.state === "unknown").length,
      ),
      "uploads acknowledged": sum(({ uploads }) => uploads.size),
      "uploads broken off": sum(({ brokenUploads }) => brokenUploads),
      "new names, each with scheduled work": sum(
        ({ regular }) => regular.renames,
      ),
      "sign-ups": this.#signUps,
      "sign-ups acknowledged": this.#confirmed.size,
    };
  }
}

/** No scheduled work is under way or overdue. */
function isDone(truth: Truth): boolean {
  return truth.rows("_scheduled_functions").every((row) => {
    const { kind } = row.state as { kind: string };
    return (
      kind !== "inProgress" &&
      (kind !== "pending" || Number(row.scheduledTime) > Date.now())
    );
  });
}

/** A generator of its own for each label, so that what one client draws changes nothing for the others. */
function randomFor(seed: number): (label: string) => Random {
  return (label) => {
    const hash = createHash("sha256").update(`${seed} ${label}`).digest();
    return seededRandom(hash.readUInt32LE(0));
  };
}
