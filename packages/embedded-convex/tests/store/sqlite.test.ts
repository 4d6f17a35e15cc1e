import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqlite } from "../../src/store/driver";
import { StartupError } from "../../src/store/errors";
import { MIGRATIONS } from "../../src/store/migrations";
import { openDatabase } from "../../src/store/sqlite";
import { insert, openTestDatabase, write } from "./support/database";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "store-"));
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function openError(dataDir: string): string {
  try {
    openDatabase(dataDir).close();
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  }
  throw new Error("the database was opened");
}

describe("opening a database", () => {
  test("uses WAL and full sync, and migrates to the newest format", () => {
    const sqlite = openDatabase(dir);
    expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(sqlite.pragma("synchronous", { simple: true })).toBe(2);
    expect(sqlite.pragma("user_version", { simple: true })).toBe(MIGRATIONS.length);
    sqlite.close();
    openDatabase(dir).close();
  });

  test("accepts a file without a WAL, such as a restored one", () => {
    openDatabase(dir).close();
    const restored = openSqlite(join(dir, "data.db"));
    restored.pragma("journal_mode = DELETE");
    restored.close();
    const sqlite = openDatabase(dir);
    expect(sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    sqlite.exec("UPDATE state SET ts = 1");
    sqlite.close();
  });

  test("creates files that only their owner can read", () => {
    const sqlite = openDatabase(dir);
    const modes = ["data.db", "data.db-wal", "data.db-shm"].map(
      (name) => statSync(join(dir, name)).mode & 0o777,
    );
    sqlite.close();
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test("rejects a newer format and leaves the file unchanged", () => {
    openDatabase(dir).close();
    const file = join(dir, "data.db");
    const newer = openSqlite(file);
    newer.pragma(`user_version = ${MIGRATIONS.length + 2}`);
    newer.close();
    const before = readFileSync(file);
    expect(openError(dir)).toBe(
      `The database ${file} was written by a newer version of this server (format ${MIGRATIONS.length + 2}, this one knows up to ${MIGRATIONS.length}). Nothing was changed; update the server.`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("rejects a file that is not a database and leaves it unchanged", () => {
    const file = join(dir, "data.db");
    const text = "this is not a database, ".repeat(100);
    writeFileSync(file, text);
    expect(openError(dir)).toMatch(
      /is damaged or is not a database \(SQLITE_NOTADB\)\. Nothing was changed/,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("rejects a damaged database and leaves it unchanged", async () => {
    const database = openTestDatabase(undefined, dir);
    await write(database, (transaction) => {
      for (let b = 0; b < 500; b++) insert(transaction, { a: "x".repeat(200), b });
    });
    await database.close();
    const file = join(dir, "data.db");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 8192, bytes.length - 8192);
    writeFileSync(file, bytes);
    expect(openError(dir)).toMatch(/is damaged.*Nothing was changed/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("rejects a data folder that is a file", () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    expect(openError(file)).toBe(
      `The database ${file}/data.db cannot be opened (ENOTDIR). Nothing was changed.`,
    );
  });

  test("creates no other files when it rejects a file", () => {
    writeFileSync(join(dir, "data.db"), "junk".repeat(500));
    openError(dir);
    expect(readdirSync(dir)).toEqual(["data.db"]);
  });
});
