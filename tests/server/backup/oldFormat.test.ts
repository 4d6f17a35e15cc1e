import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite } from "embedded-convex";
import { backUpOldFormat } from "../../../server/backup/oldFormat";
import { restore } from "../../../server/backup/restore";
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
    `The data in ${dataDir} has an older format (1), and the backup before its upgrade could not be made: there is no space left on the disk. Nothing was changed.`,
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

it("data of a newer version are refused, with the copy to go back to and what is lost", async () => {
  const dataDir = await anOldFolder();
  const copy = await backUpOldFormat(dataDir, { madeAt: AT });
  const newer = MIGRATIONS.length + 1;
  const sqlite = openSqlite(join(dataDir, "data.db"));
  sqlite.pragma(`user_version = ${newer}`);
  sqlite.close();
  const refused = backUpOldFormat(dataDir);
  await expect(refused).rejects.toThrow(
    `written by a newer version of this program (format ${newer}, this one knows up to ${MIGRATIONS.length}). Nothing was changed.`,
  );
  await expect(refused).rejects.toThrow(`restoring ${copy} (`);
  await expect(refused).rejects.toThrow(
    "loses everything that was entered since 2026-03-14T08:00:00.000Z.",
  );
});
