import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyAside } from "../../../packages/embedded-convex/src/store/databaseCopies";
import {
  type SnapshotSource,
  takeSnapshot,
} from "../../../server/backup/snapshot";
import { aFilledFolder, blobsIn } from "../../support/backups";
import { eventually } from "../../../packages/embedded-convex/tests/support/convexClients";
import { openFolder, photoBytes } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

/** Where links can be made to the data folder. */
function anInto(dataDir: string): string {
  const into = join(dataDir, "copy");
  mkdirSync(into);
  return into;
}

function sourceOf(
  dataDir: string,
  onData: (copy: () => void) => Promise<void> = async (copy) =>
    Promise.resolve(copy()),
): SnapshotSource {
  return {
    dataDir,
    signal: new AbortController().signal,
    copyDatabase: async (name, to) => {
      const copy = () => copyAside(join(dataDir, name), to);
      if (name === "data.db") await onData(copy);
      else copy();
    },
  };
}

const namesIn = (folder: string) => readdirSync(join(folder, "files")).sort();

it("links the files, and copies the rest", async () => {
  const dataDir = await aFilledFolder();
  const into = anInto(dataDir);
  const { files, others } = await takeSnapshot(sourceOf(dataDir), into);
  expect(others).toEqual(["data.db", "accounts.db", "accounts.secret"]);
  expect(files.map(({ name }) => name).sort()).toEqual(
    namesIn(into).map((name) => `files/${name}`),
  );
  for (const name of namesIn(into)) {
    const [here, there] = [dataDir, into].map((folder) =>
      statSync(join(folder, "files", name)),
    );
    expect(there!.ino).toBe(here!.ino);
  }
  expect(statSync(join(into, "data.db")).ino).not.toBe(
    statSync(join(dataDir, "data.db")).ino,
  );
});

const ELSEWHERE = "/dev/shm";

it.runIf(existsSync(ELSEWHERE))(
  "copies the files where there can be no links: to another disk",
  async () => {
    const dataDir = await aFilledFolder();
    const into = mkdtempSync(join(ELSEWHERE, "downspout-test-"));
    onTestFinished(() => rmSync(into, { recursive: true }));
    expect(statSync(into).dev).not.toBe(statSync(dataDir).dev);
    await takeSnapshot(sourceOf(dataDir), into);
    expect(blobsIn(into)).toEqual(blobsIn(dataDir));
    for (const name of namesIn(into))
      expect(statSync(join(into, "files", name)).mode & 0o777).toBe(0o600);
  },
);

it("has a file that came while it was taken, where its row came in time", async () => {
  const dataDir = await aFilledFolder();
  const live = openFolder(dataDir);
  const into = anInto(dataDir);
  const source = sourceOf(dataDir, async (copy) => {
    await live.upload(photoBytes(200));
    copy();
    // Too late for this one.
    await live.upload(photoBytes(200));
  });
  const { files } = await takeSnapshot(source, into);
  await live.close();
  expect(files).toHaveLength(3);
  expect(namesIn(into)).toHaveLength(3);
  expect(blobsIn(dataDir)).toHaveLength(4);
});

it("begins again where a file went that the copied rows name", async () => {
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
    await eventually(() => (blobsIn(dataDir).length === 2 ? true : null));
  });
  const { files } = await takeSnapshot(source, into);
  await live.close();
  expect(copies).toBe(2);
  expect(files).toHaveLength(2);
  expect(namesIn(into)).toHaveLength(2);
});

it("gives up where the bytes of a file stay away", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  let copies = 0;
  const source = sourceOf(dataDir, async (copy) => {
    copies += 1;
    return Promise.resolve(copy());
  });
  await expect(takeSnapshot(source, anInto(dataDir))).rejects.toThrow(
    `The bytes of the stored file files/${lost} are missing`,
  );
  expect(copies).toBe(4);
});

it("goes on without it where that is asked, and says so", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  const source = { ...sourceOf(dataDir), mayLack: true };
  const into = anInto(dataDir);
  const { files, lacking } = await takeSnapshot(source, into);
  expect(lacking).toEqual([`files/${lost}`]);
  expect(files).toHaveLength(1);
  expect(namesIn(into)).toHaveLength(1);
});

it("takes a folder that has neither files nor accounts", async () => {
  const dataDir = temporaryFolder();
  await openFolder(dataDir).close();
  rmSync(join(dataDir, "files"), { recursive: true });
  const { files, others } = await takeSnapshot(
    sourceOf(dataDir),
    anInto(dataDir),
  );
  expect({ files, others }).toEqual({ files: [], others: ["data.db"] });
});
