import type { TableNames } from "@convex/_generated/dataModel";
import schema from "@convex/schema";
import type { Caller } from "./convexHarness";

/**
 * What a restoration adds to and does not take back: its own history, the answers to calls, how many a person has made,
 * and by what an import knows its rows.
 */
const RECORDS: readonly string[] = [
  "changes",
  "importedRows",
  "intents",
  "personRates",
  "retention",
  "tasks",
  "uploadTickets",
];

/** Derived rows that a restore writes again. No other row refers to their ids. */
const WRITTEN_ANEW: readonly string[] = ["searchWords", "nameWords", "noteWords"];

type Stored = Readonly<Record<string, unknown>>;

export interface WholeDatabase {
  /** Every row of every table, as text, by its table. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** The bytes of every stored file, by its id. */
  readonly files: Readonly<Record<string, readonly number[]>>;
}

/** All rows of all workspaces and all stored files, apart from the history. */
export async function wholeDatabase(caller: Caller): Promise<WholeDatabase> {
  return await caller.run(async (ctx) => {
    const scheduled = await ctx.db.system.query("_scheduled_functions").collect();
    const pending = new Set<unknown>(
      scheduled.filter(({ state }) => state.kind === "pending").map(({ _id }) => _id),
    );
    const tables: Record<string, readonly string[]> = {};
    for (const name of Object.keys(schema.tables)) {
      if (RECORDS.includes(name)) continue;
      const rows: Stored[] = await ctx.db.query(name as TableNames).collect();
      tables[name] = rows.map((row) => textOf(name, row, pending)).sort();
    }
    const files: Record<string, readonly number[]> = {};
    for (const { _id } of await ctx.db.system.query("_storage").collect()) {
      const blob = await ctx.storage.get(_id);
      files[_id] = [...new Uint8Array((await blob?.arrayBuffer()) ?? [])];
    }
    return { tables, files };
  });
}

function textOf(table: string, row: Stored, pending: ReadonlySet<unknown>): string {
  const { _id, _creationTime, sweepId, ...fields } = row;
  const shown = {
    ...(WRITTEN_ANEW.includes(table) ? {} : { _id, _creationTime }),
    ...fields,
    // A sweep may be scheduled again: what counts is that there is one.
    ...(sweepId === undefined ? {} : { hasSweep: pending.has(sweepId) }),
  };
  const entries = Object.entries(shown).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
