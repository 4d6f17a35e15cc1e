/**
 * The SQLite database of the accounts. Better Auth migrates its own tables.
 *
 * Invariant: all writes go through `kysely`, which serializes transactions on the one connection. Reads may use
 * `sqlite` directly, and must do so inside an open transaction.
 */
import { Kysely, SqliteDialect } from "kysely";
import { diskFaultOf, makeOwnerOnly, StartupError, openSqlite, type Sqlite } from "embedded-convex";
import { ACCOUNTS_FORMAT } from "../backup/entryNames";

/**
 * Our tables, and the columns of Better Auth's that we write. Times are epoch milliseconds.
 *
 * @public Named in the declarations of `createAuth`.
 */
export interface AccountTables {
  invitation: {
    id: string;
    codeHash: string;
    inviterId: string;
    expiresAt: number;
    withdrawnAt: number | null;
    /** The removed person who came back with it. For a new account, see `user.admission`. */
    usedBy: string | null;
  };
  /** Only workspaces whose founding role was handed over. In others the id of the founder is the workspace's id. */
  founder: { workspaceId: string; userId: string };
  /** What people did to the team of a workspace, with the names of the time. */
  teamAct: {
    workspaceId: string;
    at: number;
    kind: TeamActKind;
    byName: string;
    personName: string | null;
  };
  user: {
    id: string;
    /** Null for the workspace that has the person's own id. */
    workspaceId: string | null;
    /** Null for a person who may sign in. */
    removedAt: number | null;
  };
  session: { id: string; userId: string };
}

export type TeamActKind = "invited" | "withdrew" | "removed" | "left" | "handedOver" | "rejoined";

export interface AccountsDatabase {
  readonly sqlite: Sqlite;
  readonly kysely: Kysely<AccountTables>;
  /** The writes that the disk refused since the start. Better Auth reports most of them as other errors. */
  readonly refusedWrites: () => number;
}

/**
 * `onLost` is called when the disk fails, before the failed statement rejects: the outcome of a failed commit is
 * unknown, so no response may be sent.
 *
 * @throws StartupError if the file cannot be written, is damaged, or was written by a newer version.
 */
export function openAccountsDatabase(
  file: string,
  onLost: (error: unknown) => void = () => undefined,
): AccountsDatabase {
  try {
    makeOwnerOnly(file);
    const sqlite = openSqlite(file);
    prepare(sqlite, file);
    let refusedWrites = 0;
    const kysely = new Kysely<AccountTables>({
      dialect: new SqliteDialect({ database: sqlite }),
      log: (event) => {
        if (event.level !== "error") return;
        const fault = diskFaultOf(event.error);
        if (fault !== null) refusedWrites += 1;
        if (fault === "lost") onLost(event.error);
      },
    });
    return { sqlite, kysely, refusedWrites: () => refusedWrites };
  } catch (error) {
    throw startupErrorFor(error, file);
  }
}

/** The tables that we add to Better Auth's. */
const OWN_TABLES = `
  CREATE TABLE IF NOT EXISTS invitation (
    id TEXT PRIMARY KEY,
    codeHash TEXT NOT NULL UNIQUE,
    inviterId TEXT NOT NULL,
    expiresAt INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS founder (
    workspaceId TEXT PRIMARY KEY,
    userId TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS teamAct (
    workspaceId TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    byName TEXT NOT NULL,
    personName TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS teamActByWorkspace ON teamAct (workspaceId, at);
`;

function prepare(sqlite: Sqlite, file: string): void {
  // Checked before the journal mode is set, which writes to the file.
  const version = Number(sqlite.pragma("user_version", { simple: true }));
  if (version > ACCOUNTS_FORMAT) {
    throw new StartupError(
      `The accounts in ${file} were written by a newer version of this program (format ${version}, this one knows up to ${ACCOUNTS_FORMAT}). Nothing was changed. Use the newer version.`,
    );
  }
  sqlite.pragma("journal_mode = WAL");
  // An acknowledged write survives a power failure.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("busy_timeout = 5000");
  const check = sqlite.pragma("quick_check", { simple: true });
  if (check !== "ok") throw new DamagedFile(String(check));
  sqlite.exec(OWN_TABLES);
  if (version < 2) {
    sqlite.transaction(() =>
      sqlite.exec(`
        ALTER TABLE invitation ADD COLUMN withdrawnAt INTEGER;
        ALTER TABLE invitation ADD COLUMN usedBy TEXT;
        PRAGMA user_version = ${ACCOUNTS_FORMAT};
      `),
    )();
  }
}

class DamagedFile extends Error {}

function startupErrorFor(error: unknown, file: string): Error {
  if (error instanceof StartupError) return error;
  const code = (error as { code?: string }).code ?? "";
  if (error instanceof DamagedFile || /^SQLITE_(NOTADB|CORRUPT|FORMAT)/.test(code)) {
    return new StartupError(
      `The accounts in ${file} are damaged and were left as they are. Restore the file from a backup.`,
      { cause: error },
    );
  }
  return new StartupError(
    `The accounts in ${file} cannot be opened: ${(error as Error).message}.`,
    { cause: error },
  );
}
