import { expect, test } from "vitest";
import { DocumentRows } from "../../src/store/documentRows";
import { must } from "../../src/store/errors";
import type { Sqlite, Statement } from "../../src/store/sqlite";
import { insert, openTestDatabase, TABLE, write } from "./support/database";

const DOCUMENTS = 2_000;

/** Counts how often a statement runs for which SQLite sorts the rows of a table. */
function countingSorts(sqlite: Sqlite) {
  let sorts = 0;
  const prepare = (sql: string): Statement => {
    const statement = sqlite.prepare(sql);
    const parameters = Array.from({ length: sql.split("?").length - 1 }, () => 0);
    const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    if (!JSON.stringify(plan).includes("TEMP B-TREE")) return statement;
    const all = statement.all.bind(statement);
    statement.all = (...values) => {
      sorts += 1;
      return all(...values);
    };
    return statement;
  };
  return { sqlite: { prepare } as Sqlite, sorts: () => sorts };
}

test("all documents of a table come in insertion order, after one sort of their row numbers", async () => {
  const database = openTestDatabase();
  await write(database, (transaction) => {
    for (let at = 0; at < DOCUMENTS; at++) {
      insert(transaction, { at });
      insert(transaction, { at }, "others");
    }
  });
  const { number } = must(database.store.catalog.find(TABLE), TABLE);
  const { sqlite, sorts } = countingSorts(database.sqlite);
  const found = [...new DocumentRows(sqlite).all(number)];
  const numbers = found.map(({ json }) => (JSON.parse(json) as { at: number }).at);
  expect(numbers).toEqual(Array.from({ length: DOCUMENTS }, (_, at) => at));
  expect(sorts()).toBe(1);
  await database.close();
});
