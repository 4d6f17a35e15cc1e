import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { vacuumInto } from "../../../packages/embedded-convex/src/store/databaseCopies";
import { type SnapshotSource, takeSnapshot } from "../../../server/backup/snapshot";
import { aFilledFolder, blobsIn } from "../../support/backups";
import { eventually } from "../../../packages/embedded-convex/tests/support/convexClients";
import { openFolder, photoBytes } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

/** A folder on the same file system as the data folder. */
function anInto(dataDir: string): string {
  const into = join(dataDir, "copy");
  mkdirSync(into);
  return into;
}

function sourceOf(
  dataDir: string,
  onData: (copy: () => void) => Promise<void> = async (copy) => Promise.resolve(copy()),
): SnapshotSource {
  return {
    dataDir,
    signal: new AbortController().signal,
    copyDatabase: async (name, to) => {
      const copy = () => vacuumInto(join(dataDir, name), to);
      if (name === "data.db") await onData(copy);
      else copy();
    },
  };
}

const namesIn = (folder: string) => readdirSync(join(folder, "files")).sort();

it("links stored files, and copies the rest", async () => {
  const dataDir = await aFilledFolder();
  const into = anInto(dataDir);
  const { files, otherNames } = await takeSnapshot(sourceOf(dataDir), into);
  expect(otherNames).toEqual(["data.db", "accounts.db", "accounts.secret"]);
  expect(files.map(({ name }) => name).sort()).toEqual(
    namesIn(into).map((name) => `files/${name}`),
  );
  for (const name of namesIn(into)) {
    const [here, there] = [dataDir, into].map((folder) => statSync(join(folder, "files", name)));
    expect(there!.ino).toBe(here!.ino);
  }
  expect(statSync(join(into, "data.db")).ino).not.toBe(statSync(join(dataDir, "data.db")).ino);
});

const ELSEWHERE = "/dev/shm";

it.runIf(existsSync(ELSEWHERE))("copies stored files to another file system", async () => {
  const dataDir = await aFilledFolder();
  const into = mkdtempSync(join(ELSEWHERE, "downspout-test-"));
  onTestFinished(() => rmSync(into, { recursive: true }));
  expect(statSync(into).dev).not.toBe(statSync(dataDir).dev);
  await takeSnapshot(sourceOf(dataDir), into);
  expect(blobsIn(into)).toEqual(blobsIn(dataDir));
  for (const name of namesIn(into))
    expect(statSync(join(into, "files", name)).mode & 0o777).toBe(0o600);
});

it("includes a file uploaded meanwhile if its row was copied", async () => {
  const dataDir = await aFilledFolder();
  const live = openFolder(dataDir);
  const into = anInto(dataDir);
  const source = sourceOf(dataDir, async (copy) => {
    await live.upload(photoBytes(200));
    copy();
    // After the database was copied.
    await live.upload(photoBytes(200));
  });
  const { files } = await takeSnapshot(source, into);
  await live.close();
  expect(files).toHaveLength(3);
  expect(namesIn(into)).toHaveLength(3);
  expect(blobsIn(dataDir)).toHaveLength(4);
});

it("starts over if a file of a copied row was deleted", async () => {
  const dataDir = await aFilledFolder();
  const live = openFolder(dataDir);
  const into = anInto(dataDir);
  let copies = 0;
  const source = sourceOf(dataDir, async (copy) => {
    copies += 1;
    if (copies > 1) return copy();
    const fileId = await live.upload(photoBytes(200));
    const [job] = (await live.query("jobs:getAll")) as { _id: string }[];
    const place = { id: job!._id, field: "job_photo_estimate" };
    await live.mutate("jobs:addFiles", { ...place, fileIds: [fileId] });
    copy();
    await live.mutate("jobs:removeFile", { ...place, fileId });
    const paginationOpts = { numItems: 1, cursor: null };
    const { page } = (await live.query("changes:deleted", {
      paginationOpts,
    })) as { page: { _id: string }[] };
    await live.mutate("changes:deleteForGood", { id: page[0]!._id });
    await eventually(() => (blobsIn(dataDir).length === 2 ? true : null));
  });
  const { files } = await takeSnapshot(source, into);
  await live.close();
  expect(copies).toBe(2);
  expect(files).toHaveLength(2);
  expect(namesIn(into)).toHaveLength(2);
});

it("fails if a file stays missing", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  let copies = 0;
  const source = sourceOf(dataDir, async (copy) => {
    copies += 1;
    return Promise.resolve(copy());
  });
  await expect(takeSnapshot(source, anInto(dataDir))).rejects.toThrow(
    `The stored file files/${lost} is missing`,
  );
  expect(copies).toBe(4);
});

it("continues without missing files and lists them if allowed", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  const source = { ...sourceOf(dataDir), allowMissing: true };
  const into = anInto(dataDir);
  const { files, missing } = await takeSnapshot(source, into);
  expect(missing).toEqual([`files/${lost}`]);
  expect(files).toHaveLength(1);
  expect(namesIn(into)).toHaveLength(1);
});

it("copies a folder without files and accounts", async () => {
  const dataDir = temporaryFolder();
  await openFolder(dataDir).close();
  rmSync(join(dataDir, "files"), { recursive: true });
  const { files, otherNames } = await takeSnapshot(sourceOf(dataDir), anInto(dataDir));
  expect({ files, otherNames }).toEqual({ files: [], otherNames: ["data.db"] });
});
