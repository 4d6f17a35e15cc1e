import { expect, it, vi } from "vitest";
import { Database } from "../../src/store/database";
import { IN_MEMORY } from "../../src/store/sqlite";
import { diskError } from "../support/failingDisk";

it("stops writing after an I/O error in checkWritable", async () => {
  const onLost = vi.fn();
  let isFailing = false;
  const database = new Database(IN_MEMORY, () => 1_000, {
    onLost,
    atomically: (inSqlite) => (change) => {
      if (isFailing) throw diskError("SQLITE_IOERR_FSYNC");
      return inSqlite(change);
    },
  });
  database.checkWritable();
  expect(onLost).not.toHaveBeenCalled();
  isFailing = true;
  expect(() => database.checkWritable()).toThrow();
  expect(onLost).toHaveBeenCalledOnce();
  isFailing = false;
  await expect(database.committer.submit({ run: () => "written" })).rejects.toThrow();
  database.abandon();
});
