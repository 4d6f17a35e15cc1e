import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lastBackupAt, recordBackup } from "../../../server/backup/lastBackup";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const AT = Date.UTC(2026, 2, 14, 8);

it("the last backup is null if none was recorded", () => {
  const dataDir = temporaryFolder();
  expect(lastBackupAt(dataDir)).toBe(null);
  writeFileSync(join(dataDir, "backups"), "no folder");
  expect(lastBackupAt(dataDir)).toBe(null);
});

it("the last backup is the last recorded time, or null for an invalid one", async () => {
  const dataDir = temporaryFolder();
  await recordBackup(dataDir, AT - 1000);
  await recordBackup(dataDir, AT);
  expect(lastBackupAt(dataDir)).toBe(AT);
  expect(readdirSync(join(dataDir, "backups"))).toEqual(["last-backup.txt"]);
  writeFileSync(join(dataDir, "backups", "last-backup.txt"), "yesterday");
  expect(lastBackupAt(dataDir)).toBe(null);
});

it("throws unexpected errors", () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "backups", "last-backup.txt"), { recursive: true });
  expect(() => lastBackupAt(dataDir)).toThrow("EISDIR");
});
