/** A person who changes the price of a job, one call after another, beside an attack. */
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import type { Person } from "../../tests/support/people";
import { aJob, create, update } from "../../bench/jobs";

export const SECONDS = Number(process.env.ATTACK_SECONDS ?? 10);
/** A call without a response after this time counts as this long. */
export const MAX_CALL_MS = 20_000;

export class Worker {
  readonly #client: ConvexClient;
  readonly #id: string;

  private constructor(client: ConvexClient, id: string) {
    this.#client = client;
    this.#id = id;
  }

  static async start(url: string, { fetchToken }: Pick<Person, "fetchToken">): Promise<Worker> {
    const client = new ConvexClient(url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
    });
    client.setAuth(fetchToken);
    return new Worker(client, await client.mutation(create, aJob(0)));
  }

  /** The latencies of the calls within SECONDS. */
  async work(): Promise<number[]> {
    const latencies: number[] = [];
    const endsAt = performance.now() + SECONDS * 1000;
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const call = this.#client.mutation(update, {
        id: this.#id,
        jobs_price: 1 + (latencies.length % 1_000),
      });
      await Promise.race([call, pause(MAX_CALL_MS)]);
      latencies.push(performance.now() - startedAt);
      await pause(20);
    }
    return latencies;
  }

  stop(): Promise<void> {
    return this.#client.close();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
