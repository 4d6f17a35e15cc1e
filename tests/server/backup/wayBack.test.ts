import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FORMAT, SchemaMismatch } from "embedded-convex";
import { expect, it } from "vitest";
import {
  newManifest,
  serializeManifest,
  type Manifest,
} from "../../../server/backup/manifest";
import { newerSchemaError, wayBack } from "../../../server/backup/wayBack";
import { productVersion } from "../../../server/program";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

/** A folder with copies, of which the sentence reads the manifests only. */
function aFolder(copies: Readonly<Record<string, Partial<Manifest>>>) {
  const dataDir = temporaryFolder();
  for (const [name, manifest] of Object.entries(copies)) {
    const folder = join(dataDir, "backups", name);
    mkdirSync(folder, { recursive: true });
    const data = { name: "data.db", size: 1, sha256: "0".repeat(64) };
    const list = newManifest({
      madeAt: "2026-03-01T08:00:00.000Z",
      databaseFormat: DATABASE_FORMAT,
      documents: 7,
      files: 0,
      missing: [],
      entries: [data],
    });
    const text = serializeManifest({ ...list, ...manifest });
    writeFileSync(join(folder, "manifest.json"), text);
  }
  return { dataDir, pathOf: (name: string) => join(dataDir, "backups", name) };
}

it("the way back names the newest copy, whatever its name", async () => {
  const { dataDir, pathOf } = aFolder({
    "2026-03-01T08-00-00Z": {},
    "2026-03-03T08-00-00Z": { madeAt: "2026-03-03T08:00:00.000Z" },
    "format-1-2026-03-02T08-00-00Z": { madeAt: "2026-03-02T08:00:00.000Z" },
  });
  expect(await wayBack(dataDir)).toBe(
    `go back by restoring ${pathOf("2026-03-03T08-00-00Z")} (7 documents) into another folder, which loses everything that was entered since 2026-03-03T08:00:00.000Z, also new accounts and passwords.`,
  );
});

it("the way back names no copy that this version cannot restore", async () => {
  const newer = { madeAt: "2026-03-09T08:00:00.000Z" };
  const { dataDir, pathOf } = aFolder({
    "2026-03-01T08-00-00Z": {},
    "2026-03-09T08-00-00Z": { ...newer, databaseFormat: DATABASE_FORMAT + 1 },
    "2026-03-10T08-00-00Z": { ...newer, formatVersion: 2 },
    "2026-03-11T08-00-00Z": { ...newer, kind: "other" as never },
  });
  expect(await wayBack(dataDir)).toContain(pathOf("2026-03-01T08-00-00Z"));
});

it("the way back from another schema names a copy of this version only", async () => {
  const own = "2026-03-01T08-00-00Z";
  const other = {
    appVersion: `${productVersion()}-next`,
    madeAt: "2026-03-09T08:00:00.000Z",
  };
  const { dataDir, pathOf } = aFolder({
    [own]: {},
    "2026-03-09T08-00-00Z": other,
  });
  const mismatch = new SchemaMismatch("A document.\nWith a secret.");
  const { message } = await newerSchemaError(dataDir, mismatch);
  expect(message).toContain(`restoring ${pathOf(own)} (7 documents)`);
  expect(message).toContain("A document. Nothing was changed.");
  expect(message).not.toContain("secret");
});
