/** Runs a read of `specs.ts` with a function's `ctx.db`. */
import type { GenericDataModel, GenericQueryCtx } from "convex/server";
import type { GenericId, Value } from "convex/values";
import type { Bound, End, Filter, RangeRead, Read, SearchRead } from "./specs";

export interface Thing {
  readonly _id: GenericId<"things">;
  readonly _creationTime: number;
  readonly key: string;
  readonly [name: string]: Value;
}

export type Db = GenericQueryCtx<GenericDataModel>["db"];
export type Id = GenericId<"things">;

interface RangeBuilder {
  eq(field: string, value: Value | undefined): RangeBuilder;
  gt(field: string, value: Value | undefined): RangeBuilder;
  gte(field: string, value: Value | undefined): RangeBuilder;
  lt(field: string, value: Value | undefined): RangeBuilder;
  lte(field: string, value: Value | undefined): RangeBuilder;
}

interface FilterBuilder {
  field(path: string): unknown;
  not(inner: unknown): unknown;
  and(...all: unknown[]): unknown;
  or(...any: unknown[]): unknown;
  eq(left: unknown, right: unknown): unknown;
  neq(left: unknown, right: unknown): unknown;
  gt(left: unknown, right: unknown): unknown;
  gte(left: unknown, right: unknown): unknown;
  lt(left: unknown, right: unknown): unknown;
  lte(left: unknown, right: unknown): unknown;
}

export function ranged(db: Db, { index, bounds, order, filter }: RangeRead) {
  const build = (builder: unknown) =>
    bounds.reduce(
      (q: RangeBuilder, { op, field, value }: Bound) => q[op](field, value),
      builder as RangeBuilder,
    ) as never;
  const ordered = db.query("things").withIndex(index, build).order(order);
  return filter === undefined ? ordered : ordered.filter((q) => condition(q, filter) as never);
}

function condition(q: FilterBuilder, filter: Filter): unknown {
  if ("not" in filter) return q.not(condition(q, filter.not));
  if ("and" in filter) return q.and(...filter.and.map((f) => condition(q, f)));
  if ("or" in filter) return q.or(...filter.or.map((f) => condition(q, f)));
  return q[filter.op](q.field(filter.field), filter.value);
}

export type Answer = Thing | Thing[] | string | null;

export async function answerRead(db: Db, read: Read, turns = 0): Promise<Answer> {
  if (read.kind === "get") {
    return (await db.get("things", read.id as Id)) as Thing | null;
  }
  if (read.kind === "search") return await searched(db, read);
  return await ended(ranged(db, read), read.end, turns);
}

/** Sorted by id: these tests do not cover the ranking of search results. */
async function searched(db: Db, { text, w, filterField = "w" }: SearchRead): Promise<Thing[]> {
  const found = (await db
    .query("things")
    .withSearchIndex("search_text", (q) => {
      const search = q.search("text", text);
      return w === undefined ? search : search.eq(filterField, w);
    })
    .collect()) as unknown as Thing[];
  return found.sort((a, b) => (a._id < b._id ? -1 : 1));
}

async function ended(query: ReturnType<typeof ranged>, end: End, turns: number): Promise<Answer> {
  if (end === "collect") return (await query.collect()) as Thing[];
  if (end === "first") return (await query.first()) as Thing | null;
  if (end === "unique") {
    try {
      return (await query.unique()) as Thing | null;
    } catch {
      return "several";
    }
  }
  if ("take" in end) return (await query.take(end.take)) as Thing[];
  const found: Thing[] = [];
  if (end.iterate === 0) return found;
  for await (const document of query) {
    found.push(document as Thing);
    if (found.length === end.iterate) break;
    await pause(turns);
  }
  return found;
}

export async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

export async function idOf(db: Db, key: string): Promise<Id | null> {
  const found = await db
    .query("things")
    .withIndex("by_key", (q) => q.eq("key", key as never))
    .first();
  return (found?._id as Id | undefined) ?? null;
}
