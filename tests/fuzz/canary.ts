/**
 * Somebody who goes on working while the server is under attack: the real client, signed in, with a live query. Everything it does
 * must succeed, in order, and be seen; what it wrote must be there at the end.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { signUp, type Person } from "./people";

const create = makeFunctionReference<
  "mutation",
  { customer_name: string },
  string
>("customers:create");
const update = makeFunctionReference<
  "mutation",
  { customer_id: string; customer_name: string },
  null
>("customers:update");
const get = makeFunctionReference<
  "query",
  { customer_id: string },
  { customer_name: string } | null
>("customers:getByCustomerId");
const list = makeFunctionReference<
  "query",
  Record<string, never>,
  { customer_name: string }[]
>("customers:listMin");

/** Longer than that, and it counts as never. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

export interface Canary {
  readonly faults: readonly string[];
  /** Milliseconds of each round trip. */
  readonly times: readonly number[];
  /** Ends it, after it has looked at its data once more. */
  stop(): Promise<void>;
}

export async function startCanary(url: string): Promise<Canary> {
  const person = await signUp(url, "canary");
  const work = new Work(connect(url, person));
  await work.begin();
  const going = work.run();
  return {
    faults: work.faults,
    times: work.times,
    stop: async () => {
      work.isOver = true;
      await going;
      await work.look(connect(url, person));
    },
  };
}

/** The real client, as the person. */
export function connect(url: string, person: Person): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
    initialAuthTokenReuse: true,
  });
  client.setAuth(() => person.tokenOrNone());
  return client;
}

class Work {
  readonly faults: string[] = [];
  readonly times: number[] = [];
  isOver = false;
  readonly #client: ConvexClient;
  #id = "";
  #done = 0;
  #seen = -1;

  constructor(client: ConvexClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    this.#id = await this.#client.mutation(create, { customer_name: "0" });
    this.#client.onUpdate(
      get,
      { customer_id: this.#id },
      (customer) => this.#see(customer?.customer_name),
      (error) => this.faults.push(`The live query failed: ${error.message}`),
    );
  }

  async run(): Promise<void> {
    while (!this.isOver) {
      await this.#step();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** With a connection of its own: what is on the server, and not what this client remembers. */
  async look(other: ConvexClient): Promise<void> {
    await this.#client.close();
    try {
      const customer = await inTime(
        other.query(get, { customer_id: this.#id }),
      );
      const all = await inTime(other.query(list, {}));
      const names = all.map(({ customer_name }) => customer_name);
      const expected = String(this.#done);
      if (customer?.customer_name !== expected || names.join() !== expected) {
        this.faults.push(`Its data: "${names.join()}", not "${expected}".`);
      }
    } catch (error) {
      this.faults.push(`Its data cannot be read: ${String(error)}`);
    }
    await other.close();
  }

  async #step(): Promise<void> {
    const next = this.#done + 1;
    const startedAt = performance.now();
    try {
      await inTime(
        this.#client.mutation(update, {
          customer_id: this.#id,
          customer_name: String(next),
        }),
      );
      this.#done = next;
      this.times.push(performance.now() - startedAt);
      // The client resolves a mutation once its effects are shown.
      if (this.#seen !== next)
        this.faults.push(
          `Mutation ${next} was answered while ${this.#seen} was shown.`,
        );
    } catch (error) {
      this.faults.push(`Mutation ${next} failed: ${String(error)}`);
      this.isOver = true;
    }
  }

  #see(name: string | undefined): void {
    const seen = Number(name);
    if (!(seen >= this.#seen))
      this.faults.push(`After ${this.#seen} it saw ${String(name)}.`);
    this.#seen = seen;
  }
}

function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`nothing for ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
