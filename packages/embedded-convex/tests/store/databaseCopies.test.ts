import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import {
  checkIntegrity,
  copyAside,
  copyLive,
} from "../../src/store/databaseCopies";
import { openSqlite } from "../../src/store/driver";
import { temporaryFolder } from "../support/temporaryFolder";

const ROWS = 1000;

/** About 250 pages, in use. */
function aDatabase() {
  const folder = temporaryFolder();
  const file = join(folder, "data.db");
  const sqlite = openSqlite(file);
  onTestFinished(() => void sqlite.close());
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec("CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)");
  const insert = sqlite.prepare("INSERT INTO row (text) VALUES (?)");
  sqlite.transaction(() => {
    for (let i = 0; i < ROWS; i++) insert.run("x".repeat(1000));
  })();
  const write = (id: number) =>
    sqlite.prepare("UPDATE row SET text = 'changed' WHERE id = ?").run(id);
  return { file, sqlite, write, copy: join(folder, "copy.db") };
}

const { signal } = new AbortController();

function changedIn(file: string): unknown[] {
  checkIntegrity(file);
  const sqlite = openSqlite(file);
  const ids = sqlite
    .prepare("SELECT id FROM row WHERE text = 'changed' ORDER BY id")
    .pluck()
    .all();
  const count = sqlite.prepare("SELECT count(*) FROM row").pluck().get();
  sqlite.close();
  expect(count).toBe(ROWS);
  return ids;
}

it("copies through the connection that writes, in steps, with what is written between them", async () => {
  const { sqlite, write, copy } = aDatabase();
  let isDone = false;
  const copying = copyLive(sqlite, copy, signal).then(() => (isDone = true));
  // The first page that has been copied by then, and the last that has not.
  await nextTurn();
  await nextTurn();
  await nextTurn();
  write(1);
  write(ROWS);
  expect(isDone).toBe(false);
  await copying;
  expect(changedIn(copy)).toEqual([1, ROWS]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

it("waits for a transaction of that connection, and has all of it", async () => {
  const { sqlite, write, copy } = aDatabase();
  sqlite.exec("BEGIN");
  write(1);
  let isDone = false;
  const copying = copyLive(sqlite, copy, signal).then(() => (isDone = true));
  // Longer than it takes to be told that the database is busy.
  await expect(copyLive(sqlite, `${copy}2`, signal, 1)).rejects.toThrow();
  write(2);
  expect(isDone).toBe(false);
  sqlite.exec("COMMIT");
  await copying;
  expect(changedIn(copy)).toEqual([1, 2]);
});

it("says so where a transaction never ends, and takes nothing for a copy", async () => {
  const { sqlite, write, copy } = aDatabase();
  sqlite.exec("BEGIN");
  write(1);
  await expect(copyLive(sqlite, copy, signal, 3)).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
});

it("breaks off between two steps when it is told to, and leaves the database in use", async () => {
  const { sqlite, write, copy } = aDatabase();
  const stopping = new AbortController();
  const copying = copyLive(sqlite, copy, stopping.signal);
  await nextTurn();
  stopping.abort();
  await expect(copying).rejects.toMatchObject({ name: "AbortError" });
  write(1);
});

it("copies beside a connection that writes, as of one moment", () => {
  const { file, write, copy } = aDatabase();
  write(1);
  copyAside(file, copy);
  write(2);
  expect(changedIn(copy)).toEqual([1]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

it("tells a database that is damaged", () => {
  const { file, copy } = aDatabase();
  copyAside(file, copy);
  checkIntegrity(copy);
  writeFileSync(copy, Buffer.alloc(8192, "damaged "));
  expect(() => checkIntegrity(copy)).toThrow(
    `The database ${copy} is damaged (SQLITE_NOTADB).`,
  );
});
