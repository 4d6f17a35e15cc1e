/** A signed-in client of an office, as a browser has it. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { customerIdOf, JOBS_OF_CUSTOMER } from "./growthModel";
import { BenchServer, type Account } from "../../bench/server";

const query = (name: string) => makeFunctionReference<"query">(name);
const mutation = (name: string) => makeFunctionReference<"mutation">(name);
const action = (name: string) => makeFunctionReference<"action">(name);

interface Row {
  readonly _id: string;
}

export interface Page {
  readonly page: readonly Row[];
  readonly continueCursor: string;
}

/** An open office: its server, a signed-in client and its size. */
export class Office {
  readonly client: ConvexClient;
  readonly #turns = new Map<object, number>();

  constructor(
    readonly server: BenchServer,
    /** The number of customers, each with the jobs of the model. */
    readonly customers: number,
    { fetchToken }: Account,
  ) {
    this.client = clientOf(server, fetchToken);
  }

  /** A customer far from the previous one of this probe, and the number of the call. */
  next(probe: object): { at: number; turn: number } {
    const turn = this.#turns.get(probe) ?? 0;
    this.#turns.set(probe, turn + 1);
    return { at: (turn * 7_919) % this.customers, turn };
  }

  query<T>(name: string, args: Record<string, unknown>): Promise<T> {
    return this.client.query(query(name), args) as Promise<T>;
  }

  mutate<T>(name: string, args: Record<string, unknown>): Promise<T> {
    return this.client.mutation(mutation(name), args) as Promise<T>;
  }

  act<T>(name: string, args: Record<string, unknown>): Promise<T> {
    return this.client.action(action(name), args) as Promise<T>;
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.server.stop();
  }

  /** The first job of a customer. */
  async jobOf(at: number): Promise<string> {
    const { page } = await this.query<Page>("jobs:ofCustomer", {
      customer_id: customerIdOf(at),
      paginationOpts: { numItems: JOBS_OF_CUSTOMER, cursor: null },
    });
    const job = page.at(-1);
    if (job === undefined) throw new Error(`Customer ${at} has no job.`);
    return job._id;
  }
}

/** A client as a browser has it. */
export function clientOf({ url }: BenchServer, fetchToken: Account["fetchToken"]): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(fetchToken);
  return client;
}

/** Starts the server of a folder and signs in. */
export async function openOffice(folder: string, email: string, customers = 0): Promise<Office> {
  const server = await BenchServer.start(folder);
  return new Office(server, customers, await server.signIn(email));
}
