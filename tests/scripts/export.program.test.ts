import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand as run } from "../support/command";
import { fillFolder, openFolder, rowsOf } from "../support/dataFolders";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

it("moves data with the commands of docs/hosting.md, and rejects an incomplete mapping", async () => {
  const folder = temporaryFolder();
  const [dataDir, mapping, zip] = ["data", "mapping.json", "moving.zip"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const size = { jobs: 2, photos: 1, photoLength: 100 };
  await fillFolder(dataDir, { ...size, subject: "owner-1" });
  await fillFolder(dataDir, { ...size, subject: "owner-2" });

  const { stdout } = run("export", dataDir, "--workspaces");
  expect(stdout).toMatch(/^owner-1 .* \d+ rows$/m);
  expect(stdout).toMatch(/^owner-2 .* \d+ rows$/m);

  writeFileSync(mapping, JSON.stringify({ "owner-1": "org_1" }));
  const half = run("export", dataDir, zip, "--mapping", mapping);
  expect(half.status).toBe(1);
  expect(half.stderr).toMatch(
    /^The mapping has no new workspace for owner-2, which has \d+ rows\.\n$/,
  );
  expect(existsSync(zip)).toBe(false);

  writeFileSync(mapping, JSON.stringify({ "owner-1": "org_1", "owner-2": "org_2" }));
  expect(run("export", dataDir, zip, "--mapping", mapping)).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(new Set((await rowsOf(zip, "jobs")).map((row) => row.workspaceId))).toEqual(
    new Set(["org_1", "org_2"]),
  );

  const fresh = temporaryFolder();
  writeFileSync(mapping, JSON.stringify({ org_1: "new-1", org_2: "new-2" }));
  expect(run("import", fresh, zip, "--mapping", mapping)).toMatchObject({
    status: 0,
    stderr: "",
  });
  const opened = openFolder(fresh, "new-2");
  expect(await opened.query("jobs:getAll")).toHaveLength(2);
  await opened.close();
});

it("prints usage and expected errors without a stack", () => {
  const folder = temporaryFolder();
  expect(run("export", folder).stderr).toContain("npm run export --");
  expect(run("import", folder).stderr).toContain("npm run import --");
  const absent = /^There is no data in .+\n$/;
  expect(run("export", folder, "--workspaces").stderr).toMatch(absent);
  expect(run("export", folder, "moving.zip").stderr).toMatch(absent);
  writeFileSync(join(folder, "file"), "");
  // Paths that the system refuses: a missing file, and one below a file.
  for (const [path, sentence] of [
    ["nowhere.zip", "There is no file nowhere.zip.\n"],
    ["file/moving.zip", "file/moving.zip cannot be read (ENOTDIR).\n"],
  ] as const)
    expect(run("import", folder, path)).toMatchObject({
      status: 1,
      stderr: sentence,
    });
});

it("takes one office out of many, with its photos and into its new workspace", async () => {
  const folder = temporaryFolder();
  const [dataDir, mapping, zip] = ["data", "mapping.json", "one.zip"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await fillFolder(dataDir, {
    jobs: 2,
    photos: 1,
    photoLength: 100,
    subject: "owner-1",
  });
  await fillFolder(dataDir, {
    jobs: 3,
    photos: 2,
    photoLength: 100,
    subject: "owner-2",
  });
  expect(run("export", dataDir, zip, "--only", "owner-3").stderr).toBe(
    "The workspace owner-3 has no rows there.\n",
  );
  expect(existsSync(zip)).toBe(false);
  expect(run("export", dataDir, zip, "--only", "owner-2")).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(await rowsOf(zip, "jobs")).toHaveLength(3);
  expect(await rowsOf(zip, "_storage")).toHaveLength(2);

  const all = join(folder, "all.zip");
  expect(run("export", dataDir, all).status).toBe(0);
  const fresh = temporaryFolder();
  writeFileSync(mapping, JSON.stringify({ "owner-1": "new-1" }));
  const args = [all, "--only", "owner-1", "--mapping", mapping];
  expect(run("import", fresh, ...args).status).toBe(0);
  const opened = openFolder(fresh, "new-1");
  expect(await opened.query("jobs:getAll")).toHaveLength(2);
  await opened.close();
  expect(run("export", fresh, "--workspaces").stdout).toMatch(/^new-1 [^\n]*\n$/);
});
