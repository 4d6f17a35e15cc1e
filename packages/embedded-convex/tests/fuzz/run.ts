/**
 * One fuzz run: a server, a control client, and concurrent attackers.
 *
 * A fault is: an exit of the server; a log line at level error, or output that is not from the log; a response that the
 * protocol does not allow, an unexpected or a missing one; any problem of the control client; memory that grows with
 * the number of messages.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import { publicFunctions } from "../support/publicFunctions";
import { randomFrom } from "../support/random";
import type { FuzzedApplication, User } from "./application";
import { connect, startControlClient } from "./controlClient";
import { growthFault } from "./growth";
import { HttpFuzz } from "./httpFuzz";
import { MessageFuzz } from "./messageFuzz";
import { record, seed, type Recording } from "./recording";
import { Tally } from "./tally";
import { startTarget, type Memory, type Target } from "./target";

export interface FuzzOptions {
  readonly messages: number;
  readonly requests: number;
  readonly seed: number;
  readonly dataDir: string;
  readonly onProgress?: (line: string) => void;
}

export interface FuzzReport {
  readonly tally: Tally;
  readonly faults: readonly string[];
  readonly logged: ReadonlyMap<string, number>;
  /** After the warm-up, and after each quarter of the rest. */
  readonly memory: readonly Memory[];
  /** Milliseconds of the control client's round trips. */
  readonly times: readonly number[];
  readonly seconds: number;
}

const CONCURRENT_CONNECTIONS = 24;
const CONCURRENT_REQUESTS = 24;
/** Messages between two seeds, so that later attacks find documents too. */
const RESEED_EVERY = 10_000;
/** Messages until caches are full and code is compiled; in a long run, a tenth of all. */
const WARM_UP_MESSAGES = 5_000;
const PROGRESS_MS = 15_000;
const SETTLING_WAIT_MS = 5_000;
const MAX_SETTLING_WAITS = 12;

export async function fuzz(
  application: FuzzedApplication,
  options: FuzzOptions,
): Promise<FuzzReport> {
  const startedAt = performance.now();
  const target = await startTarget(application, options.dataDir);
  try {
    const control = await startControlClient(application, target.url);
    const attack = await prepare({ application, target, options });
    const sent = options.messages + options.requests;
    const memory = await settled(await attack.run(), { target, sent });
    await control.stop();
    const faults = [
      ...target.faults.map((line) => `log: ${line}`),
      ...attack.tally.faults,
      ...control.faults.map((fault) => `control client: ${fault}`),
      ...growthFault(memory, sent),
    ];
    if (!target.isAlive()) faults.push("The server has ended.");
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      tally: attack.tally,
      faults,
      logged: target.logged,
      memory,
      times: control.times,
      seconds,
    };
  } finally {
    await target.stop();
  }
}

/**
 * The memory, with the last measurement repeated while it has grown too much:
 * open connections and recent commits go within a minute, a leak stays.
 */
async function settled(
  memory: readonly Memory[],
  { target, sent }: { readonly target: Target; readonly sent: number },
): Promise<readonly Memory[]> {
  let latest = memory;
  for (let left = MAX_SETTLING_WAITS; left > 0; left -= 1) {
    const hasGrown = growthFault(latest, sent).length > 0;
    if (!hasGrown || !target.isAlive()) break;
    await sleep(SETTLING_WAIT_MS);
    latest = [...memory.slice(0, -1), await target.memory()];
  }
  return latest;
}

interface Setup {
  readonly application: FuzzedApplication;
  readonly target: Target;
  readonly options: FuzzOptions;
}

/** Records the messages and stores the files that the attackers start from. */
async function prepare(setup: Setup): Promise<Attack> {
  const { application, target, options } = setup;
  const { url } = target;
  const random = randomFrom(options.seed);
  const functions = publicFunctions(application.modules);
  const user = await application.signIn(url, "attacker");
  const recording = await record({ application, url, user, functions, random });
  // Another user's file, which the attackers cannot delete.
  const uploader = await application.signIn(url, "uploader");
  const { download, upload } = await withClient(url, uploader, (client) =>
    application.storeFile(client),
  );
  const tally = new Tally();
  const attacker = { user, token: await user.fetchToken(), recording };
  const token = () => attacker.token;
  const common = { functions, token, random, tally };
  const { expensive } = application;
  const messages = new MessageFuzz({ url, recording, expensive, ...common });
  const requests = new HttpFuzz({
    random,
    tally,
    corpus: {
      application,
      origin: url,
      user,
      token,
      functions,
      known: recording.known,
      downloads: [download, "/api/storage/00000000-0000-4000-8000-000000000000"],
      uploads: [upload],
    },
  });
  return new Attack(setup, attacker, { messages, requests, tally });
}

interface Attacker {
  readonly user: User;
  readonly recording: Recording;
  token: string;
}

class Attack {
  readonly tally: Tally;
  readonly #setup: Setup;
  readonly #attacker: Attacker;
  readonly #messages: MessageFuzz;
  readonly #requests: HttpFuzz;
  readonly #reported = new Set<string>();
  #reseeding: Promise<void> = Promise.resolve();
  #reseedAt = RESEED_EVERY;

  constructor(
    setup: Setup,
    attacker: Attacker,
    parts: { messages: MessageFuzz; requests: HttpFuzz; tally: Tally },
  ) {
    this.#setup = setup;
    this.#attacker = attacker;
    this.#messages = parts.messages;
    this.#requests = parts.requests;
    this.tally = parts.tally;
  }

  async run(): Promise<Memory[]> {
    const memory: Memory[] = [];
    const timer = setInterval(() => this.#reportProgress(), PROGRESS_MS);
    try {
      const warmUp = Math.max(0.1, Math.min(0.3, WARM_UP_MESSAGES / this.#setup.options.messages));
      for (const quarter of [0, 0.25, 0.5, 0.75, 1]) {
        const part = warmUp + quarter * (1 - warmUp);
        await Promise.all([
          ...concurrently(CONCURRENT_CONNECTIONS, () => this.#connect(part)),
          ...concurrently(CONCURRENT_REQUESTS, () => this.#request(part)),
        ]);
        if (!this.#setup.target.isAlive()) break;
        const measured = await this.#setup.target.memory();
        memory.push(measured);
        this.#reportProgress(measured);
      }
    } finally {
      clearInterval(timer);
    }
    return memory;
  }

  async #connect(part: number): Promise<void> {
    const { tally } = this;
    const until = part * this.#setup.options.messages;
    while (tally.messages < until && this.#continues()) {
      if (tally.messages >= this.#reseedAt) {
        this.#reseedAt += RESEED_EVERY;
        this.#reseeding = this.#guarded(() => this.#reseed());
      }
      await this.#reseeding;
      await this.#guarded(() => this.#messages.connection());
    }
  }

  async #request(part: number): Promise<void> {
    const until = part * this.#setup.options.requests;
    while (this.tally.requests < until && this.#continues())
      await this.#guarded(() => this.#requests.request());
  }

  async #reseed(): Promise<void> {
    const { application, target } = this.#setup;
    const { user, recording } = this.#attacker;
    this.#attacker.token = await user.fetchToken();
    await withClient(target.url, user, (client) => seed(client, application, recording.known));
  }

  #continues(): boolean {
    return this.#setup.target.isAlive() && !this.tally.isEnough;
  }

  async #guarded(attack: () => Promise<void>): Promise<void> {
    try {
      await attack();
    } catch (error) {
      this.tally.fault(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /** Reports new faults immediately, because a long run may be stopped before its end. */
  #reportProgress(memory?: Memory): void {
    const { target, options } = this.#setup;
    const { messages, requests, connections, faults } = this.tally;
    const found = [...target.faults, ...faults];
    for (const fault of found) {
      if (this.#reported.has(fault)) continue;
      this.#reported.add(fault);
      options.onProgress?.(`fault: ${fault.slice(0, 1_000)}`);
    }
    const measured =
      memory === undefined
        ? ""
        : `; ${megabytes(memory.live)} live, ${megabytes(memory.rss)} resident, ${memory.cpu.toFixed(0)} s of CPU`;
    options.onProgress?.(
      `${messages} messages, ${requests} requests, ${connections} connections, ` +
        `${found.length} faults${measured}`,
    );
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

function concurrently(count: number, run: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: count }, run);
}

async function withClient<Result>(
  url: string,
  user: User,
  use: (client: ConvexClient) => Promise<Result>,
): Promise<Result> {
  const client = connect(url, user);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
