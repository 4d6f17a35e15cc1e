import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { BackgroundSync } from "../../src/store/backgroundSync";
import { temporaryFolder } from "../support/temporaryFolder";

/** Counts the syncs of files, which wait until they are let go or fail. */
async function heldSyncs() {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "text");
  const handle = await open(file);
  const prototype = Object.getPrototypeOf(handle) as {
    sync: () => Promise<void>;
  };
  await handle.close();
  const held: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const sync = vi.spyOn(prototype, "sync").mockImplementation(
    async () =>
      await new Promise<void>((resolve, reject) => {
        held.push({ resolve, reject });
      }),
  );
  onTestFinished(() => sync.mockRestore());
  return { file, held };
}

it("syncs each time that enough was written, one sync at a time", async () => {
  const { file, held } = await heldSyncs();
  const syncing = new BackgroundSync(file, 100);
  syncing.written(99);
  syncing.written(1);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  syncing.written(1_000);
  expect(held).toHaveLength(1);
  held[0]?.resolve();
  await vi.waitFor(() => {
    syncing.written(0);
    expect(held).toHaveLength(2);
  });
  held[1]?.resolve();
  await syncing.close();
  expect(held).toHaveLength(2);
});

it("throws the error of a failed sync at the end", async () => {
  const { file, held } = await heldSyncs();
  const syncing = new BackgroundSync(file, 1);
  syncing.written(1);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  held[0]?.reject(new Error("EIO"));
  await expect(syncing.close()).rejects.toThrow("EIO");
});

it("does not open a file of which little was written", async () => {
  const syncing = new BackgroundSync("/no/such/file", 100);
  syncing.written(99);
  await syncing.close();
});
