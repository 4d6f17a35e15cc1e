/**
 * Opens the database file: refuses what it cannot read with one sentence, and brings an older format up to date.
 *
 * Always true after opening: a commit is on disk when it returns (WAL, synchronous=FULL), and the format is the newest that this
 * server knows. A file that was refused has not been written to. That no other process serves the same folder is seen to before
 * anything in it is opened (dataFolder.ts), not here.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { openSqlite, type Sqlite } from "./driver";
import { makeOwnerOnly } from "./ownerOnly";
import { StartupError } from "./errors";
import { MIGRATIONS } from "./migrations";

export type { Sqlite, Statement } from "./driver";

const FILE_NAME = "data.db";

/**
 * A file above this is not read whole at start, which would keep the office waiting, nor beside those at work, whose disk it would
 * take at every start. SQLite then finds damage when it meets it: a read of the page fails, and a commit stops the server.
 */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * So many pages (32 MB) may be in the log before they go into the file itself. Several times SQLite's own measure: a group of
 * mutations alone fills that one, and then every second commit would write the same pages into the file again, and sync it.
 */
const LOG_PAGES = 8_000;

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
    // Read before anything is set: even a change of journal mode would write to a foreign file.
    checkVersion(sqlite, path);
    if (size > 0 && size <= FULL_CHECK_BYTES) checkIntegrity(sqlite, path);
    sqlite.pragma("synchronous = FULL");
    // What a killed or failed run left in the log goes into the file itself, and is synced there: of a page that once failed to
    // sync the system says ever after that it is on the disk.
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
    // After that: of a file that had no log yet, as a restored one has none, SQLite refuses it for the time being.
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    sqlite.pragma("cache_size = -65536");
    sqlite.pragma("temp_store = MEMORY");
    migrate(sqlite, path);
    return sqlite;
  } catch (cause) {
    sqlite?.close();
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(refusal(path, reason(cause)), { cause });
  }
}

function refusal(path: string, why: string): string {
  if (why.startsWith("SQLITE_CORRUPT") || why.startsWith("SQLITE_NOTADB")) {
    return `The database ${path} is damaged or is not a database (${why}). Nothing was changed; restore it from a backup.`;
  }
  return `The database ${path} cannot be opened (${why}). Nothing was changed.`;
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

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as Error & { code?: unknown }).code;
  return typeof code === "string" ? code : cause.message;
}
