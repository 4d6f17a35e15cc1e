import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite, readFormat, StartupError } from "embedded-convex";
import { ACCOUNTS_FORMAT } from "../../../server/backup/entryNames";
import { backUpOldFormat } from "../../../server/backup/oldFormat";
import { restore } from "../../../server/backup/restore";
import { readDatabase } from "../../../server/backup/snapshot";
import { createServer } from "../../../server/createServer";
import { createLog } from "../../../server/monitoring/log";
import { MIGRATIONS } from "../../../packages/embedded-convex/src/store/migrations";
import {
  aFilledFolder,
  blobsIn,
  holdingsOf,
  telling,
} from "../../support/backups";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const AT = Date.UTC(2026, 2, 14, 8);

/** A data folder in format 1. */
async function anOldFolder(): Promise<string> {
  const dataDir = await aFilledFolder();
  const sqlite = openSqlite(join(dataDir, "data.db"));
  sqlite.exec("ALTER TABLE session_requests DROP COLUMN asked");
  sqlite.pragma("user_version = 1");
  sqlite.close();
  return dataDir;
}

function setFormat(folder: string, file: string, format: number): void {
  const sqlite = openSqlite(join(folder, file));
  sqlite.pragma(`user_version = ${format}`);
  sqlite.close();
}

async function documentsIn(copy: string): Promise<number> {
  const { signal } = new AbortController();
  return (await readDatabase(join(copy, "data.db"), signal)).documents;
}

function formatIn(folder: string): number {
  const sqlite = openSqlite(join(folder, "data.db"));
  const format = Number(sqlite.pragma("user_version", { simple: true }));
  sqlite.close();
  return format;
}

it("backs up the whole folder, named by its format, before an upgrade", async () => {
  const dataDir = await anOldFolder();
  const blobs = blobsIn(dataDir);
  // Not a valid accounts database.
  rmSync(join(dataDir, "accounts.db"));
  const server = await createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  await server.close();
  expect(formatIn(dataDir)).toBe(MIGRATIONS.length);
  const [name = ""] = readdirSync(join(dataDir, "backups"));
  expect(name).toMatch(/^format-1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  const copy = join(dataDir, "backups", name);
  expect(formatIn(copy)).toBe(1);
  expect(blobsIn(copy)).toEqual(blobs);
});

it("a backup in the old format can be restored, and is upgraded at the next start", async () => {
  const dataDir = await anOldFolder();
  const copy = await backUpOldFormat(dataDir, { madeAt: AT });
  expect(copy).toBe(join(dataDir, "backups", "format-1-2026-03-14T08-00-00Z"));
  const fresh = join(temporaryFolder(), "fresh");
  await restore(telling(fresh, copy!));
  expect(formatIn(fresh)).toBe(1);
  expect(await holdingsOf(fresh)).toEqual(await holdingsOf(dataDir));
  expect(formatIn(fresh)).toBe(MIGRATIONS.length);
});

it("skips a folder with the newest format or without a database", async () => {
  const dataDir = await aFilledFolder();
  expect(await backUpOldFormat(dataDir)).toBe(null);
  expect(await backUpOldFormat(temporaryFolder())).toBe(null);
  expect(existsSync(join(dataDir, "backups"))).toBe(false);
});

it("stops the start if the backup fails, and changes nothing", async () => {
  const dataDir = await anOldFolder();
  const before = readFileSync(join(dataDir, "data.db"));
  const full = Object.assign(new Error("full"), { code: "ENOSPC" });
  const copyDatabase = () => Promise.reject(full);
  await expect(backUpOldFormat(dataDir, { copyDatabase })).rejects.toThrow(
    `The data in ${dataDir} have an older format (1), and the backup before its upgrade could not be made: there is no space left on the disk. Nothing was changed.`,
  );
  expect(readdirSync(join(dataDir, "backups"))).toEqual([]);

  // A file is in the place of the backups folder.
  rmSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups"), "");
  const starting = createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  await expect(starting).rejects.toThrow(
    /older format \(1\), .* could not be made: \w+\. Nothing was changed\.$/,
  );
  expect(readFileSync(join(dataDir, "data.db")).equals(before)).toBe(true);
});

it("backs up the folder before only the accounts are upgraded", async () => {
  const dataDir = await aFilledFolder();
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
  const copy = await backUpOldFormat(dataDir, { madeAt: AT });
  expect(copy).not.toBe(null);
  expect(readFormat(join(copy!, "accounts.db"))).toBe(ACCOUNTS_FORMAT - 1);
});

it.each([
  { what: "data", file: "data.db", known: MIGRATIONS.length },
  { what: "accounts", file: "accounts.db", known: ACCOUNTS_FORMAT },
])(
  "refuses newer $what, with the copy to go back to and what that loses",
  async ({ what, file, known }) => {
    const dataDir = await aFilledFolder();
    setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
    const copy = await backUpOldFormat(dataDir, { madeAt: AT });
    setFormat(dataDir, file, known + 1);
    const before = [
      readFileSync(join(dataDir, "data.db")),
      readFileSync(join(dataDir, "accounts.db")),
    ];
    const documents = await documentsIn(copy!);
    await expect(backUpOldFormat(dataDir)).rejects.toThrow(
      new StartupError(
        `The ${what} in ${dataDir} were written by a newer version of this program (format ${known + 1}, this one knows up to ${known}). Nothing was changed. Start the newer version again; or go back by restoring ${copy} (${documents} documents) into another folder, which loses everything that was entered since 2026-03-14T08:00:00.000Z, also new accounts and passwords.`,
      ),
    );
    expect([
      readFileSync(join(dataDir, "data.db")),
      readFileSync(join(dataDir, "accounts.db")),
    ]).toEqual(before);
  },
);

it("does not offer a copy whose accounts are newer too", async () => {
  const dataDir = await aFilledFolder();
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT - 1);
  const copy = await backUpOldFormat(dataDir, { madeAt: AT });
  setFormat(copy!, "accounts.db", ACCOUNTS_FORMAT + 1);
  setFormat(dataDir, "accounts.db", ACCOUNTS_FORMAT + 1);
  await expect(backUpOldFormat(dataDir)).rejects.toThrow(
    "by restoring a backup of this version into another folder, which loses everything that was entered since then,",
  );
});
