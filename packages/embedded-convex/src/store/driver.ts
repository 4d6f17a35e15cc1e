/**
 * The SQLite driver: the built-in `node:sqlite` from Node 22.16 on, better-sqlite3 on Node 20. No other file imports
 * either.
 */
import { createRequire } from "node:module";
import { StartupError } from "./errors";
import { checkNodeVersion } from "./nodeVersion";
import { NodeDatabase, type NodeSqlite } from "./nodeSqlite";
import type { BackupOptions, OpenOptions, Sqlite } from "./sqliteInterface";
import { thisSystem } from "./systems";

interface BetterSqlite extends Sqlite {
  backup(to: string, options: { progress: () => number }): Promise<{ totalPages: number }>;
}
type OpenBetterSqlite = new (path: string, options: OpenOptions) => BetterSqlite;

interface Driver {
  open(path: string, options: OpenOptions): Sqlite;
  /** Returns the number of copied pages. */
  backUp(sqlite: Sqlite, to: string, options: BackupOptions): Promise<number>;
}

let loaded: Driver | undefined;

/** @throws Error with the name of SQLite's result code as `code`; StartupError if this Node has no driver. */
export function openSqlite(path: string, options: OpenOptions = {}): Sqlite {
  const sqlite = loadDriver().open(path, options);
  for (const pragma of thisSystem.rules.pragmas) sqlite.pragma(pragma);
  return sqlite;
}

/**
 * Copies a database that is in use to a file, with SQLite's online backup API and the database's own connection. The
 * copy includes what that connection writes during the backup. Returns false if nothing was copied because the
 * connection had an open transaction.
 */
export async function backUp(sqlite: Sqlite, to: string, options: BackupOptions): Promise<boolean> {
  return (await loadDriver().backUp(sqlite, to, options)) > 0;
}

/** @throws StartupError if the product does not run on this Node. */
export function loadDriver(): Driver {
  if (loaded !== undefined) return loaded;
  const { node: version } = process.versions;
  checkNodeVersion(version);
  loaded = version.startsWith("20.") ? betterDriver() : nodeDriver();
  return loaded;
}

function betterDriver(): Driver {
  let Database: OpenBetterSqlite;
  try {
    Database = requireBetterSqlite();
    // better-sqlite3 loads its native addon when the first database is opened.
    new Database(":memory:", {}).close();
  } catch (cause) {
    throw new StartupError(
      `better-sqlite3, the SQLite driver for Node 20, is not installed or does not load: run npm ci again (in a program that has embedded-convex as a package: npm install better-sqlite3@12) with this Node, on a machine that has a C++ compiler, or use Node 22.16 or newer, which needs no driver.`,
      { cause },
    );
  }
  return {
    open: (path, options) => new Database(path, options),
    backUp: async (sqlite, to, { pagesPerStep, onStep }) => {
      const progress = () => {
        onStep();
        return pagesPerStep;
      };
      const { totalPages } = await (sqlite as BetterSqlite).backup(to, {
        progress,
      });
      return totalPages;
    },
  };
}

/** The package has the name that this repository gives it (packages/sqlite-node20), or its own name. */
function requireBetterSqlite(): OpenBetterSqlite {
  const require = createRequire(import.meta.url);
  try {
    return require("better-sqlite3-node20") as OpenBetterSqlite;
  } catch {
    return require("better-sqlite3") as OpenBetterSqlite;
  }
}

function nodeDriver(): Driver {
  const node = withoutSqliteWarning(() => process.getBuiltinModule("node:sqlite"));
  checkFts5(node);
  return {
    open: (path, options) => new NodeDatabase(node, path, options),
    backUp: (sqlite, to, options) => (sqlite as NodeDatabase).backUp(to, options),
  };
}

/** Suppresses the ExperimentalWarning that Node 22 and 24 emit when `node:sqlite` is loaded, and no other warning. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process) as (...warning: unknown[]) => void;
  process.emitWarning = (...warning: unknown[]) => {
    const [text, type] = warning;
    if (type === "ExperimentalWarning" && String(text).includes("SQLite")) return;
    emitWarning(...warning);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * A Linux distribution's build of Node may link the system's SQLite without FTS5, or none.
 *
 * @throws StartupError
 */
export function checkFts5(node: NodeSqlite | undefined): void {
  try {
    if (node === undefined) throw new Error("There is no node:sqlite.");
    const database = new node.DatabaseSync(":memory:");
    database.exec("CREATE VIRTUAL TABLE probe USING fts5(words)");
    database.close();
  } catch (cause) {
    throw new StartupError(
      `This build of Node ${process.versions.node} has no SQLite with FTS5, which search needs: use the build from nodejs.org.`,
      { cause },
    );
  }
}
