/** Data folders to back up, and the content of a backup. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqlite } from "embedded-convex";
import type { BackupOptions } from "../../server/backup/backupFile";
import { fillFolder, openFolder } from "./dataFolders";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

export const SMALL = { jobs: 3, photos: 2, photoLength: 500 };

let template: Promise<string> | undefined;

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true });
});

/** A data folder with rows, files and a stand-in for accounts. Created once and copied for each test. */
export async function aFilledFolder(): Promise<string> {
  template ??= makeTemplate();
  const dataDir = join(temporaryFolder(), "data");
  cpSync(await template, dataDir, { recursive: true });
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "downspout-template-"));
  await fillFolder(dataDir, SMALL);
  const accounts = openSqlite(join(dataDir, "accounts.db"));
  accounts.pragma("journal_mode = WAL");
  accounts.exec(
    "CREATE TABLE user (name TEXT); INSERT INTO user VALUES ('Ada')",
  );
  accounts.close();
  writeFileSync(join(dataDir, "accounts.secret"), `${"s".repeat(43)}\n`);
  return dataDir;
}

/** The options of `npm run backup` and `npm run restore`, with progress ignored. */
export function telling(
  dataDir: string,
  path: string,
): Pick<BackupOptions, "dataDir" | "path" | "signal" | "onProgress"> {
  const { signal } = new AbortController();
  return { dataDir, path, signal, onProgress: () => undefined };
}

/** The content of a data folder that a backup must preserve. */
export async function holdingsOf(dataDir: string) {
  const folder = openFolder(dataDir);
  const [jobs, customers] = [
    await folder.query("jobs:getAll"),
    await folder.query("customers:listMin"),
  ];
  await folder.close();
  const accounts = openSqlite(join(dataDir, "accounts.db"));
  const users = accounts.prepare("SELECT name FROM user").pluck().all();
  accounts.close();
  const secret = readFileSync(join(dataDir, "accounts.secret"), "utf8");
  return { jobs, customers, users, secret, files: blobsIn(dataDir) };
}

export function blobsIn(dataDir: string): [string, string][] {
  const folder = join(dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name !== "incoming")
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), "base64")]);
}
