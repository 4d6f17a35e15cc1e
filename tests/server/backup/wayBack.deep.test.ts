import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqlite, StartupError, vacuumInto } from "embedded-convex";
import { expect, it } from "vitest";
import { makeFolderCopy } from "../../../server/backup/folderCopy";
import { createServer } from "../../../server/createServer";
import { createLog } from "../../../server/monitoring/log";
import { productVersion } from "../../../server/program";
import { aFilledFolder } from "../../support/backups";

const AT = Date.UTC(2026, 2, 14, 8);

/** A data folder in which a newer version has stored a field that the schema of this one does not have. */
async function aNewerFolder() {
  const dataDir = await aFilledFolder();
  // Not a valid accounts database.
  rmSync(join(dataDir, "accounts.db"));
  const source = {
    dataDir,
    copyDatabase: (name: string, to: string) =>
      Promise.resolve(vacuumInto(join(dataDir, name), to)),
    signal: new AbortController().signal,
  };
  const copy = { name: "2026-03-14T08-00-00Z", madeAt: AT };
  const { documents } = await makeFolderCopy(source, copy);
  const sqlite = openSqlite(join(dataDir, "data.db"));
  sqlite.exec(`
    UPDATE tables SET validator = '{}' WHERE name = 'jobs';
    UPDATE documents SET json = json_set(json, '$.roof_pitch', 4)
      WHERE table_number = (SELECT number FROM tables WHERE name = 'jobs');
  `);
  sqlite.close();
  return { dataDir, copy: join(dataDir, "backups", copy.name), documents };
}

it("refuses data that a newer version wrote in the same format, with the copy to go back to", async () => {
  const { dataDir, copy, documents } = await aNewerFolder();
  const starting = createServer({
    dataDir,
    port: 0,
    host: "127.0.0.1",
    signUps: "invite",
    clientDir: null,
    log: createLog("silent"),
  });
  await expect(starting).rejects.toThrow(StartupError);
  const sentence = await starting.catch((error: Error) => error.message);
  expect(sentence).toMatch(
    /^The data in \S+ do not fit version \S+ of this program\. Document with ID "\w+" in table "jobs" does not match the schema: Object contains extra field `roof_pitch` that is not in the validator\. Nothing was changed\. /,
  );
  expect(sentence).toContain(`version ${productVersion()} of`);
  expect(sentence).toContain(
    `If a newer version or version 0.1.0 ran before, start that one again; or go back by restoring ${copy} (${documents} documents) into another folder, which loses everything that was entered since 2026-03-14T08:00:00.000Z, also new accounts and passwords.`,
  );
  expect(sentence).not.toContain("Elm");
  // Nothing is copied for a program that cannot use the data.
  expect(readdirSync(join(dataDir, "backups"))).toEqual(["2026-03-14T08-00-00Z"]);
});
