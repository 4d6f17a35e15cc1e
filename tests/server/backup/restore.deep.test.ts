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
import { openSqlite } from "embedded-convex";
import { expect, it } from "vitest";
import { backUp } from "../../../server/backup/backupFile";
import { type Manifest, entryOf } from "../../../server/backup/manifest";
import { restore } from "../../../server/backup/restore";
import { lockDataFolder } from "../../../server/backup/dataFolder";
import { exportData } from "../../../server/transfer/exportData";
import { aFilledFolder, blobsIn, holdingsOf, telling } from "../../support/backups";
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

/** A copy with changed entries, and a manifest that fits them unless `keepManifest` is set. */
async function tampered(
  path: string,
  tamper: (entries: Map<string, Buffer>) => void,
  { keepManifest = false } = {},
): Promise<string> {
  const entries = await entriesOf(path);
  tamper(entries);
  const text = entries.get("manifest.json");
  if (text !== undefined && !keepManifest) {
    const list = JSON.parse(text.toString()) as Manifest;
    const pieces = [];
    for (const [name, bytes] of entries)
      if (name !== "manifest.json") pieces.push(await entryOf(name, chunked(bytes)));
    entries.set("manifest.json", Buffer.from(JSON.stringify({ ...list, pieces })));
  }
  const other = join(temporaryFolder(), "tampered.zip");
  await zipOf(other, Object.fromEntries(entries));
  return other;
}

async function* chunked(bytes: Buffer) {
  yield await Promise.resolve(bytes);
}

/** Changes the database by SQL. Its pages stay whole. */
function changeRows(entries: Map<string, Buffer>, sql: string): void {
  const file = join(temporaryFolder(), "data.db");
  writeFileSync(file, entries.get("data.db")!);
  const sqlite = openSqlite(file);
  sqlite.exec(sql);
  sqlite.close();
  entries.set("data.db", readFileSync(file));
}

const firstFile = (entries: Map<string, Buffer>) =>
  [...entries.keys()].find((name) => name.startsWith("files/"))!;

function change(entries: Map<string, Buffer>, name: string): void {
  const bytes = Buffer.from(entries.get(name)!);
  bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1;
  entries.set(name, bytes);
}

it("restores files readable by their owner only, which a server can start from", async () => {
  const { dataDir, path } = await aBackup();
  const fresh = aFresh();
  await restore(telling(fresh, path));
  const made = readdirSync(fresh, { recursive: true }) as string[];
  expect(made).not.toContain("incoming-restore");
  const open = made.filter((name) => (statSync(join(fresh, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  const opened = openFolder(fresh);
  await opened.mutate("customers:create", { customer_name: "New" });
  await opened.close();
  expect(blobsIn(fresh)).toEqual(blobsIn(dataDir));
});

it("rejects a folder with data, and one in use by a server", async () => {
  const { dataDir, path } = await aBackup();
  await expect(restore(telling(dataDir, path))).rejects.toThrow(
    /^The data folder .* is not empty \(it has accounts\.db, .*\)\. Move its contents away, or set DATA_DIR to another folder\.$/,
  );
  const fresh = temporaryFolder();
  const lock = lockDataFolder(fresh);
  await expect(restore(telling(fresh, path))).rejects.toThrow(/Another server is already serving/);
  lock.release();
  // A folder with backups only counts as empty.
  mkdirSync(join(fresh, "backups"));
  await restore(telling(fresh, path));
  expect(existsSync(join(fresh, "data.db"))).toBe(true);
});

it.each<[string, (entries: Map<string, Buffer>) => void, RegExp, { keepManifest: boolean }?]>([
  [
    "a changed entry",
    (entries) => change(entries, firstFile(entries)),
    /^files\/\S+ in \S+ was changed or damaged after the backup was made\. Nothing was restored\.$/,
    { keepManifest: true },
  ],
  [
    "a longer entry",
    (entries) =>
      entries.set(
        "accounts.secret",
        Buffer.concat([entries.get("accounts.secret")!, Buffer.from("s")]),
      ),
    /^accounts\.secret in \S+ was changed or damaged/,
    { keepManifest: true },
  ],
  [
    "a missing entry",
    (entries) => entries.delete("accounts.db"),
    /^accounts\.db is missing from \S+\.$/,
    { keepManifest: true },
  ],
  [
    "no manifest",
    (entries) => entries.delete("manifest.json"),
    /is not a backup: it has no manifest\.json/,
  ],
  [
    "an invalid manifest",
    (entries) => entries.set("manifest.json", Buffer.from("[]")),
    /^The manifest of \S+ \(manifest\.json\) is damaged/,
    { keepManifest: true },
  ],
  [
    "a row without its stored file",
    (entries) => entries.delete(firstFile(entries)),
    /^\S+ lacks 1 of its stored files \(the first is files\/\S+\)\. Nothing was restored\.$/,
  ],
  [
    "a damaged database",
    (entries) => {
      const bytes = Buffer.from(entries.get("data.db")!);
      bytes.fill(0x5a, 8192, bytes.length - 8192);
      entries.set("data.db", bytes);
    },
    /^The database \S+data\.db is damaged \(/,
  ],
  [
    "an index that is no JSON",
    (entries) => changeRows(entries, "UPDATE indexes SET definition = '{'"),
    /^data\.db in \S+ cannot be read \(.+\)\. Nothing was restored\.$/,
  ],
  [
    "an index of no table",
    (entries) =>
      changeRows(entries, "PRAGMA foreign_keys = off; DELETE FROM tables WHERE name = '_storage'"),
    /^data\.db in \S+ cannot be read \(.+\)\. Nothing was restored\.$/,
  ],
  [
    "a document that is no JSON",
    (entries) => changeRows(entries, "UPDATE documents SET json = '{'"),
    /^data\.db in \S+ cannot be read \(.+\)\. Nothing was restored\.$/,
  ],
  [
    "another database",
    (entries) => changeRows(entries, "DROP TABLE indexes; DROP TABLE documents;"),
    /^The backup could not be restored: SQLITE_ERROR\. \S+ was not changed\.$/,
  ],
  [
    "an invalid accounts database",
    (entries) => entries.set("accounts.db", Buffer.alloc(8192, "accounts ")),
    /^The database \S+accounts\.db is damaged \(SQLITE_NOTADB\)\.$/,
  ],
])("rejects a backup with %s, and does not change the folder", async (...of) => {
  const [, tamper, reason, options] = of;
  const { path } = await aBackup();
  const fresh = temporaryFolder();
  const other = await tampered(path, tamper, options);
  await expect(restore(telling(fresh, other))).rejects.toThrow(reason);
  expect(readdirSync(fresh).filter((name) => name !== "server.lock")).toEqual([]);
});

it("rejects a manifest with a name outside the folder", async () => {
  const { path } = await aBackup();
  const other = await tampered(
    path,
    (entries) => {
      const list = entries.get("manifest.json")!.toString();
      const changed = list.replace("accounts.secret", "../accounts.secret");
      entries.set("manifest.json", Buffer.from(changed));
    },
    { keepManifest: true },
  );
  await expect(restore(telling(aFresh(), other))).rejects.toThrow(/manifest\.json\) is damaged/);
});

/** What a newer program may write otherwise. */
const NEWER: readonly Partial<Manifest>[] = [
  { databaseFormat: 99 },
  { accountsFormat: 99 },
  { derivedVersion: 99 },
  { schema: "later" },
];

it.each(NEWER)("rejects a backup of a newer version by %j", async (versions) => {
  const { path } = await aBackup();
  const other = await tampered(
    path,
    (entries) => {
      const list = JSON.parse(entries.get("manifest.json")!.toString()) as Manifest;
      const newer = { ...list, ...versions, appVersion: "9.9.9" };
      entries.set("manifest.json", Buffer.from(JSON.stringify(newer)));
    },
    { keepManifest: true },
  );
  const fresh = aFresh();
  await expect(restore(telling(fresh, other))).rejects.toThrow(
    `${other} was made by a newer version of this program (9.9.9). Update the program first.`,
  );
  expect(existsSync(fresh)).toBe(false);
});

it("restores a backup of the same versions that a newer program made", async () => {
  const { dataDir, path } = await aBackup();
  const other = await tampered(path, (entries) => {
    const list = entries.get("manifest.json")!.toString();
    const newer = { ...(JSON.parse(list) as Manifest), appVersion: "9.9.9" };
    entries.set("manifest.json", Buffer.from(JSON.stringify(newer)));
  });
  const fresh = aFresh();
  await restore(telling(fresh, other));
  expect(await holdingsOf(fresh)).toEqual(await holdingsOf(dataDir));
});

it("rejects a backup whose accounts are of a newer version", async () => {
  const dataDir = await aFilledFolder();
  const sqlite = openSqlite(join(dataDir, "accounts.db"));
  sqlite.pragma("user_version = 99");
  sqlite.close();
  const path = join(temporaryFolder(), "backup.zip");
  await backUp(telling(dataDir, path));
  const fresh = aFresh();
  await expect(restore(telling(fresh, path))).rejects.toThrow(
    /backup\.zip was made by a newer version of this program \(\d+\.\d+\.\d+\)\. Update the program first\.$/,
  );
  expect(existsSync(join(fresh, "data.db"))).toBe(false);
});

it("rejects a manifest that is larger than a text can be, before it reads it", async () => {
  const { path } = await aBackup();
  const bytes = readFileSync(path);
  const name = bytes.lastIndexOf("manifest.json");
  // The size in the central directory, 46 bytes before the name.
  bytes.writeUInt32LE(0x20000000, name - 46 + 24);
  const other = join(temporaryFolder(), "large.zip");
  writeFileSync(other, bytes);
  await expect(restore(telling(aFresh(), other))).rejects.toThrow(
    /is not a backup: it has no manifest\.json of ours/,
  );
});

it("rejects other files, and names the command that reads an export", async () => {
  const { dataDir, path } = await aBackup();
  const moving = join(temporaryFolder(), "moving.zip");
  await exportData({ dataDir, path: moving });
  await expect(restore(telling(aFresh(), moving))).rejects.toThrow("`npm run import`");
  const cut = join(temporaryFolder(), "cut.zip");
  writeFileSync(cut, readFileSync(path).subarray(0, 5000));
  await expect(restore(telling(aFresh(), cut))).rejects.toThrow(/is not a complete ZIP file/);
  await expect(restore(telling(aFresh(), "/nowhere.zip"))).rejects.toThrow(
    "/nowhere.zip does not exist.",
  );
});

it("reports a full disk, and does not change the folder", async () => {
  const { path } = await aBackup();
  const fresh = aFresh();
  const openFile: typeof open = async (...args) => {
    const file = await open(...args);
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    file.writeFile = () => Promise.reject(full);
    return file;
  };
  await expect(restore({ ...telling(fresh, path), openFile })).rejects.toThrow(
    `The backup could not be restored: there is no space left on the disk. ${fresh} was not changed.`,
  );
  expect(readdirSync(fresh)).toEqual(["server.lock"]);
});

it("a restore can be aborted, and does not change the folder", async () => {
  const { path } = await aBackup();
  const fresh = aFresh();
  const stopping = new AbortController();
  const onProgress = (step: string) => {
    if (step === "Checking") stopping.abort();
  };
  const { signal } = stopping;
  await expect(restore({ ...telling(fresh, path), signal, onProgress })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(readdirSync(fresh)).toEqual(["server.lock"]);
});

it("a restore is finished by the next process if killed while moving files into place", async () => {
  const { dataDir, path } = await aBackup();
  const whole = aFresh();
  await restore(telling(whole, path));
  for (const moved of [[], ["files"], ["files", "accounts.secret"]]) {
    const killed = temporaryFolder();
    const incoming = join(killed, "incoming-restore");
    cpSync(whole, incoming, { recursive: true });
    rmSync(join(incoming, "server.lock"));
    writeFileSync(join(incoming, "complete"), "");
    for (const name of moved) renameSync(join(incoming, name), join(killed, name));
    lockDataFolder(killed).release();
    expect(existsSync(incoming)).toBe(false);
    expect(await holdingsOf(killed)).toEqual(await holdingsOf(dataDir));
  }
});

it("a restore is discarded by the next process if killed earlier, and can be repeated", async () => {
  const { dataDir, path } = await aBackup();
  const killed = temporaryFolder();
  mkdirSync(join(killed, "incoming-restore"));
  writeFileSync(join(killed, "incoming-restore", "data.db"), "half");
  lockDataFolder(killed).release();
  expect(existsSync(join(killed, "data.db"))).toBe(false);
  await restore(telling(killed, path));
  expect(await holdingsOf(killed)).toEqual(await holdingsOf(dataDir));
});
