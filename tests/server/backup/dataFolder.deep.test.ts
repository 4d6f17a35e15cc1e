import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { databaseIn } from "../../../server/backup/dataFolder";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

it("finds a database, and says which folder has none", () => {
  const folder = temporaryFolder();
  expect(() => databaseIn(folder, "data.db")).toThrow(
    `There is no data in ${folder}. Set DATA_DIR to the folder that the server uses.`,
  );
  expect(() => databaseIn(join(folder, "new"), "accounts.db")).toThrow("There are no accounts in");
  writeFileSync(join(folder, "data.db"), "");
  expect(databaseIn(folder, "data.db")).toBe(join(folder, "data.db"));
});

it.skipIf(process.getuid === undefined)(
  "names the owner of a folder into which another user may not look",
  () => {
    const folder = temporaryFolder();
    const uid = process.getuid!();
    expect(() => databaseIn(folder, "data.db", uid + 1)).toThrow(
      `${folder} belongs to another user (uid ${uid}). Run this as that user (sudo -u)`,
    );
  },
);
