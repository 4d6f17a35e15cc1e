/**
 * A whole attack: the server, somebody who goes on working, several attackers at once, and what is found.
 *
 * What counts as a fault: a server that ends; a line of its log at level error, or one that is none of the log's; an answer that
 * the protocol does not have, one too many or one too few; anything that the canary meets; memory that grows with the messages.
 */
import { readdirSync } from "node:fs";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { connect, startCanary } from "./canary";
import { HttpFuzz } from "./httpFuzz";
import type { HttpCorpus } from "./httpRequests";
import { growthFault } from "./growth";
import { MessageFuzz } from "./messageFuzz";
import { signUp, type Person } from "./people";
import { publicFunctionsOf, type PublicFunction } from "./publicFunctions";
import { randomFrom, type Random } from "./random";
import { furnish, record, type Recording } from "./recording";
import { startTarget, type Memory, type Target } from "./target";
import { Tally } from "./tally";

export interface FuzzOptions {
  readonly messages: number;
  readonly requests: number;
  readonly seed: number;
  readonly dataDir: string;
  readonly modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly onProgress?: (line: string) => void;
}

export interface FuzzReport {
  readonly tally: Tally;
  readonly faults: readonly string[];
  readonly logged: ReadonlyMap<string, number>;
  /** After the warm-up, and at each quarter of the rest. */
  readonly memory: readonly Memory[];
  /** Milliseconds of the canary's round trips. */
  readonly times: readonly number[];
  readonly seconds: number;
}

const CONNECTIONS_AT_ONCE = 24;
const REQUESTS_AT_ONCE = 24;
/** The attackers' business is cleared away and made anew after so many messages, so that the last find what the first found. */
const ANEW_EVERY = 10_000;
/** Caches fill and code is compiled: what it holds then is no leak. */
const WARM_UP = 0.1;
const PROGRESS_MS = 15_000;
const QUARTERS = [0.25, 0.5, 0.75, 1].map(
  (part) => WARM_UP + part * (1 - WARM_UP),
);

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const startedAt = performance.now();
  const target = await startTarget(options.dataDir);
  try {
    const canary = await startCanary(target.url);
    const attack = await Attack.prepare(target, options);
    const memory = await attack.run();
    await canary.stop();
    const faults = [
      ...target.faults.map((line) => `log: ${line}`),
      ...attack.tally.faults,
      ...canary.faults.map((fault) => `canary: ${fault}`),
      ...growthFault(memory, options.messages + options.requests),
    ];
    if (!target.isAlive()) faults.push("The server has ended.");
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      tally: attack.tally,
      faults,
      logged: target.logged,
      memory,
      times: canary.times,
      seconds,
    };
  } finally {
    await target.stop();
  }
}

class Attack {
  readonly tally = new Tally();
  readonly #target: Target;
  readonly #options: FuzzOptions;
  readonly #messages: MessageFuzz;
  readonly #requests: HttpFuzz;
  readonly #renew: () => Promise<void>;

  private constructor(
    target: Target,
    options: FuzzOptions,
    prepared: {
      person: Person;
      random: Random;
      recording: Recording;
      functions: readonly PublicFunction[];
      files: Files;
    },
  ) {
    const { person, random, recording, functions, files } = prepared;
    const { tally } = this;
    const { url } = target;
    this.#target = target;
    this.#options = options;
    let current = files.firstToken;
    const token = () => current;
    this.#messages = new MessageFuzz({
      url,
      recording,
      functions,
      token,
      random,
      tally,
    });
    const { cookie } = person;
    const corpus: HttpCorpus = {
      origin: url,
      cookie,
      token,
      functions,
      known: recording.known,
      ...files,
    };
    this.#requests = new HttpFuzz({ corpus, random, tally });
    this.#renew = async () => {
      current = await person.token();
      await withClient(url, person, (client) =>
        furnish(client, recording.known),
      );
    };
  }

  static async prepare(target: Target, options: FuzzOptions): Promise<Attack> {
    const { url } = target;
    const random = randomFrom(options.seed);
    const functions = publicFunctionsOf(options.modules);
    const person = await signUp(url, "attacker");
    const recording = await record({ url, person, functions, random });
    const files = await withClient(url, person, (client) =>
      storeFiles(client, person),
    );
    return new Attack(target, options, {
      person,
      random,
      recording,
      functions,
      files,
    });
  }

  async run(): Promise<Memory[]> {
    const memory: Memory[] = [];
    const clock = setInterval(() => this.#tell(), PROGRESS_MS);
    try {
      await this.#runInto(memory);
    } finally {
      clearInterval(clock);
    }
    return memory;
  }

  async #runInto(memory: Memory[]): Promise<void> {
    for (const until of [WARM_UP, ...QUARTERS]) {
      await Promise.all([
        ...atOnce(CONNECTIONS_AT_ONCE, () => this.#attackUntil(until)),
        ...atOnce(REQUESTS_AT_ONCE, () => this.#requestUntil(until)),
      ]);
      if (!this.#target.isAlive()) return;
      const measured = await this.#target.memory();
      memory.push(measured);
      this.#tell(measured);
    }
  }

  #renewing: Promise<void> = Promise.resolve();
  #anewAt = ANEW_EVERY;
  readonly #told = new Set<string>();

  async #attackUntil(part: number): Promise<void> {
    const { tally } = this;
    while (tally.messages < part * this.#options.messages && this.#goesOn()) {
      if (tally.messages >= this.#anewAt) {
        this.#anewAt += ANEW_EVERY;
        this.#renewing = this.#guarded(this.#renew);
      }
      await this.#renewing;
      await this.#guarded(() => this.#messages.connection());
    }
  }

  #goesOn(): boolean {
    return this.#target.isAlive() && !this.tally.isEnough;
  }

  async #requestUntil(part: number): Promise<void> {
    while (
      this.tally.requests < part * this.#options.requests &&
      this.#goesOn()
    ) {
      await this.#guarded(() => this.#requests.request());
    }
  }

  async #guarded(attack: () => Promise<void>): Promise<void> {
    try {
      await attack();
    } catch (error) {
      this.tally.fault(
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
    }
  }

  #tell(memory?: Memory): void {
    const { messages, requests, connections, faults } = this.tally;
    const measured =
      memory === undefined
        ? ""
        : `; ${megabytes(memory.live)} live, ${megabytes(memory.rss)} in all, ${memory.cpu.toFixed(0)} s of CPU`;
    // At once, and not only at the end: a long attack may be stopped before.
    const found = [...this.#target.faults, ...faults];
    for (const fault of found) {
      if (this.#told.has(fault)) continue;
      this.#told.add(fault);
      this.#options.onProgress?.(`found: ${fault.slice(0, 1_000)}`);
    }
    this.#options.onProgress?.(
      `${messages} messages, ${requests} requests, ${connections} connections, ` +
        `${found.length} faults${measured}`,
    );
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

function atOnce(count: number, run: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: count }, run);
}

async function withClient<Result>(
  url: string,
  person: Person,
  use: (client: ConvexClient) => Promise<Result>,
): Promise<Result> {
  const client = connect(url, person);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

type Files = Pick<HttpCorpus, "downloads" | "pages" | "uploads"> & {
  firstToken: string;
};

/** One stored image, one upload that is still allowed, and the client's own files where it was built. */
async function storeFiles(
  client: ConvexClient,
  person: Person,
): Promise<Files> {
  const allow = makeFunctionReference<
    "mutation",
    Record<string, never>,
    string
  >("jobs:generateUploadUrl");
  const urls = makeFunctionReference<
    "query",
    { ids: string[] },
    (string | null)[]
  >("files:getUrls");
  const stored = await fetch(await client.mutation(allow, {}), {
    method: "POST",
    headers: { "content-type": "image/gif" },
    body: Buffer.from(
      "R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
      "base64",
    ),
  });
  const { storageId } = (await stored.json()) as { storageId: string };
  const [download] = await client.query(urls, { ids: [storageId] });
  if (!download) throw new Error("A stored image has no address.");
  const upload = new URL(await client.mutation(allow, {}));
  return {
    firstToken: await person.token(),
    downloads: [
      new URL(download).pathname,
      "/api/storage/00000000-0000-4000-8000-000000000000",
    ],
    uploads: [upload.pathname + upload.search],
    pages: ["/", "/jobs", "/missing.png", ...builtFiles()],
  };
}

function builtFiles(): string[] {
  try {
    return readdirSync("dist/client/assets")
      .slice(0, 5)
      .map((name) => `/assets/${name}`);
  } catch (error) {
    // The short form runs before the client is built.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
