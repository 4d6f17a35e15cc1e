import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { BackgroundSync } from "../../src/store/backgroundSync";
import { checkIntegrity, vacuumInto, copyOnline } from "../../src/store/databaseCopies";
import { openSqlite } from "../../src/store/driver";
import { temporaryFolder } from "../support/temporaryFolder";

const ROWS = 1000;

/** An open database of about 250 pages. */
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
  const ids = sqlite.prepare("SELECT id FROM row WHERE text = 'changed' ORDER BY id").pluck().all();
  const count = sqlite.prepare("SELECT count(*) FROM row").pluck().get();
  sqlite.close();
  expect(count).toBe(ROWS);
  return ids;
}

it("copies in steps through the writing connection, including writes made meanwhile", async () => {
  const { sqlite, write, copy } = aDatabase();
  let isDone = false;
  const copying = copyOnline(sqlite, copy, { signal }).then(() => (isDone = true));
  // By now the first page has been copied, and the last has not.
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

it("syncs the copy while it is written, and not all of it at the end", async () => {
  const { sqlite, copy } = aDatabase();
  const written = vi.spyOn(BackgroundSync.prototype, "written");
  const close = vi.spyOn(BackgroundSync.prototype, "close");
  onTestFinished(() => {
    written.mockRestore();
    close.mockRestore();
  });
  await copyOnline(sqlite, copy, { signal, bytesPerSync: 1 });
  const bytes = written.mock.calls.map(([each]) => each);
  const size = statSync(copy).size;
  const sum = bytes.reduce((all, each) => all + each, 0);
  // Each step but the last.
  expect(sum).toBeGreaterThan(size / 2);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(256 * 1024);
  expect(close).toHaveBeenCalledOnce();
  expect(changedIn(copy)).toEqual([]);
});

it("waits for an open transaction and includes all of its writes", async () => {
  const { sqlite, write, copy } = aDatabase();
  sqlite.exec("BEGIN");
  write(1);
  let isDone = false;
  const copying = copyOnline(sqlite, copy, { signal }).then(() => (isDone = true));
  // By now the pending copy has found the database busy as well.
  await expect(copyOnline(sqlite, `${copy}2`, { signal, maxAttempts: 1 })).rejects.toThrow();
  write(2);
  expect(isDone).toBe(false);
  sqlite.exec("COMMIT");
  await copying;
  expect(changedIn(copy)).toEqual([1, 2]);
});

it("rejects with SQLITE_BUSY if a transaction stays open", async () => {
  const { sqlite, write, copy } = aDatabase();
  sqlite.exec("BEGIN");
  write(1);
  await expect(copyOnline(sqlite, copy, { signal, maxAttempts: 3 })).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
});

it("stops between two steps when aborted, and leaves the database usable", async () => {
  const { sqlite, write, copy } = aDatabase();
  const stopping = new AbortController();
  const copying = copyOnline(sqlite, copy, { signal: stopping.signal });
  await nextTurn();
  stopping.abort();
  await expect(copying).rejects.toMatchObject({ name: "AbortError" });
  write(1);
});

it("copies a snapshot through a second connection", () => {
  const { file, write, copy } = aDatabase();
  write(1);
  vacuumInto(file, copy);
  write(2);
  expect(changedIn(copy)).toEqual([1]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

it("rejects a damaged copy", () => {
  const { file, copy } = aDatabase();
  vacuumInto(file, copy);
  checkIntegrity(copy);
  writeFileSync(copy, Buffer.alloc(8192, "damaged "));
  expect(() => checkIntegrity(copy)).toThrow(`The database ${copy} is damaged (SQLITE_NOTADB).`);
});
