import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { DocumentRows } from "../../src/store/documentRows";
import { inspectDatabase } from "../../src/store/inspection";
import { temporaryFolder } from "../support/temporaryFolder";
import { insert, openTestDatabase, write } from "./support/database";

const FILES = 2_400;
const { signal } = new AbortController();

/** A closed database with stored files and twice as many documents of the application. */
async function aDatabase(): Promise<string> {
  const folder = temporaryFolder();
  const database = openTestDatabase(undefined, folder);
  await write(database, (transaction) => {
    for (let at = 0; at < FILES; at++) {
      const size = at;
      const storageId = insert(transaction, { size, sha256: "" }, "_storage");
      const blobId = `blob ${at}`;
      if (at > 0) insert(transaction, { storageId, blobId }, "_storage_blobs");
      insert(transaction, { at });
      insert(transaction, { at }, "others");
    }
  });
  await database.close();
  return join(folder, "data.db");
}

test("lists the files of a copy and counts the application's documents", async () => {
  const contents = await inspectDatabase(await aDatabase(), signal);
  expect(contents.documents).toBe(2 * FILES);
  expect(contents.filesWithoutBlob).toHaveLength(1);
  expect(contents.files.map(({ blobId }) => blobId)).toEqual(
    Array.from({ length: FILES - 1 }, (_, at) => `blob ${at + 1}`),
  );
});

test("reads at most 1,000 documents of a copy between two turns of the event loop", async () => {
  const file = await aDatabase();
  const read = vi.spyOn(DocumentRows.prototype, "getByRow");
  onTestFinished(() => read.mockRestore());
  let most = 0;
  let isDone = false;
  const watch = () => {
    most = Math.max(most, read.mock.calls.length);
    read.mockClear();
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await inspectDatabase(file, signal);
  isDone = true;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(1_000);
});
