import { expect, it } from "vitest";
import { insert, openTestDatabase, tableIn, write } from "./support/database";

it("a deletion counts as a write of its transaction", async () => {
  const database = openTestDatabase();
  const counts = await write(database, (transaction) => {
    const writes = () => transaction.meter.used.documentsWritten;
    const id = insert(transaction, { a: 1 });
    const before = writes();
    transaction.remove(tableIn(transaction), id);
    return [before, writes()];
  });
  expect(counts).toEqual([1, 2]);
  await database.close();
});
