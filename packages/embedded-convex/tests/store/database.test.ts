import { expect, it, vi } from "vitest";
import { Database } from "../../src/store/database";
import { IN_MEMORY } from "../../src/store/sqlite";
import { diskError } from "../support/failingDisk";

it("takes a disk that is lost under a look at its health for lost, and writes nothing any more", async () => {
  const onLost = vi.fn();
  let isFailing = false;
  const database = new Database(IN_MEMORY, () => 1_000, {
    onLost,
    atomically: (own) => (change) => {
      if (isFailing) throw diskError("SQLITE_IOERR_FSYNC");
      return own(change);
    },
  });
  database.checkWritable();
  expect(onLost).not.toHaveBeenCalled();
  isFailing = true;
  expect(() => database.checkWritable()).toThrow();
  expect(onLost).toHaveBeenCalledOnce();
  isFailing = false;
  await expect(
    database.committer.submit({ run: () => "written" }),
  ).rejects.toThrow();
  database.abandon();
});
