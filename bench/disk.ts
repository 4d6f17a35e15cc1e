/** What the disk itself allows, with nothing else to do: the measure for everything that is made durable. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "embedded-convex";

/** Commits a second: one row changed and made durable, again and again. */
export function bareCommits(folder: string, seconds: number): number {
  const database = openSqlite(join(folder, "bare.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec(
    "CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT)",
  );
  database.prepare("INSERT OR REPLACE INTO rows VALUES (1, '')").run();
  const update = database.prepare("UPDATE rows SET text = ? WHERE id = 1");
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let commits = 0;
  while (performance.now() < until) {
    // A value that changes each time: SQLite does not write a page that stays as it is.
    update.run(`Turn ${commits} ${"x".repeat(300)}`);
    commits += 1;
  }
  const rate = (commits / (performance.now() - startedAt)) * 1000;
  database.close();
  return rate;
}

/** Files a second: each written, made durable and taken away, one after another. */
export function bareFiles(
  folder: string,
  bytes: Buffer,
  count: number,
): number {
  const path = join(folder, "bare.file");
  const startedAt = performance.now();
  for (let file = 0; file < count; file += 1) {
    const handle = openSync(path, "w");
    writeSync(handle, bytes);
    fsyncSync(handle);
    closeSync(handle);
    rmSync(path);
  }
  return (count / (performance.now() - startedAt)) * 1000;
}
