import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backUp } from "../../../server/backup/backupFile";
import type { Manifest } from "../../../server/backup/manifest";
import { pieceOf } from "../../../server/backup/manifest";
import { restore } from "../../../server/backup/restore";
import { holdDataFolder } from "../../../server/backup/dataFolder";
import { exportData } from "../../../server/transfer/exportData";
import {
  aFilledFolder,
  blobsIn,
  holdingsOf,
  telling,
} from "../../support/backups";
import { openFolder } from "../../support/dataFolders";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";
import { entriesOf, zipOf } from "../../support/zips";

async function aBackup() {
  const dataDir = await aFilledFolder();
  const path = join(temporaryFolder(), "backup.zip");
  await backUp(telling(dataDir, path));
  return { dataDir, path };
}

const aFresh = () => join(temporaryFolder(), "fresh");

/** The same backup with something else in it, under a list that is right for it unless `keepList`. */
async function spoiled(
  path: string,
  spoil: (entries: Map<string, Buffer>) => void,
  { keepList = false } = {},
): Promise<string> {
  const entries = await entriesOf(path);
  spoil(entries);
  const text = entries.get("manifest.json");
  if (text !== undefined && !keepList) {
    const list = JSON.parse(text.toString()) as Manifest;
    const pieces = [];
    for (const [name, bytes] of entries)
      if (name !== "manifest.json")
        pieces.push(await pieceOf(name, chunked(bytes)));
    entries.set(
      "manifest.json",
      Buffer.from(JSON.stringify({ ...list, pieces })),
    );
  }
  const other = join(temporaryFolder(), "spoiled.zip");
  await zipOf(other, Object.fromEntries(entries));
  return other;
}

async function* chunked(bytes: Buffer) {
  yield await Promise.resolve(bytes);
}

const firstFile = (entries: Map<string, Buffer>) =>
  [...entries.keys()].find((name) => name.startsWith("files/"))!;

function change(entries: Map<string, Buffer>, name: string): void {
  const bytes = Buffer.from(entries.get(name)!);
  bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1;
  entries.set(name, bytes);
}

it("makes what its owner alone may read, and may be started from", async () => {
  const { dataDir, path } = await aBackup();
  const fresh = aFresh();
  await restore(telling(fresh, path));
  const made = readdirSync(fresh, { recursive: true }) as string[];
  expect(made).not.toContain("incoming-restore");
  const open = made.filter(
    (name) => (statSync(join(fresh, name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
  const opened = openFolder(fresh);
  await opened.mutate("customers:create", { customer_name: "New" });
  await opened.close();
  expect(blobsIn(fresh)).toEqual(blobsIn(dataDir));
});

it("refuses a folder with anything of anybody's in it, and one that is served", async () => {
  const { dataDir, path } = await aBackup();
  await expect(restore(telling(dataDir, path))).rejects.toThrow(
    /^The data folder .* is not empty \(it has accounts\.db, .*\): move what is in it away, or set DATA_DIR to another folder\.$/,
  );
  const fresh = temporaryFolder();
  const held = holdDataFolder(fresh);
  await expect(restore(telling(fresh, path))).rejects.toThrow(
    /Another server is already serving/,
  );
  held.release();
  // What earlier copies left there is no data.
  mkdirSync(join(fresh, "backups"));
  await restore(telling(fresh, path));
  expect(existsSync(join(fresh, "data.db"))).toBe(true);
});

it.each<
  [
    string,
    (entries: Map<string, Buffer>) => void,
    RegExp,
    { keepList: boolean }?,
  ]
>([
  [
    "a piece that was changed",
    (entries) => change(entries, firstFile(entries)),
    /^files\/\S+ in \S+ is not as it was when the backup was made: nothing was restored\.$/,
    { keepList: true },
  ],
  [
    "a piece that is longer",
    (entries) =>
      entries.set(
        "accounts.secret",
        Buffer.concat([entries.get("accounts.secret")!, Buffer.from("s")]),
      ),
    /^accounts\.secret in \S+ is not as it was/,
    { keepList: true },
  ],
  [
    "a piece that is missing",
    (entries) => entries.delete("accounts.db"),
    /^accounts\.db is missing from \S+\.$/,
    { keepList: true },
  ],
  [
    "no list",
    (entries) => entries.delete("manifest.json"),
    /is no backup: it has no manifest\.json/,
  ],
  [
    "a list that is no list",
    (entries) => entries.set("manifest.json", Buffer.from("[]")),
    /^The list of what is in \S+ \(manifest\.json\) is damaged/,
    { keepList: true },
  ],
  [
    "a row whose file is not there",
    (entries) => entries.delete(firstFile(entries)),
    /^\S+ has no bytes of 1 of its stored files \(the first is files\/\S+\): nothing was restored\.$/,
  ],
  [
    "a database that is damaged",
    (entries) => {
      const bytes = Buffer.from(entries.get("data.db")!);
      bytes.fill(0x5a, 8192, bytes.length - 8192);
      entries.set("data.db", bytes);
    },
    /^The database \S+data\.db is damaged \(/,
  ],
  [
    "accounts that are no database",
    (entries) => entries.set("accounts.db", Buffer.alloc(8192, "accounts ")),
    /^The database \S+accounts\.db is damaged \(SQLITE_NOTADB\)\.$/,
  ],
])("refuses a copy with %s, and leaves the folder as it was", async (...of) => {
  const [, spoil, why, options] = of;
  const { path } = await aBackup();
  const fresh = temporaryFolder();
  const other = await spoiled(path, spoil, options);
  await expect(restore(telling(fresh, other))).rejects.toThrow(why);
  expect(readdirSync(fresh).filter((name) => name !== "server.lock")).toEqual(
    [],
  );
});

it("refuses a list with a name that leads out of the folder", async () => {
  const { path } = await aBackup();
  const other = await spoiled(
    path,
    (entries) => {
      const list = entries.get("manifest.json")!.toString();
      const changed = list.replace("accounts.secret", "../accounts.secret");
      entries.set("manifest.json", Buffer.from(changed));
    },
    { keepList: true },
  );
  await expect(restore(telling(aFresh(), other))).rejects.toThrow(
    /manifest\.json\) is damaged/,
  );
});

it("refuses a copy of a newer version", async () => {
  const { path } = await aBackup();
  const other = await spoiled(
    path,
    (entries) => {
      const list = JSON.parse(
        entries.get("manifest.json")!.toString(),
      ) as Manifest;
      const newer = { ...list, databaseFormat: 99, appVersion: "9.9.9" };
      entries.set("manifest.json", Buffer.from(JSON.stringify(newer)));
    },
    { keepList: true },
  );
  await expect(restore(telling(aFresh(), other))).rejects.toThrow(
    `${other} was made by a newer version of this program (9.9.9): update the program first.`,
  );
});

it("refuses what is no backup, and says what would read it", async () => {
  const { dataDir, path } = await aBackup();
  const moving = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path: moving });
  await expect(restore(telling(aFresh(), moving))).rejects.toThrow(
    "`npm run import`",
  );
  const cut = join(temporaryFolder(), "cut.zip");
  writeFileSync(cut, readFileSync(path).subarray(0, 5000));
  await expect(restore(telling(aFresh(), cut))).rejects.toThrow(
    /is no ZIP file, or not a whole one/,
  );
  await expect(restore(telling(aFresh(), "/nowhere.zip"))).rejects.toThrow(
    "There is no /nowhere.zip.",
  );
});

it("says that the disk is full, and leaves the folder as it was", async () => {
  const { path } = await aBackup();
  const fresh = aFresh();
  const openFile: typeof open = async (...args) => {
    const file = await open(...args);
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    file.writeFile = () => Promise.reject(full);
    return file;
  };
  await expect(restore({ ...telling(fresh, path), openFile })).rejects.toThrow(
    `The backup could not be restored: there is no room left on the disk. ${fresh} is as it was.`,
  );
  expect(readdirSync(fresh)).toEqual(["server.lock"]);
});

it("stops when it is told to, and leaves the folder as it was", async () => {
  const { path } = await aBackup();
  const fresh = aFresh();
  const stopping = new AbortController();
  const onProgress = (step: string) => {
    if (step === "Checking") stopping.abort();
  };
  const { signal } = stopping;
  await expect(
    restore({ ...telling(fresh, path), signal, onProgress }),
  ).rejects.toMatchObject({ name: "AbortError" });
  expect(readdirSync(fresh)).toEqual(["server.lock"]);
});

it("that was killed while it moved into place is carried to its end by whoever comes next", async () => {
  const { dataDir, path } = await aBackup();
  const whole = aFresh();
  await restore(telling(whole, path));
  for (const moved of [[], ["files"], ["files", "accounts.secret"]]) {
    const killed = temporaryFolder();
    const incoming = join(killed, "incoming-restore");
    cpSync(whole, incoming, { recursive: true });
    rmSync(join(incoming, "server.lock"));
    writeFileSync(join(incoming, "complete"), "");
    for (const name of moved)
      renameSync(join(incoming, name), join(killed, name));
    holdDataFolder(killed).release();
    expect(existsSync(incoming)).toBe(false);
    expect(await holdingsOf(killed)).toEqual(await holdingsOf(dataDir));
  }
});

it("that was killed before leaves nothing to whoever comes next, and can be done again", async () => {
  const { dataDir, path } = await aBackup();
  const killed = temporaryFolder();
  mkdirSync(join(killed, "incoming-restore"));
  writeFileSync(join(killed, "incoming-restore", "data.db"), "half");
  holdDataFolder(killed).release();
  expect(existsSync(join(killed, "data.db"))).toBe(false);
  await restore(telling(killed, path));
  expect(await holdingsOf(killed)).toEqual(await holdingsOf(dataDir));
});
