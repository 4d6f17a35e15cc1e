import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  compareName,
  nameCost,
  nameReadings,
  nameWords,
  similarPairs,
  type TypedName,
} from "../../../domain/names/similarNames";
import { readFewest, type WordRow } from "../search/find";
import { readNameWords, rowsOfWord } from "../search/names";
import { customerOf, toCustomer } from "./customers";
import type { Customer } from "./validators";

const MAX_RESULTS = 5;

/** The limits of rows: with the words of names and the candidates' jobs, fewer than 200 documents are read. */
const MAX_ROWS = 120;
const MAX_ROWS_OF_PAIRS = 40;
const STEP = 8;
const MAX_CANDIDATES = 15;

/** A candidate's row, and how far its words are from the typed ones. */
type Candidate = {
  readonly row: Pick<WordRow, "rowId" | "createdAt">;
  readonly cost: number;
};

/**
 * The nearest names first, and of equally near ones the newest customers. None
 * if a customer has the typed name.
 */
export async function similarCustomers(
  ctx: QueryCtx,
  workspaceId: string,
  { term, withJobs }: { readonly term: string; readonly withJobs: boolean },
): Promise<Customer[]> {
  const readings = nameReadings(term);
  if (readings.length === 0) return [];
  const known = await readNameWords(ctx, workspaceId);
  const typed = readings
    .map((words, at) => compareName(words, known, at > 0))
    .filter((name) => name !== null);
  const found: Customer[] = [];
  for (const { row } of await findCandidates(ctx, workspaceId, typed)) {
    if (found.length === MAX_RESULTS) break;
    const customer = await customerOf(ctx, row.rowId);
    // Skips derived rows without their customer. The cost excludes customers whose name has changed since.
    if (customer?.workspaceId !== workspaceId) continue;
    const cost = leastCost(nameWords(customer.customer_name), typed);
    if (cost === null) continue;
    if (withJobs && !(await hasJob(ctx, customer))) continue;
    if (cost === 0) return [];
    found.push(toCustomer(customer));
  }
  return found;
}

/** Customers with a word like each typed one of a reading, the best first. */
async function findCandidates(
  ctx: QueryCtx,
  workspaceId: string,
  typed: readonly TypedName[],
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for (const name of typed) {
    const share = MAX_ROWS / typed.length;
    for (const row of await readRows(ctx, { workspaceId, name, share })) {
      const cost = nameCost(row.text.trim().split(" "), name);
      if (cost !== null) candidates.set(row.rowId, { row, cost });
    }
    if (candidates.size > 0) break;
  }
  return [...candidates.values()]
    .sort((a, b) => a.cost - b.cost || b.row.createdAt - a.row.createdAt)
    .slice(0, MAX_CANDIDATES);
}

interface Reading {
  readonly workspaceId: string;
  readonly name: TypedName;
  /** The most rows that are read. */
  readonly share: number;
}

/** Rows that hold similar words, beginning with customers who have two of them. */
async function readRows(ctx: QueryCtx, { workspaceId, name, share }: Reading): Promise<WordRow[]> {
  const names = { workspaceId, of: "customerNames" } as const;
  const ofPairs: WordRow[] = [];
  const most = Math.min(share / 2, MAX_ROWS_OF_PAIRS);
  for (const pair of similarPairs(name))
    if (ofPairs.length < most)
      ofPairs.push(...(await rowsOfWord(ctx, names, pair.join(" ")).take(most - ofPairs.length)));
  const words = name.words.filter(({ similar }) => similar.size > 0);
  const left = (share - ofPairs.length) / words.length;
  const tried = await readFewest(
    words.map(({ similar }) => rowsOf(ctx, workspaceId, [...similar.keys()])),
    { step: STEP, most: Math.floor(left / STEP) * STEP },
  );
  return [...ofPairs, ...tried.flatMap(({ rows }) => rows)];
}

/** Null for a name that is similar to no reading. */
function leastCost(words: readonly string[], typed: readonly TypedName[]): number | null {
  const costs = typed.map((name) => nameCost(words, name)).filter((cost) => cost !== null);
  return costs.length === 0 ? null : Math.min(...costs);
}

/** The rows of customers with one of the words, in the order of the words. */
async function* rowsOf(
  ctx: QueryCtx,
  workspaceId: string,
  words: readonly string[],
): AsyncGenerator<WordRow> {
  for (const word of words)
    for (const of of ["customerNames", "customers"] as const)
      yield* rowsOfWord(ctx, { workspaceId, of }, word);
}

async function hasJob(
  ctx: QueryCtx,
  { workspaceId, customer_id }: Doc<"customers">,
): Promise<boolean> {
  const job = await ctx.db
    .query("jobs")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("job_customer_id", customer_id),
    )
    .first();
  return job !== null;
}
