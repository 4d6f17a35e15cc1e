/**
 * Opens the database file, checks it, and migrates older formats.
 *
 * Invariants after opening: a commit is durable when it returns (WAL, synchronous=FULL), and the format
 * is the newest that this version knows. A rejected file is not written to. Does not lock out other
 * processes: the caller holds the data folder's lock (dataFolder.ts).
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "./driver";
import type { Sqlite } from "./sqliteInterface";
import { makeOwnerOnly } from "./ownerOnly";
import { StartupError } from "./errors";
import { MIGRATIONS } from "./migrations";

export type { Sqlite, Statement } from "./sqliteInterface";

const FILE_NAME = "data.db";

/**
 * Larger files are not checked at start, because reading them whole takes too long. SQLite then detects
 * damage when it reads a damaged page: the query fails, or the commit stops the server.
 */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * Checkpoint the WAL at 32 MB. SQLite's default (1000 pages, 4 MB) is about one commit group, so every
 * second commit would checkpoint, rewriting and syncing the same pages.
 */
const CHECKPOINT_PAGES = 8_000;

export const IN_MEMORY = ":memory:";

export function openDatabase(dataDir: string): Sqlite {
  if (dataDir !== IN_MEMORY) return openFile(join(dataDir, FILE_NAME));
  const sqlite = openSqlite(IN_MEMORY);
  migrate(sqlite, IN_MEMORY);
  return sqlite;
}

function openFile(path: string): Sqlite {
  const size = existsSync(path) ? statSync(path).size : 0;
  let sqlite: Sqlite | null = null;
  try {
    makeOwnerOnly(path);
    sqlite = openSqlite(path);
    // Check before setting pragmas: changing the journal mode writes to the file.
    checkVersion(sqlite, path);
    if (size > 0 && size <= FULL_CHECK_BYTES) checkIntegrity(sqlite, path);
    sqlite.pragma("synchronous = FULL");
    // Move the WAL of a killed or failed process into the database file and sync it there. After a failed
    // fsync the operating system reports the WAL's pages as written although they may not be.
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
    // After the checkpoint: SQLite rejects a checkpoint right after a file without a WAL (such as a restored
    // one) is switched to WAL mode.
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    sqlite.pragma("cache_size = -65536");
    sqlite.pragma("temp_store = MEMORY");
    migrate(sqlite, path);
    return sqlite;
  } catch (cause) {
    sqlite?.close();
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(openError(path, reasonOf(cause)), { cause });
  }
}

function openError(path: string, reason: string): string {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(reason)) {
    return `The database ${path} is damaged or is not a database (${reason}). Nothing was changed; restore it from a backup.`;
  }
  return `The database ${path} cannot be opened (${reason}). Nothing was changed.`;
}

function checkVersion(sqlite: Sqlite, path: string): void {
  const version = formatVersion(sqlite);
  if (version <= MIGRATIONS.length) return;
  throw new StartupError(
    `The database ${path} was written by a newer version of this server (format ${version}, this one knows up to ${MIGRATIONS.length}). Nothing was changed; update the server.`,
  );
}

function checkIntegrity(sqlite: Sqlite, path: string): void {
  const problem = sqlite.pragma("quick_check(1)", { simple: true });
  if (problem === "ok") return;
  throw new StartupError(
    `The database ${path} is damaged (${String(problem).split("\n")[0]}). Nothing was changed; restore it from a backup.`,
  );
}

function migrate(sqlite: Sqlite, path: string): void {
  checkVersion(sqlite, path);
  for (let version = formatVersion(sqlite); ; version++) {
    const script = MIGRATIONS[version];
    if (script === undefined) return;
    sqlite.transaction(() => {
      sqlite.exec(script);
      sqlite.pragma(`user_version = ${version + 1}`);
    })();
  }
}

function formatVersion(sqlite: Sqlite): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as Error & { code?: unknown }).code;
  return typeof code === "string" ? code : cause.message;
}
