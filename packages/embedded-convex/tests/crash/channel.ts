/** One channel of the chat: the clients that work on it, and one that watches it. */
import type { ConvexClient } from "convex/browser";
import { api } from "../chat/convex/_generated/api";
import { eventually } from "../support/eventually";
import { LeavingClient } from "./leavingClient";
import { Ledger } from "./ledger";
import type { Row, StoredState } from "./storedState";
import { signedInClient, Worker, type ClientOptions, type Surroundings } from "./worker";

const WORKERS = 2;
const WATCHED_MESSAGES = 100;

interface Shown {
  readonly _id: string;
  readonly body: string;
  readonly file?: string;
  readonly url: string | null;
}

export class Channel {
  readonly ledger: Ledger;
  readonly workers: readonly Worker[];
  readonly #options: ClientOptions;
  readonly #watcher: ConvexClient;
  #shown: readonly Shown[] = [];
  #leavingClients = 0;

  private constructor(options: ClientOptions, watcher: ConvexClient, workers: readonly Worker[]) {
    this.ledger = options.ledger;
    this.workers = workers;
    this.#options = options;
    this.#watcher = watcher;
    watcher.onUpdate(
      api.messages.latest,
      { channel: options.ledger.channel, count: WATCHED_MESSAGES },
      (messages) => (this.#shown = messages),
    );
  }

  static async open(name: string, around: Surroundings): Promise<Channel> {
    const options = { ...around, name, ledger: new Ledger(name) };
    const workers = Array.from({ length: WORKERS }, async (_, at) => {
      const client = await signedInClient(options);
      return new Worker(client, { ...options, name: `${name} client ${at}` });
    });
    const watcher = await signedInClient(options);
    return new Channel(options, watcher, await Promise.all(workers));
  }

  newLeavingClient(): LeavingClient {
    this.#leavingClients += 1;
    const name = `${this.ledger.channel} leaving client ${this.#leavingClients}`;
    return new LeavingClient({ ...this.#options, name });
  }

  /** The live query must show the stored messages, the newest first. */
  async watchedViolations(state: StoredState): Promise<string[]> {
    const stored = state
      .rows("messages")
      .filter(({ channel }) => channel === this.ledger.channel)
      .sort((a, b) => b._creationTime - a._creationTime);
    const expected = stored.slice(0, WATCHED_MESSAGES).map(lineOf).join("\n");
    const isShown = () => this.#shown.map(lineOf).join("\n") === expected;
    try {
      await eventually(() => isShown() || null, 30_000, 50);
      return [];
    } catch {
      return ["A live query does not show the stored messages."];
    }
  }

  /** The downloads of the shown files must have the uploaded bytes. */
  async downloadViolations(): Promise<string[]> {
    const found: string[] = [];
    for (const { file, url } of this.#shown) {
      if (file === undefined) continue;
      const response = url === null ? null : await fetch(url);
      const bytes = await response?.arrayBuffer();
      const sha256 = bytes && (await crypto.subtle.digest("SHA-256", bytes));
      if (
        sha256 === undefined ||
        Buffer.from(sha256).toString("base64") !== this.ledger.uploads.get(file)
      )
        found.push(`The download of ${file} differs from the upload.`);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.#watcher.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}

function lineOf(message: Shown | Row): string {
  return `${message._id} ${String(message.body)} ${String(message.file)}`;
}
