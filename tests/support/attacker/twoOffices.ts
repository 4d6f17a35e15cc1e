/**
 * Two offices in one engine, in memory, each with rows of every kind that a function names by an id: one that is there
 * and one that is gone.
 */
import {
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type DefaultFunctionArgs,
  type GenericDataModel,
  type GenericMutationCtx,
} from "convex/server";
import { ConvexError, convexToJson, v, type Value } from "convex/values";
import schema from "@convex/schema";
import {
  IN_MEMORY,
  openEngine,
  type FunctionOutcome,
} from "../../../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
} from "../../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../../../server/modules";
import type { Call } from "./functionArguments";
import { Person, seedOffice, type Office } from "./seededOffice";

/** Ids of documents, and UUIDs. */
export const ANY_ID = /[0-9a-z]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Attempt {
  readonly ok: boolean;
  /** The result or the error, as text. */
  readonly answer: string;
  /** Rows that the call wrote or removed, as text. */
  readonly effect: readonly string[];
}

const reasonOf = (error: unknown) =>
  error instanceof ConvexError
    ? JSON.stringify(error.data)
    : (error as Error).message.replace(/\[Request ID: \w+\] /, "");

type Database = GenericMutationCtx<GenericDataModel>["db"];

async function rowsIn(db: Pick<Database, "query">): Promise<string[]> {
  const tables = Object.keys(schema.tables);
  const rows = await Promise.all(tables.map(async (table) => await db.query(table).collect()));
  return rows.flatMap((all, at) => all.map((row) => `${tables[at]} ${JSON.stringify(row)}`));
}

type Seen = Pick<Attempt, "ok" | "answer"> & {
  readonly rows: readonly string[];
};

/** A mutation that runs another one, and is rolled back: every attempt finds the same rows. */
function trialModule() {
  let seen: Seen | null = null;
  const attempt = mutationGeneric({
    args: { path: v.string(), args: v.any() },
    handler: async (ctx, { path, args }) => {
      const mutation = makeFunctionReference<"mutation">(path);
      seen = await ctx.runMutation(mutation, args as DefaultFunctionArgs).then(
        async (value: Value) => {
          const answer = JSON.stringify(convexToJson(value));
          return { ok: true, answer, rows: await rowsIn(ctx.db) };
        },
        (error: unknown) => ({ ok: false, answer: reasonOf(error), rows: [] }),
      );
      throw new ConvexError("This is rolled back.");
    },
  });
  const rows = queryGeneric(async ({ db }) => await rowsIn(db));
  const take = (): Seen => {
    if (seen === null) throw new Error("The mutation was not run.");
    const taken = seen;
    seen = null;
    return taken;
  };
  return { module: { attempt, rows }, take };
}

export class TwoOffices {
  readonly #trial = trialModule();
  readonly #engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...loadModules(), trial: this.#trial.module },
    blobs: memoryBlobs(),
    log: memoryLog(),
    exposeErrors: true,
  });
  readonly #bo = new Person(this.#engine, "bo", "office-bo");
  #rows: ReadonlySet<string> = new Set();
  #ids: ReadonlySet<string | null> = new Set();

  private constructor() {}

  static async open(): Promise<TwoOffices & Seeded> {
    // Counts of a person's calls would differ between two that are compared. The server limits calls by itself.
    process.env["PERSON_RATES"] = "off";
    const offices = new TwoOffices();
    const anna = new Person(offices.#engine, "anna", "office-anna");
    // So that Anna has readable ids that Bo's office has not.
    for (let at = 0; at < 9; at += 1)
      await anna.mutate("customers:create", { customer_name: `No. ${at}` });
    const annas = await seedOffice(anna);
    const bos = await seedOffice(offices.#bo);
    await offices.#remember();
    return Object.assign(offices, { annas, bos });
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Bo's call. What a mutation did is taken back. */
  async attempt({ path, kind, args }: Call): Promise<Attempt> {
    const { caller } = this.#bo;
    if (kind === "query") {
      const request = { udfPath: path, args, caller };
      const { outcome } = await this.#engine.runQuery(request);
      return { ...answerOf(outcome), effect: [] };
    }
    if (kind === "action") {
      const request = { udfPath: path, args, caller };
      const answer = answerOf(await this.#engine.runAction(request));
      const before = this.#rows;
      await this.#remember();
      const effect = differences(before, this.#rows);
      return { ...answer, effect: effect.filter((row) => !isProgress(row)) };
    }
    const trial = { udfPath: "trial:attempt", args: { path, args }, caller };
    await this.#engine.runMutation(trial);
    const { rows, ...answer } = this.#trial.take();
    const effect = answer.ok ? differences(this.#rows, new Set(rows)) : [];
    return { ...answer, effect };
  }

  /** Whether an id is in a row of either office. */
  knows(id: string): boolean {
    return this.#ids.has(id);
  }

  async #remember(): Promise<void> {
    this.#rows = new Set((await this.#bo.query("trial:rows")) as string[]);
    const ids = [...this.#rows].flatMap((row) => row.match(ANY_ID));
    this.#ids = new Set(ids);
  }
}

interface Seeded {
  readonly annas: Office;
  readonly bos: Office;
}

function answerOf(outcome: FunctionOutcome): Omit<Attempt, "effect"> {
  const { ok } = outcome;
  if (outcome.ok) return { ok, answer: JSON.stringify(outcome.value) };
  const { data, message } = outcome;
  const answer =
    data === undefined ? message.replace(/\[Request ID: \w+\] /, "") : JSON.stringify(data);
  return { ok, answer };
}

/** Bo's last long-running operation, which has a row also if it was refused. */
const isProgress = (row: string) => /^. tasks .*"office-bo"/.test(row);

function differences(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [
    ...[...before].filter((row) => !after.has(row)).map((row) => `- ${row}`),
    ...[...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`),
  ].sort();
}
