/** Files as the import dialog sends and checks them. */
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { chunksOf } from "@domain/imports/chunks";
import type { ImportRow } from "@domain/imports/rows";
import type { Caller } from "./convexHarness";

/** Sends a file as the dialog does. */
export async function stage(caller: Caller, rows: readonly ImportRow[]): Promise<Id<"imports">> {
  const chunks = chunksOf(rows);
  const importId = await caller.mutation(api.imports.begin, {
    kind: rows[0]!.kind,
    fileName: "clients.csv",
    rowCount: rows.length,
    chunkCount: chunks.length,
  });
  for (const [index, text] of chunks.entries())
    await caller.mutation(api.imports.stage, { importId, index, rows: text });
  return importId;
}

export async function check(caller: Caller, rows: readonly ImportRow[]) {
  const importId = await stage(caller, rows);
  return {
    importId,
    found: await caller.action(api.imports.check, { importId }),
  };
}
