/** One person with a workspace, the clients that work on it, and one that only watches it. */
import type { ConvexClient } from "convex/browser";
import type { Random } from "../../domain/random";
import { eventually } from "../../packages/embedded-convex/tests/support/eventually";
import { signUp, type Person } from "../support/people";
import * as functions from "./functions";
import { Ledger } from "./ledger";
import type { Moments } from "./moments";
import type { Traffic } from "./traffic";
import type { Row, Truth } from "./truth";
import { Visitor } from "./visitor";
import { openClient, Worker, type WorkerParts } from "./worker";

export interface Surroundings {
  readonly url: string;
  readonly randomOf: (label: string) => Random;
  readonly traffic: Traffic;
  readonly moments: Moments;
}

/**
 * A new name reaches 200 in the mutation itself, and 200 with each scheduled step. So there are two steps, of which the first makes
 * the second: one that is done twice shows.
 */
const REGULAR_JOBS = 401;
const COLORS = 8;

export class Workspace {
  readonly workers: readonly Worker[];
  #jobs: readonly functions.JobView[] = [];
  #colors: readonly functions.ColorView[] = [];
  #visitors = 0;

  private constructor(
    readonly ledger: Ledger,
    private readonly person: Person,
    private readonly watcher: ConvexClient,
    private readonly around: Surroundings & { readonly name: string },
  ) {
    this.workers = Array.from(
      { length: 2 },
      (_, at) =>
        new Worker(this.#parts(`${around.name}.client ${at}`, at === 0)),
    );
    const day = { dayStart: functions.DAY, dayEnd: functions.DAY + 1 };
    watcher.onUpdate(functions.jobsOfDay, day, (jobs) => (this.#jobs = jobs));
    watcher.onUpdate(
      functions.listColors,
      {},
      (colors) => (this.#colors = colors),
    );
  }

  /** With its catalogue, and a customer of many jobs. */
  static async open(
    name: string,
    around: Surroundings,
    email: string,
  ): Promise<Workspace> {
    const person = await signUp(around.url, email);
    const { client, signedIn } = openClient({ ...around, person });
    await signedIn;
    await client.mutation(functions.seedDefaults, {});
    const colors = await client.query(functions.listColors, {});
    const [first, ...others] = colors
      .slice(0, COLORS)
      .map(({ colorNumber }) => colorNumber);
    if (first === undefined) throw new Error("There are no colors.");
    const ledger = new Ledger(person.id, [first, ...others]);
    await openRegular(client, name, ledger);
    return new Workspace(ledger, person, client, { ...around, name });
  }

  /** A client that comes, asks, and goes away whenever `leave` is called. */
  visit(): Visitor {
    this.#visitors += 1;
    const { name } = this.around;
    return new Visitor(this.#parts(`${name}.visitor ${this.#visitors}`, false));
  }

  /** What the watcher shows becomes what is on the disk; null when it does not. */
  async watchedViolation(truth: Truth): Promise<string | null> {
    const own = (table: string) =>
      truth
        .rows(table)
        .filter((row) => row.workspaceId === this.ledger.workspaceId);
    const dated = own("jobs").filter((row) => "job_estimate_date" in row);
    const jobs = dated.map(seen).sort().join("\n");
    const colors = new Map(
      own("inventoryColorStock").map((row) => [row.colorNumber, row.quantity]),
    );
    const isShown = () =>
      this.#jobs.map(seen).sort().join("\n") === jobs &&
      this.#colors.every(
        ({ colorNumber, quantity }) =>
          quantity === (colors.get(colorNumber) ?? 0),
      );
    try {
      await eventually(() => isShown() || null, 30_000, 50);
      return null;
    } catch {
      return "A client that watches does not show what is there.";
    }
  }

  /** The bytes of every photo that is on a job, fetched as a browser fetches them, are what was uploaded. */
  async downloadViolations(): Promise<string[]> {
    const { ledger, watcher } = this;
    const ids = ledger.jobs.flatMap(({ photos }) => [...photos]);
    const urls = await watcher.query(functions.getUrls, {
      ids: ids.slice(0, 100),
    });
    const found: string[] = [];
    for (const [at, url] of urls.entries()) {
      const id = ids[at] ?? "";
      const answer = url === null ? null : await fetch(url);
      const bytes = await answer?.arrayBuffer();
      const sha256 = bytes && (await crypto.subtle.digest("SHA-256", bytes));
      if (
        sha256 === undefined ||
        Buffer.from(sha256).toString("base64") !== ledger.uploads.get(id)
      )
        found.push(`The photo ${id} cannot be fetched as it was uploaded.`);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.watcher.close();
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  #parts(name: string, renames: boolean): WorkerParts {
    const { person, ledger } = this;
    return { ...this.around, name, person, ledger, renames };
  }
}

async function openRegular(
  client: ConvexClient,
  name: string,
  ledger: Ledger,
): Promise<void> {
  const { regular } = ledger;
  regular.name = "Regular 0";
  regular.customerId = await client.mutation(functions.createCustomer, {
    customer_name: regular.name,
  });
  await Promise.all(
    Array.from({ length: REGULAR_JOBS }, async (_, at) => {
      const job = ledger.job(`${name}.regular ${at}`);
      job.id = await client.mutation(functions.createJob, {
        job_customer_id: regular.customerId,
        job_address: job.address,
        job_notes: job.notes,
      });
      job.state = "there";
    }),
  );
}

/** What a client shows of a job, in one line. */
function seen(job: functions.JobView | Row): string {
  const { _id, job_notes, customer_name, job_photo_estimate } =
    job as functions.JobView;
  return [_id, job_notes, customer_name, ...job_photo_estimate].join(" ");
}
