import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backUp } from "../../../server/backup/backupFile";
import { lastBackupAt } from "../../../server/backup/lastBackup";
import { restore } from "../../../server/backup/restore";
import { lockDataFolder } from "../../../server/backup/dataFolder";
import { aFilledFolder, blobsIn, holdingsOf, SMALL, telling } from "../../support/backups";
import { openFolder, photoBytes } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { entriesOf } from "../../support/zips";

const aPath = () => join(temporaryFolder(), "backup.zip");

/** The failed attempt left no file behind. */
function expectNothingLeft(dataDir: string, path: string) {
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(existsSync(join(dataDir, "outgoing-backup"))).toBe(false);
  expect(lastBackupAt(dataDir)).toBe(null);
}

it("backs up everything with a manifest, readable by its owner only, and restores it unchanged", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const at = Date.UTC(2026, 2, 14, 8);
  const options = { ...telling(dataDir, path), clock: () => at };
  const manifest = await backUp(options);
  expect(manifest).toMatchObject({
    madeAt: "2026-03-14T08:00:00.000Z",
    files: SMALL.photos,
    databaseFormat: 2,
  });
  const entries = await entriesOf(path);
  const blobs = blobsIn(dataDir).map(([name]) => `files/${name}`);
  expect([...entries.keys()].sort()).toEqual(
    ["accounts.db", "accounts.secret", "data.db", "manifest.json", ...blobs].sort(),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(existsSync(join(dataDir, "outgoing-backup"))).toBe(false);
  expect(lastBackupAt(dataDir)).toBe(at);

  const fresh = join(temporaryFolder(), "fresh");
  expect(await restore(telling(fresh, path))).toEqual(manifest);
  expect(await holdingsOf(fresh)).toEqual(await holdingsOf(dataDir));
});

it("runs while a server holds the folder and writes, and has all data from before its start", async () => {
  const dataDir = await aFilledFolder();
  const locked = lockDataFolder(dataDir);
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
  locked.release();

  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, path));
  const { customers } = await holdingsOf(fresh);
  expect(customers).toEqual(
    expect.arrayContaining([expect.objectContaining({ customer_id: before })]),
  );
});

it("leaves out an upload without a row", async () => {
  const dataDir = await aFilledFolder();
  const upload = "00000000-0000-4000-8000-000000000000";
  writeFileSync(join(dataDir, "files", upload), "on its way");
  const path = aPath();
  await backUp(telling(dataDir, path));
  expect((await entriesOf(path)).has(`files/${upload}`)).toBe(false);
});

it("rejects an existing file, a missing folder, and a data folder without data", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  writeFileSync(path, "mine");
  await expect(backUp(telling(dataDir, path))).rejects.toThrow(
    `${path} exists already, and a backup is never overwritten. Name another file.`,
  );
  const nowhere = join(temporaryFolder(), "nowhere");
  await expect(backUp(telling(dataDir, join(nowhere, "backup.zip")))).rejects.toThrow(
    `There is no folder ${nowhere}.`,
  );
  const empty = temporaryFolder();
  await expect(backUp(telling(empty, aPath()))).rejects.toThrow(`There is no data in ${empty}.`);
  expect(readdirSync(empty)).toEqual([]);
});

it("runs one at a time", async () => {
  const dataDir = await aFilledFolder();
  let second: Promise<unknown> | undefined;
  await backUp({
    ...telling(dataDir, aPath()),
    onProgress: () => {
      second ??= backUp(telling(dataDir, aPath())).catch((error: unknown) => error);
    },
  });
  expect(await second).toMatchObject({
    name: "StartupError",
    message: `Another backup of ${dataDir} is running. Wait until it is done.`,
  });
});

it("names a missing stored file, and leaves nothing behind", async () => {
  const dataDir = await aFilledFolder();
  const [lost] = blobsIn(dataDir)[0]!;
  rmSync(join(dataDir, "files", lost));
  const path = aPath();
  await expect(backUp(telling(dataDir, path))).rejects.toThrow(
    `The stored file files/${lost} is missing from ${dataDir} or truncated`,
  );
  expectNothingLeft(dataDir, path);
});

it("names a damaged stored file, and leaves nothing behind", async () => {
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

it("reports a full disk, source or target, and leaves nothing behind", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const sentence = `The backup could not be made: there is no space left on the disk. ${path} was not written.`;
  const copyDatabase = () => Promise.reject(full());
  await expect(backUp({ ...telling(dataDir, path), copyDatabase })).rejects.toThrow(sentence);
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

it("detects a disk that changes what was written", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  const openFile: typeof open = async (...args) => {
    const file = await open(...args);
    const writeFile = file.writeFile.bind(file);
    let isFirst = true;
    file.writeFile = (chunk) => {
      const bytes = Buffer.from(chunk as Uint8Array);
      // The first content chunk, which belongs to data.db.
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
  "a backup can be aborted while %s, and leaves nothing behind",
  async (when) => {
    const dataDir = await aFilledFolder();
    const path = aPath();
    const stopping = new AbortController();
    const { signal } = stopping;
    const onProgress = (step: string) => {
      if (step === when) stopping.abort();
    };
    await expect(backUp({ ...telling(dataDir, path), signal, onProgress })).rejects.toMatchObject({
      name: "AbortError",
    });
    expectNothingLeft(dataDir, path);
  },
);

it("removes the files of a killed backup", async () => {
  const dataDir = await aFilledFolder();
  const path = aPath();
  writeFileSync(`${path}.partial`, "half");
  await backUp(telling(dataDir, path));
  expect(readdirSync(join(path, ".."))).toEqual(["backup.zip"]);
});
