/** The clients' work while the server is killed. Every acknowledged change is in the ledger. */
import { createHash, randomUUID } from "node:crypto";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { OPERATION_RUNNING } from "@domain/calls/operations";
import { after } from "../../packages/embedded-convex/tests/crash/kills";
import type { TrafficEvents } from "../../packages/embedded-convex/tests/crash/trafficEvents";
import { photo, upload } from "../../packages/embedded-convex/tests/crash/upload";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import type { Random } from "../../packages/embedded-convex/tests/support/random";
import type { Ledger } from "./ledger";

const mutation = (name: string) => makeFunctionReference<"mutation">(name);
const query = (name: string) => makeFunctionReference<"query">(name);
const dedupe = makeFunctionReference<"action">("customers:dedupeForUser");
const undoRun = makeFunctionReference<"action">("changes:undoRun");

/** An action is not sent again after a kill, and its operation runs on for a minute. */
const INTERRUPTED = ["Connection lost while action", OPERATION_RUNNING];

export class Work {
  isStopped = false;
  readonly #o: {
    readonly client: ConvexClient;
    readonly ledger: Ledger;
    readonly random: Random;
    readonly events: TrafficEvents;
  };

  constructor(
    options: Readonly<{
      client: ConvexClient;
      ledger: Ledger;
      random: Random;
      events: TrafficEvents;
    }>,
  ) {
    this.#o = options;
  }

  async run(): Promise<void> {
    await Promise.all([
      this.#repeat((at) => this.#addJob(at)),
      this.#repeat(() => this.#addStock()),
      this.#repeat(() => this.#rename()),
      this.#repeat((at) => this.#undo(at)),
      this.#repeat((at) => this.#merge(at)),
    ]);
  }

  /** Sends the last answered calls again, as a device does that did not receive the answers. */
  async repeatAnswered(): Promise<void> {
    const { client, ledger } = this.#o;
    for (const { name, args, result } of ledger.answered.slice(-3)) {
      const again: unknown = await client.mutation(mutation(name), args);
      if (again !== result)
        ledger.errors.push(
          `${name} was answered ${JSON.stringify(again)}, not ${JSON.stringify(result)}.`,
        );
    }
  }

  /** The names that customers still share after a merge that nothing interrupts. */
  async mergedPairs(): Promise<string[]> {
    const { client } = this.#o;
    // Waits for the connection to the restarted server.
    await this.#customerNames();
    await client.action(dedupe, {});
    const names = await this.#customerNames();
    return names.filter((name, at) => names.indexOf(name) !== at);
  }

  /** Merges new pairs of customers, and returns as soon as the undo of the whole merge is under way. */
  async beginToUndoAMerge(pairs: number): Promise<void> {
    const { client } = this.#o;
    for (let at = 0; at < 2 * pairs; at += 1)
      await client.mutation(mutation("customers:create"), {
        customer_name: `Pair ${at % pairs}`,
        customer_phone: String(3_125_550_000 + (at % pairs)),
      });
    await client.action(dedupe, {});
    const run = (await client.query(query("changes:lastRun"), {})) as {
      id: string;
    };
    void orInterrupted(client.action(undoRun, { id: run.id }));
    await eventually(async () => (await this.#progress())?.task === "undoRun" || null, 30_000, 2);
  }

  /** How many customers the pairs are, once the watchdog has ended what the kill interrupted. */
  async customersOfPairs(): Promise<number> {
    await eventually(
      async () => (await this.#progress())?.isRunning === false || null,
      30_000,
      100,
    );
    const names = await this.#customerNames();
    return names.filter((name) => name.startsWith("Pair ")).length;
  }

  async #progress(): Promise<{ task: string; isRunning: boolean } | null> {
    return (await this.#o.client.query(query("seed:progress"), {})) as {
      task: string;
      isRunning: boolean;
    } | null;
  }

  async downloadViolations(): Promise<string[]> {
    const ids = [...this.#o.ledger.uploads.keys()].slice(0, 100);
    const urls = (await this.#o.client.query(query("files:getUrls"), {
      ids,
    })) as (string | null)[];
    const found: string[] = [];
    for (const [at, url] of urls.entries()) {
      const id = ids[at]!;
      const response = url === null ? null : await fetch(url);
      const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
      if (sha256Of(bytes) !== this.#o.ledger.uploads.get(id))
        found.push(`The download of ${id} differs from the upload.`);
    }
    return found;
  }

  async #customerNames(): Promise<string[]> {
    const listMin = query("customers:listMin");
    const customers = (await this.#o.client.query(listMin, {})) as {
      customer_name: string;
    }[];
    return customers.map(({ customer_name }) => customer_name);
  }

  /** Every request is valid, so every error is a violation. */
  async #repeat(step: (at: number) => Promise<void>): Promise<void> {
    for (let at = 0; !this.isStopped; at += 1) {
      try {
        await step(at);
      } catch (error) {
        this.#o.ledger.errors.push(String(error));
        return;
      }
      await after(this.#o.random.between(0, 12));
    }
  }

  async #addJob(at: number): Promise<void> {
    const { client, ledger, random, events } = this.#o;
    const job_address = `${at} Elm St`;
    const id = (await client.mutation(mutation("jobs:create"), {
      customer: { customer_name: `Customer ${at}` },
      job_address,
    })) as string;
    ledger.jobs.set(job_address, { id, photo: null });
    const url = (await client.mutation(mutation("jobs:generateUploadUrl"), {})) as string;
    const bytes = photo(random);
    const response = await upload(url, bytes, events);
    if (response === null) {
      ledger.brokenUploads += 1;
      return;
    }
    if (response.status !== 200) throw new Error(response.body);
    const { storageId } = JSON.parse(response.body) as { storageId: string };
    ledger.uploads.set(storageId, sha256Of(bytes));
    const fileIds = [storageId];
    const field = "job_photo_estimate";
    await client.mutation(mutation("jobs:addFiles"), { id, field, fileIds });
    ledger.jobs.set(job_address, { id, photo: storageId });
  }

  async #addStock(): Promise<void> {
    const { client, ledger } = this.#o;
    const args = { colorNumber: ledger.color, delta: 1 };
    await client.mutation(mutation("inventory:adjustColorQuantity"), args);
    ledger.stock += 1;
  }

  /** A call that a device may send again. */
  async #answered(
    name: string,
    call: Record<string, unknown>,
  ): Promise<{ result: unknown; changeId: string }> {
    const { client, ledger } = this.#o;
    const args = { ...call, intentId: randomUUID() };
    const result: unknown = await client.mutation(mutation(name), args);
    ledger.answered.push({ name, args, result });
    const changeId = (await client.query(query("changes:ofIntent"), {
      intentId: args.intentId,
    })) as string;
    return { result, changeId };
  }

  /** Deletes a job and restores it, and undoes another deletion. */
  async #undo(at: number): Promise<void> {
    const { client, ledger } = this.#o;
    const job_address = `${at} Oak St`;
    const created = await this.#answered("jobs:create", {
      customer: { customer_name: `Owner ${at}` },
      job_address,
    });
    const id = created.result as string;
    ledger.jobs.set(job_address, { id, photo: null });
    await this.#answered("jobs:deleteJob", { id });
    const { page } = (await client.query(query("changes:deleted"), {
      paginationOpts: { numItems: 20, cursor: null },
    })) as { page: { _id: string; rowId: string }[] };
    const trashed = page.find(({ rowId }) => rowId === id);
    if (trashed === undefined) throw new Error(`${id} is not in the trash.`);
    await this.#answered("changes:restore", { id: trashed._id });
    const { changeId } = await this.#answered("jobs:deleteJob", { id });
    await this.#answered("changes:undo", { id: changeId });
  }

  /** A merge that a kill interrupts leaves duplicates, but never a job without a customer. */
  async #merge(at: number): Promise<void> {
    const { client, ledger } = this.#o;
    const customer = {
      customer_name: `Twin ${at}`,
      customer_phone: String(2_125_550_000 + at),
    };
    for (const side of ["A", "B"]) {
      const job_address = `${at} Birch St ${side}`;
      const id = (await client.mutation(mutation("jobs:create"), {
        customer,
        job_address,
      })) as string;
      ledger.jobs.set(job_address, { id, photo: null });
    }
    await orInterrupted(client.action(dedupe, {}));
    await after(200);
  }

  async #rename(): Promise<void> {
    const { regular } = this.#o.ledger;
    const customer_name = `Regular ${regular.renames + 1}`;
    const args = { customer_id: regular.id, customer_name };
    await this.#o.client.mutation(mutation("customers:update"), args);
    regular.renames += 1;
    regular.name = customer_name;
    await after(500);
  }
}

/** The result of an action; null if a kill interrupted it or one before it. */
async function orInterrupted(action: Promise<unknown>): Promise<unknown> {
  return await action.catch((error: unknown) => {
    const text = error instanceof ConvexError ? JSON.stringify(error.data) : String(error);
    if (!INTERRUPTED.some((known) => text.includes(known))) throw error;
    return null;
  });
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64");
}
