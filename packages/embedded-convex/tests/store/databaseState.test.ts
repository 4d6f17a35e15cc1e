import { join } from "node:path";
import { expect, it } from "vitest";
import { DatabaseState } from "../../src/store/databaseState";
import { openSqlite } from "../../src/store/driver";
import type { Sqlite } from "../../src/store/sqliteInterface";
import { openDatabase } from "../../src/store/sqlite";
import { temporaryFolder } from "../support/temporaryFolder";

const saved = (sqlite: Sqlite) =>
  sqlite.prepare("SELECT ts, creation_time FROM state").safeIntegers().get();

it("rewrites its state without changing it", () => {
  const sqlite = openDatabase(temporaryFolder());
  const state = new DatabaseState(sqlite, () => 1_000);
  state.nextCreationTime(state.now());
  state.save(77n);
  const before = saved(sqlite);
  const { changes } = sqlite.prepare("SELECT total_changes() AS changes").get() as {
    changes: number;
  };
  state.rewrite();
  expect(saved(sqlite)).toEqual(before);
  expect(sqlite.prepare("SELECT total_changes() AS changes").get()).toEqual({
    changes: changes + 1,
  });
  sqlite.close();
});

it("throws if the database cannot be written", () => {
  const folder = temporaryFolder();
  openDatabase(folder).close();
  const sqlite = openSqlite(join(folder, "data.db"), { readonly: true });
  const state = new DatabaseState(sqlite, () => 1_000);
  expect(() => state.rewrite()).toThrow("readonly");
  sqlite.close();
});
