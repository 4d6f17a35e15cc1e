import { cpSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { insert, openTestDatabase, write } from "./support/database";

/** The folder of a database as a kill leaves it after so many commits, and what the database had committed. */
async function killedAfter(commits: number) {
  const folder = join(temporaryFolder(), "data");
  const living = temporaryFolder();
  const database = openTestDatabase(undefined, living);
  onTestFinished(() => database.close());
  const opened = database.latestTs;
  for (let at = 0; at < commits; at++)
    await write(database, (transaction) => insert(transaction, { a: at }));
  cpSync(living, folder, { recursive: true });
  return { folder, opened, latestTs: database.latestTs };
}

function lostIn(folder: string) {
  const database = openTestDatabase(undefined, folder);
  const { lostCommits } = database;
  database.abandon();
  return lostCommits;
}

test("every commit that went with the WAL after a kill is noticed, and none that did not", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 5 }), fc.boolean(), async (commits, isLost) => {
      const { folder, opened, latestTs } = await killedAfter(commits);
      if (isLost) for (const name of ["data.db-wal", "data.db-shm"]) rmSync(join(folder, name));
      const lost = lostIn(folder);
      if (!isLost || commits === 0) expect(lost).toBe(null);
      else {
        expect(lost?.until).toBe(latestTs);
        expect(lost?.after).toBeLessThanOrEqual(opened);
      }
    }),
    { numRuns: 20 },
  );
});

test("lost commits are noticed at each start until the next commit", async () => {
  const { folder } = await killedAfter(2);
  rmSync(join(folder, "data.db-wal"));
  rmSync(join(folder, "data.db-shm"));
  expect(lostIn(folder)).not.toBe(null);
  const database = openTestDatabase(undefined, folder);
  expect(database.lostCommits).not.toBe(null);
  await write(database, (transaction) => insert(transaction, { a: 1 }));
  await database.close();
  await database.close();
  expect(lostIn(folder)).toBe(null);
  expect(statSync(join(folder, "last-commit")).mode & 0o077).toBe(0);
});
