/**
 * What is on the disk: documents and stored files, read without the server. Read-only, and while a server runs: opening
 * the database of a killed server would recover it, which is the server's task.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../../src/store/driver";
import type { Sqlite } from "../../src/store/sqliteInterface";

export type Row = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly _creationTime: number;
};

export interface StoredState {
  /** Empty for an unknown table. */
  readonly rows: (table: string) => readonly Row[];
  /** Failures of SQLite's integrity check and of our indexes. */
  readonly damage: readonly string[];
  /** SHA-256 in base64 of each stored blob, by its name. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Names of uploads in progress. */
  readonly incoming: readonly string[];
}

export function readStoredState(dataDir: string): StoredState {
  const tables = new Map<string, Row[]>();
  const damage: string[] = [];
  withDatabase(join(dataDir, "data.db"), (database) => {
    damage.push(...integrityDamage(database), ...indexDamage(database));
    const documents = database
      .prepare("SELECT t.name, d.json FROM documents d JOIN tables t ON t.number = d.table_number")
      .all() as { name: string; json: string }[];
    for (const { name, json } of documents) {
      const rows = tables.get(name) ?? [];
      rows.push(JSON.parse(json) as Row);
      tables.set(name, rows);
    }
  });
  const names = blobNames(dataDir);
  return {
    rows: (table) => tables.get(table) ?? [],
    damage,
    incoming: readdirSync(join(dataDir, "files", "incoming")),
    blobs: new Map(names.map((name) => [name, hashOf(join(dataDir, "files", name))])),
  };
}

function blobNames(dataDir: string): string[] {
  return readdirSync(join(dataDir, "files")).filter((name) => name !== "incoming");
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("base64");
}

export function withDatabase(file: string, read: (database: Sqlite) => void): void {
  const database = openSqlite(file, { readonly: true });
  try {
    // One snapshot for all reads.
    database.transaction(() => read(database))();
  } finally {
    database.close();
  }
}

export function integrityDamage(database: Sqlite): string[] {
  const result = database.pragma("integrity_check", { simple: true });
  return result === "ok" ? [] : [String(result)];
}

/** Every index has exactly one entry per document of its table. */
function indexDamage(database: Sqlite): string[] {
  const counts = database
    .prepare(
      `SELECT t.name || '.' || i.name AS name,
         (SELECT count(*) FROM index_entries e WHERE e.index_id = i.id) AS entries,
         (SELECT count(*) FROM documents d WHERE d.table_number = i.table_number) AS documents
       FROM indexes i JOIN tables t ON t.number = i.table_number
       WHERE i.definition LIKE '{"fields"%'`,
    )
    .all() as { name: string; entries: number; documents: number }[];
  const lost = database
    .prepare(
      `SELECT count(*) FROM index_entries e LEFT JOIN documents d ON d.row = e.document WHERE d.row IS NULL`,
    )
    .pluck()
    .get() as number;
  const uneven = counts
    .filter(({ entries, documents }) => entries !== documents)
    .map(
      ({ name, entries, documents }) =>
        `The index ${name} has ${entries} entries for ${documents} documents.`,
    );
  if (counts.length === 0) uneven.push("No index was found.");
  if (lost > 0) uneven.push(`${lost} index entries have no document.`);
  return uneven;
}

/** Reminders are due within this time, sweeps much later. */
const SOON_MS = 10_000;

/** No scheduled function is running, due, or due soon. */
export function isDone(state: StoredState): boolean {
  return state.rows("_scheduled_functions").every((row) => {
    const { kind } = row.state as { kind: string };
    return (
      kind !== "inProgress" &&
      (kind !== "pending" || Number(row.scheduledTime) > Date.now() + SOON_MS)
    );
  });
}
