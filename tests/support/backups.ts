/** Data folders to back up, and the content of a backup. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { DATABASE_FORMAT, openSqlite } from "embedded-convex";
import { versionsOfProgram } from "../../server/backup/dataVersions";
import { ACCOUNTS_FORMAT } from "../../server/backup/entryNames";
import { type Manifest, newManifest, serializeManifest } from "../../server/backup/manifest";
import type { RestoreOptions } from "../../server/backup/restore";
import { loadModules } from "../../server/modules";
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
  accounts.exec("CREATE TABLE user (name TEXT); INSERT INTO user VALUES ('Ada')");
  accounts.close();
  writeFileSync(join(dataDir, "accounts.secret"), `${"s".repeat(43)}\n`);
  return dataDir;
}

/** The options of `npm run backup` and `npm run restore`, with progress ignored. */
export function telling(
  dataDir: string,
  path: string,
): Pick<RestoreOptions, "dataDir" | "path" | "program" | "signal" | "onProgress"> {
  const { signal } = new AbortController();
  const program = versionsOfProgram(loadModules());
  return { dataDir, path, program, signal, onProgress: () => undefined };
}

/** Folders in the place of copies, of which the manifests are read only. They are restorable by this version. */
export function writeCopies(
  dataDir: string,
  copies: Readonly<Record<string, Partial<Manifest>>>,
): void {
  for (const [name, manifest] of Object.entries(copies)) {
    const folder = join(dataDir, "backups", name);
    mkdirSync(folder, { recursive: true });
    const data = { name: "data.db", size: 1, sha256: "0".repeat(64) };
    const list = newManifest({
      madeAt: "2026-03-01T08:00:00.000Z",
      databaseFormat: DATABASE_FORMAT,
      accountsFormat: ACCOUNTS_FORMAT,
      documents: 7,
      files: 0,
      missing: [],
      entries: [data],
    });
    const text = serializeManifest({ ...list, ...manifest });
    writeFileSync(join(folder, "manifest.json"), text);
  }
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
