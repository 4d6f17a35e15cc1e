import {
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backUp } from "../../../server/backup/backupFile";
import { lastBackupAt } from "../../../server/backup/lastBackup";
import { restore } from "../../../server/backup/restore";
import { holdDataFolder } from "../../../server/backup/dataFolder";
import {
  aFilledFolder,
  blobsIn,
  holdingsOf,
  SMALL,
  telling,
} from "../../support/backups";
import { openFolder, photoBytes } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { entriesOf } from "../../support/zips";

const aPath = () => join(temporaryFolder(), "backup.zip");

/** Nothing of an attempt is left, at either end. */
function expectNothingLeft(dataDir: string, path: string) {
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(existsSync(join(dataDir, "outgoing-backup"))).toBe(false);
  expect(lastBackupAt(dataDir)).toBe(null);
}

it("holds everything, under a list with hashes, for its owner alone, and comes back equal", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const at = Date.UTC(2026, 2, 14, 8);
  const told = { ...telling(dataDir, path), clock: () => at };
  const manifest = await backUp(told);
  expect(manifest).toMatchObject({
    madeAt: "2026-03-14T08:00:00.000Z",
    files: SMALL.photos,
    databaseFormat: 2,
  });
  const entries = await entriesOf(path);
  const blobs = blobsIn(dataDir).map(([name]) => `files/${name}`);
  expect([...entries.keys()].sort()).toEqual(
    [
      "accounts.db",
      "accounts.secret",
      "data.db",
      "manifest.json",
      ...blobs,
    ].sort(),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(existsSync(join(dataDir, "outgoing-backup"))).toBe(false);
  expect(lastBackupAt(dataDir)).toBe(at);

  const fresh = join(temporaryFolder(), "fresh");
  expect(await restore(telling(fresh, path))).toEqual(manifest);
  expect(await holdingsOf(fresh)).toEqual(await holdingsOf(dataDir));
});

it("is made while another holds the folder and writes, and has what was there when it began", async () => {
  const dataDir = await aFilledFolder();
  const held = holdDataFolder(dataDir);
  const live = openFolder(dataDir);
  const before = await live.mutate("customers:create", {
    customer_name: "Ada",
  });
  let isDone = false;
  const writing = (async () => {
    for (let i = 0; !isDone; i++) {
      await live.mutate("customers:create", { customer_name: `Later ${i}` });
      await live.upload(photoBytes(300));
    }
  })();
  const path = aPath();
  await backUp(telling(dataDir, path));
  isDone = true;
  await writing;
  await live.close();
  held.release();

  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, path));
  const { customers } = await holdingsOf(fresh);
  expect(customers).toEqual(
    expect.arrayContaining([expect.objectContaining({ customer_id: before })]),
  );
});

it("leaves out an upload that has no row", async () => {
  const dataDir = await aFilledFolder();
  const upload = "00000000-0000-4000-8000-000000000000";
  writeFileSync(join(dataDir, "files", upload), "on its way");
  const path = aPath();
  await backUp(telling(dataDir, path));
  expect((await entriesOf(path)).has(`files/${upload}`)).toBe(false);
});

it("refuses a file that is there, a folder that is not, and a data folder without data", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  writeFileSync(path, "mine");
  await expect(backUp(telling(dataDir, path))).rejects.toThrow(
    `${path} is there already, and a backup is never written over: name another file.`,
  );
  const nowhere = join(temporaryFolder(), "nowhere");
  await expect(
    backUp(telling(dataDir, join(nowhere, "backup.zip"))),
  ).rejects.toThrow(`There is no folder ${nowhere}.`);
  const empty = temporaryFolder();
  await expect(backUp(telling(empty, aPath()))).rejects.toThrow(
    `There are no data in ${empty}.`,
  );
  expect(readdirSync(empty)).toEqual([]);
});

it("is made one at a time", async () => {
  const dataDir = await aFilledFolder();
  let second: Promise<unknown> | undefined;
  await backUp({
    ...telling(dataDir, aPath()),
    onProgress: () => {
      second ??= backUp(telling(dataDir, aPath())).catch(
        (error: unknown) => error,
      );
    },
  });
  expect(await second).toMatchObject({
    name: "StartupError",
    message: `Another backup of ${dataDir} is being made: wait until it is done.`,
  });
});

it("says which file's bytes are missing, and leaves nothing", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  const path = aPath();
  await expect(backUp(telling(dataDir, path))).rejects.toThrow(
    `The bytes of the stored file files/${lost} are missing from ${dataDir}, or not whole`,
  );
  expectNothingLeft(dataDir, path);
});

it("says which file is damaged on the disk, and leaves nothing", async () => {
  const dataDir = await aFilledFolder();
  const [damaged, bytes] = blobsIn(dataDir)[0]!;
  const changed = Buffer.from(bytes, "base64");
  changed[100] = changed[100]! ^ 1;
  writeFileSync(join(dataDir, "files", damaged), changed);
  const path = aPath();
  await expect(backUp(telling(dataDir, path))).rejects.toThrow(
    `The stored file files/${damaged} is damaged on the disk`,
  );
  expectNothingLeft(dataDir, path);
});

const full = () => Object.assign(new Error("full"), { code: "ENOSPC" });

it("says that the disk is full, whichever disk it is, and leaves nothing", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const sentence = `The backup could not be made: there is no room left on the disk. ${path} was not written.`;
  const copyDatabase = () => Promise.reject(full());
  await expect(
    backUp({ ...telling(dataDir, path), copyDatabase }),
  ).rejects.toThrow(sentence);
  expectNothingLeft(dataDir, path);
  await expect(
    backUp({
      ...telling(dataDir, path),
      openFile: async (...args) => {
        const file = await open(...args);
        file.writeFile = () => Promise.reject(full());
        return file;
      },
    }),
  ).rejects.toThrow(sentence);
  expectNothingLeft(dataDir, path);
});

it("notices a disk that does not keep what was written", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const openFile: typeof open = async (...args) => {
    const file = await open(...args);
    const writeFile = file.writeFile.bind(file);
    let isFirst = true;
    file.writeFile = (chunk) => {
      const bytes = Buffer.from(chunk as Uint8Array);
      // Long enough to be content, and the first of it: of data.db.
      if (isFirst && bytes.length > 1000) {
        isFirst = false;
        bytes[500] = bytes[500]! ^ 1;
      }
      return writeFile(bytes);
    };
    return file;
  };
  await expect(backUp({ ...telling(dataDir, path), openFile })).rejects.toThrow(
    /data\.db in the ZIP file is damaged/,
  );
  expectNothingLeft(dataDir, path);
});

it.each(["Copying the databases", "Writing", "Reading it back"])(
  "stops at %s when it is told to, and leaves nothing",
  async (when) => {
    const dataDir = await aFilledFolder();
    const path = aPath();
    const stopping = new AbortController();
    const { signal } = stopping;
    const onProgress = (step: string) => {
      if (step === when) stopping.abort();
    };
    await expect(
      backUp({ ...telling(dataDir, path), signal, onProgress }),
    ).rejects.toMatchObject({ name: "AbortError" });
    expectNothingLeft(dataDir, path);
  },
);

it("clears away what one that was killed left", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  writeFileSync(`${path}.partial`, "half");
  await backUp(telling(dataDir, path));
  expect(readdirSync(join(path, ".."))).toEqual(["backup.zip"]);
});
