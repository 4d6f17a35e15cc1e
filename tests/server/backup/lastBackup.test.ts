import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lastBackupAt, noteBackup } from "../../../server/backup/lastBackup";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const AT = Date.UTC(2026, 2, 14, 8);

it("knows of none where none was noted", () => {
  const dataDir = temporaryFolder();
  expect(lastBackupAt(dataDir)).toBe(null);
  writeFileSync(join(dataDir, "backups"), "no folder");
  expect(lastBackupAt(dataDir)).toBe(null);
});

it("knows the last that was noted, and nothing of a text that is no time", async () => {
  const dataDir = temporaryFolder();
  await noteBackup(dataDir, AT - 1000);
  await noteBackup(dataDir, AT);
  expect(lastBackupAt(dataDir)).toBe(AT);
  expect(readdirSync(join(dataDir, "backups"))).toEqual(["last-backup.txt"]);
  writeFileSync(join(dataDir, "backups", "last-backup.txt"), "yesterday");
  expect(lastBackupAt(dataDir)).toBe(null);
});

it("throws what is a fault", () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "backups", "last-backup.txt"), { recursive: true });
  expect(() => lastBackupAt(dataDir)).toThrow("EISDIR");
});
