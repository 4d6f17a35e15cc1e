/**
 * Consistent copies of SQLite databases that are in use, and checks of such copies.
 *
 * `copyOnline` copies through the writing connection, a few pages at a time, without blocking it.
 * `vacuumInto` blocks: it copies through a second connection, in one read transaction.
 */
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { BackgroundSync } from "./backgroundSync";
import { backUp, openSqlite } from "./driver";
import type { Sqlite } from "./sqliteInterface";
import { makeOwnerOnly } from "./ownerOnly";
import { StartupError } from "./errors";

/** About 200 kB. The event loop runs between two steps. */
const PAGES_PER_STEP = 50;
/** SQLite's default size of a page. */
const PAGE_BYTES = 4096;
const BYTES_PER_SYNC = 32 * 1024 * 1024;
/** Retries for 5 s while a transaction is open on the same connection. */
const RETRY_DELAY_MS = 10;
const MAX_ATTEMPTS = 500;

interface CopyOptions {
  readonly signal: AbortSignal;
  readonly maxAttempts?: number;
  readonly bytesPerSync?: number;
}

/** Includes writes that are made while it copies. @throws SQLITE_BUSY if a transaction stays open. */
export async function copyOnline(
  sqlite: Sqlite,
  to: string,
  { signal, maxAttempts = MAX_ATTEMPTS, bytesPerSync = BYTES_PER_SYNC }: CopyOptions,
): Promise<void> {
  makeOwnerOnly(to);
  const syncing = new BackgroundSync(to, bytesPerSync);
  const onStep = () => {
    signal.throwIfAborted();
    syncing.written(PAGES_PER_STEP * PAGE_BYTES);
  };
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const pagesPerStep = PAGES_PER_STEP;
      if (await backUp(sqlite, to, { pagesPerStep, onStep })) return;
      signal.throwIfAborted();
      await setTimeout(RETRY_DELAY_MS);
    }
  } finally {
    await syncing.close();
  }
  throw Object.assign(new Error("The database was not copied: a transaction stayed open."), {
    code: "SQLITE_BUSY",
  });
}

/** Works while another process writes to the database. */
export function vacuumInto(from: string, to: string): void {
  makeOwnerOnly(to);
  const sqlite = openSqlite(from, { fileMustExist: true });
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    sqlite.close();
  }
}

/** Runs SQLite's integrity check on a copy. @throws StartupError if it is damaged. */
export function checkIntegrity(file: string): void {
  const problem = problemOf(file);
  if (problem === "ok") return;
  throw new StartupError(`The database ${file} is damaged (${problem}).`);
}

function problemOf(file: string): string {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = openCopy(file);
    const found = sqlite.pragma("integrity_check(1)", { simple: true });
    return String(found).split("\n")[0] ?? "";
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return code;
    throw error;
  } finally {
    sqlite?.close();
  }
}

/** Switches the copy from WAL to a rollback journal, so that it stays a single file. */
export function openCopy(file: string): Sqlite {
  const sqlite = openSqlite(file, { fileMustExist: true });
  try {
    sqlite.pragma("journal_mode = DELETE");
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function codeOf(thrown: unknown): string | undefined {
  return (thrown as { code?: string }).code;
}

/** The `user_version` of a database, or 0 if the file is missing or not a database (opening it reports that). */
export function readFormat(file: string): number {
  if (!existsSync(file)) return 0;
  let sqlite: Sqlite | undefined;
  try {
    sqlite = openSqlite(file, { fileMustExist: true });
    return Number(sqlite.pragma("user_version", { simple: true }));
  } catch {
    return 0;
  } finally {
    sqlite?.close();
  }
}
