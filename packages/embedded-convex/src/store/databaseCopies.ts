/**
 * Copies of a SQLite database that is in use, each as it was at one moment. `copyLive` goes through the connection that writes, a
 * few pages at a time; `copyAside` through one of its own, in one read transaction, and takes as long as it takes.
 */
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { backUp, openSqlite, type Sqlite } from "./driver";
import { makeOwnerOnly } from "./ownerOnly";
import { StartupError } from "./errors";

/** About 200 kB: between two such steps the server answers. */
const PAGES_A_STEP = 50;
/** What stands in the way is a transaction of this same connection. Together these are some seconds. */
const WAIT_MS = 10;
const TRIES = 500;

/** Never blocks for long; what is written meanwhile is in the copy. */
export async function copyLive(
  sqlite: Sqlite,
  to: string,
  signal: AbortSignal,
  tries = TRIES,
): Promise<void> {
  makeOwnerOnly(to);
  for (let left = tries; left > 0; left--) {
    const isCopied = await backUp(sqlite, to, {
      pagesPerStep: PAGES_A_STEP,
      onStep: () => signal.throwIfAborted(),
    });
    if (isCopied) return;
    signal.throwIfAborted();
    await setTimeout(WAIT_MS);
  }
  throw Object.assign(new Error("A transaction was open all the time."), {
    code: "SQLITE_BUSY",
  });
}

/** Also where another process has the database open, and writes. */
export function copyAside(from: string, to: string): void {
  makeOwnerOnly(to);
  const sqlite = openSqlite(from, { fileMustExist: true });
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    sqlite.close();
  }
}

/** @throws StartupError where a page of the copy is not as it should be. */
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

/** A copy is one file: without the journal beside it that the original has. */
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

/** The `user_version` of a database, or 0 for a file that is missing or no database: opening it reports that. */
export function formatOf(file: string): number {
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
