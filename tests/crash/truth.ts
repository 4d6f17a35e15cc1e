/**
 * What is on the disk, read past the server: the documents of its database, its stored files, its accounts. Read-only, and beside
 * a server that runs: opening the files of one that was killed would do the recovery that the server itself is to do.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openSqlite, type Sqlite } from "embedded-convex";

export type Row = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly _creationTime: number;
};

export interface Truth {
  /** By table; empty where there is none. */
  readonly rows: (table: string) => readonly Row[];
  /** What is wrong with the files as SQLite sees them, and with their indexes. */
  readonly damage: readonly string[];
  /** SHA-256 in base64 of each stored blob, by its name. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Files that are being written. */
  readonly incoming: readonly string[];
  /** By e-mail address, how many users there are of it, and how many of these could sign in. */
  readonly accounts: ReadonlyMap<string, { users: number; passwords: number }>;
}

export function readTruth(dataDir: string): Truth {
  const tables = new Map<string, Row[]>();
  const damage: string[] = [];
  reading(join(dataDir, "data.db"), (database) => {
    damage.push(...integrity("data.db", database), ...indexDamage(database));
    const documents = database
      .prepare(
        "SELECT t.name, d.json FROM documents d JOIN tables t ON t.number = d.table_number",
      )
      .all() as { name: string; json: string }[];
    for (const { name, json } of documents) {
      const rows = tables.get(name) ?? [];
      rows.push(JSON.parse(json) as Row);
      tables.set(name, rows);
    }
  });
  const accounts = new Map<string, { users: number; passwords: number }>();
  reading(join(dataDir, "accounts.db"), (database) => {
    damage.push(...integrity("accounts.db", database));
    const users = database
      .prepare(
        `SELECT u.email, count(DISTINCT u.id) AS users, count(a.password) AS passwords
         FROM user u LEFT JOIN account a ON a.userId = u.id GROUP BY u.email`,
      )
      .all() as { email: string; users: number; passwords: number }[];
    for (const { email, ...counts } of users) accounts.set(email, counts);
  });
  const names = blobNames(dataDir);
  return {
    rows: (table) => tables.get(table) ?? [],
    damage,
    accounts,
    incoming: readdirSync(join(dataDir, "files", "incoming")),
    blobs: new Map(
      names.map((name) => [name, hashOf(join(dataDir, "files", name))]),
    ),
  };
}

function blobNames(dataDir: string): string[] {
  return readdirSync(join(dataDir, "files")).filter(
    (name) => name !== "incoming",
  );
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("base64");
}

function reading(file: string, read: (database: Sqlite) => void): void {
  const database = openSqlite(file, { readonly: true });
  try {
    // One snapshot for all of it.
    database.transaction(() => read(database))();
  } finally {
    database.close();
  }
}

function integrity(name: string, database: Sqlite): string[] {
  const found = database.pragma("integrity_check", { simple: true });
  return found === "ok" ? [] : [`${name}: ${String(found)}`];
}

/** Every document is in every index of its table, once, and no index leads to what is gone. */
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
  if (lost > 0) uneven.push(`${lost} index entries lead to no document.`);
  return uneven;
}
