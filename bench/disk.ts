/** The disk's own rates, without Downspout: the baseline for everything that must be durable. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "embedded-convex";

/** Durable SQLite commits per second, each of one row. */
export function diskCommits(folder: string, seconds: number): number {
  const database = openSqlite(join(folder, "baseline.db"));
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
    // A new value each time, because SQLite skips unchanged pages.
    update.run(`Turn ${commits} ${"x".repeat(300)}`);
    commits += 1;
  }
  const rate = (commits / (performance.now() - startedAt)) * 1000;
  database.close();
  return rate;
}

/** Files per second, each written, synced and deleted, one after another. */
export function diskFiles(
  folder: string,
  bytes: Buffer,
  count: number,
): number {
  const path = join(folder, "baseline.file");
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
