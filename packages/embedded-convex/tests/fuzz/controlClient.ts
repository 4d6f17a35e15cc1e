/**
 * A real client that works while the server is under attack: it updates a document and watches it. Every mutation must
 * succeed, in order, and be shown; at the end the document must have the last value.
 */
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import type { ControlDocument, FuzzedApplication, User } from "./application";

/** Milliseconds without a response that count as no response. */
const NO_RESPONSE_MS = 30_000;
const PAUSE_MS = 20;

export interface ControlClient {
  readonly faults: readonly string[];
  /** Milliseconds of each round trip. */
  readonly times: readonly number[];
  /** Stops the client and checks the stored document. */
  stop(): Promise<void>;
}

export async function startControlClient(
  { control, signIn }: Pick<FuzzedApplication, "control" | "signIn">,
  url: string,
): Promise<ControlClient> {
  const user = await signIn(url, "control");
  const work = new Work(connect(url, user), control);
  await work.begin();
  const running = work.run();
  return {
    faults: work.faults,
    times: work.times,
    stop: async () => {
      work.isStopped = true;
      await running;
      await work.checkStored(connect(url, user));
    },
  };
}

export function connect(url: string, user: User): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
    initialAuthTokenReuse: true,
  });
  client.setAuth(user.fetchToken);
  return client;
}

class Work {
  readonly faults: string[] = [];
  readonly times: number[] = [];
  isStopped = false;
  readonly #client: ConvexClient;
  readonly #document: ControlDocument;
  #id = "";
  #written = 0;
  #shown = -1;

  constructor(client: ConvexClient, document: ControlDocument) {
    this.#client = client;
    this.#document = document;
  }

  async begin(): Promise<void> {
    this.#id = await this.#document.create(this.#client, "0");
    this.#document.watch(this.#client, this.#id, (value) => this.#show(value));
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      await this.#step();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Reads with a new client, because the old one has a local copy. */
  async checkStored(other: ConvexClient): Promise<void> {
    await this.#client.close();
    try {
      const values = await withinLimit(this.#document.readAll(other));
      const expected = String(this.#written);
      if (values.join() !== expected)
        this.faults.push(`Stored "${values.join()}", expected "${expected}".`);
    } catch (error) {
      this.faults.push(`Its document cannot be read: ${String(error)}`);
    }
    await other.close();
  }

  async #step(): Promise<void> {
    const next = this.#written + 1;
    const startedAt = performance.now();
    try {
      await withinLimit(this.#document.update(this.#client, this.#id, String(next)));
      this.#written = next;
      this.times.push(performance.now() - startedAt);
      // The client resolves a mutation when its queries show the effects.
      if (this.#shown !== next)
        this.faults.push(`Mutation ${next} resolved while ${this.#shown} was shown.`);
    } catch (error) {
      this.faults.push(`Mutation ${next} failed: ${String(error)}`);
      this.isStopped = true;
    }
  }

  #show(value: string | undefined): void {
    const shown = Number(value);
    if (!(shown >= this.#shown))
      this.faults.push(`${String(value)} was shown after ${this.#shown}.`);
    this.#shown = shown;
  }
}

function withinLimit<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no response within ${NO_RESPONSE_MS} ms`)),
      NO_RESPONSE_MS,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
