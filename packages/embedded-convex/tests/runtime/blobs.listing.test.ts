import { readdir } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { openBlobStore } from "../../src/runtime/blobs";
import { temporaryFolder } from "../support/temporaryFolder";

vi.mock("node:fs/promises", { spy: true });

async function* bytesOf(text: string) {
  yield await Promise.resolve(Buffer.from(text));
}

it("leaves out a blob that is written while the folder is being listed", async () => {
  const limit = { maxBytes: 100 };
  const folder = temporaryFolder();
  const { blobId } = await openBlobStore(folder).write(bytesOf("old"), limit);
  const store = openBlobStore(folder);
  let goOn = () => {};
  const isWritten = new Promise<void>((resolve) => (goOn = resolve));
  vi.mocked(readdir).mockImplementationOnce((async (path: string) => {
    await isWritten;
    return await readdir(path);
  }) as unknown as typeof readdir);
  const listing = (async () => {
    const found: string[] = [];
    for await (const each of store.fromEarlierRuns()) found.push(each);
    return found;
  })();
  await store.write(bytesOf("new"), limit);
  goOn();
  expect(await listing).toEqual([blobId]);
});
