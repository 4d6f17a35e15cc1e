import { join } from "node:path";
import { DATABASE_FORMAT, SchemaMismatch } from "embedded-convex";
import { expect, it } from "vitest";
import { FORMATS } from "../../../server/backup/dataVersions";
import type { Manifest } from "../../../server/backup/manifest";
import { newerSchemaError, wayBack } from "../../../server/backup/wayBack";
import { productVersion } from "../../../server/program";
import { writeCopies } from "../../support/backups";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const PROGRAM = { ...FORMATS, schema: "own", derivedVersion: 5 };

function aFolder(copies: Readonly<Record<string, Partial<Manifest>>>) {
  const dataDir = temporaryFolder();
  writeCopies(dataDir, copies);
  return { dataDir, pathOf: (name: string) => join(dataDir, "backups", name) };
}

it("the way back names the newest copy, whatever its name", async () => {
  const { dataDir, pathOf } = aFolder({
    "2026-03-01T08-00-00Z": {},
    "2026-03-03T08-00-00Z": { madeAt: "2026-03-03T08:00:00.000Z" },
    "format-1-2026-03-02T08-00-00Z": { madeAt: "2026-03-02T08:00:00.000Z" },
  });
  expect(await wayBack(dataDir, PROGRAM)).toBe(
    `go back by restoring ${pathOf("2026-03-03T08-00-00Z")} (7 documents) into another folder, which loses everything that was entered since 2026-03-03T08:00:00.000Z, also new accounts and passwords.`,
  );
});

const NEWER = `${productVersion()}-next`;
const OLDER = "0.1.9";

/** Copies that are newer than the one that may be named. */
const REFUSED: readonly (readonly [string, Partial<Manifest>])[] = [
  ["a newer format", { databaseFormat: DATABASE_FORMAT + 1, schema: "own" }],
  ["newer accounts", { accountsFormat: 3, schema: "own" }],
  ["newer derived rows", { derivedVersion: 6, schema: "own" }],
  ["another form of backups", { formatVersion: 2 }],
  ["another program", { kind: "other" as never }],
  ["a newer version", { appVersion: NEWER }],
  ["another schema", { appVersion: NEWER, schema: "next" }],
  ["another schema of this version", { schema: "next" }],
];

it.each(REFUSED)("the way back names no copy of %s", async (_name, manifest) => {
  const { dataDir, pathOf } = aFolder({
    "2026-03-01T08-00-00Z": {},
    "2026-03-09T08-00-00Z": {
      madeAt: "2026-03-09T08:00:00.000Z",
      ...manifest,
    },
  });
  expect(await wayBack(dataDir, PROGRAM)).toContain(pathOf("2026-03-01T08-00-00Z"));
});

it.each([
  ["of the schema of this program, which a newer one made", { appVersion: NEWER, schema: "own" }],
  ["of an earlier version", { appVersion: OLDER, schema: "before" }],
  ["of an earlier version that does not say its schema", { appVersion: OLDER }],
  ["of earlier derived rows", { schema: "own", derivedVersion: 4 }],
] as const)("the way back names a copy %s", async (_name, manifest) => {
  const { dataDir, pathOf } = aFolder({ copy: manifest });
  expect(await wayBack(dataDir, PROGRAM)).toContain(pathOf("copy"));
});

it("the sentence about another schema names the copy, and no value of the document", async () => {
  const { dataDir, pathOf } = aFolder({ copy: {} });
  const mismatch = new SchemaMismatch("A document.\nWith a secret.");
  const { message } = await newerSchemaError(dataDir, PROGRAM, mismatch);
  expect(message).toContain(`restoring ${pathOf("copy")} (7 documents)`);
  expect(message).toContain("A document. Nothing was changed.");
  expect(message).not.toContain("secret");
});
