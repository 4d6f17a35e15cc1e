import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOfWorkspace, onlyWorkspace } from "../../scripts/workspaces";
import { exportData } from "../../server/transfer/exportData";
import { importData } from "../../server/transfer/importData";
import { mergeExports } from "../../hosted/mergeExports";
import { fillFolder, openFolder, rowsOf } from "../support/dataFolders";
import { entriesOf, zipOf } from "../support/zips";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

/** An office on one machine, exported: two jobs, one with a photo. */
async function anOffice(subject: string, jobs = 2) {
  const dataDir = join(temporaryFolder(), "data");
  await fillFolder(dataDir, { jobs, photos: 1, photoLength: 100, subject });
  const path = join(temporaryFolder(), `${subject}.zip`);
  await exportData({ dataDir, path });
  return path;
}

function merge(base: string, added: string, [from, to]: [string, string]) {
  const path = join(temporaryFolder(), "merged.zip");
  const merged = mergeExports({
    base,
    added,
    path,
    selection: onlyWorkspace(from, new Map([[from, to]])),
    isReplaced: (document) => isOfWorkspace(document, to),
    stays: ["workspaceMoves"],
  });
  return { path, merged };
}

async function officeIn(path: string, subject: string) {
  const dataDir = join(temporaryFolder(), "data");
  await importData({ dataDir, path });
  const folder = openFolder(dataDir, subject);
  const jobs = (await folder.query("jobs:getAll")) as {
    job_photo_estimate: string[];
  }[];
  const ids = jobs.flatMap((job) => job.job_photo_estimate);
  const links = (await folder.query("files:getUrls", { ids })) as unknown[];
  await folder.close();
  return { jobs: jobs.length, photos: links.filter(Boolean).length };
}

it("restores an office as it was, and does not change the others", async () => {
  const before = await anOffice("org_1", 2);
  const first = merge(await anOffice("org_2", 3), before, ["org_1", "org_1"]);
  await first.merged;
  // Later the office has other jobs, and a photo more.
  const changed = await anOffice("org_1", 5);
  const later = merge(first.path, changed, ["org_1", "org_1"]);
  await later.merged;
  expect(await officeIn(later.path, "org_1")).toEqual({ jobs: 5, photos: 1 });

  const { path, merged } = merge(later.path, before, ["org_1", "org_1"]);
  const { replaced, taken, files } = await merged;
  expect(replaced).toBeGreaterThan(taken);
  expect(files).toBe(2);
  expect(await officeIn(path, "org_1")).toEqual({ jobs: 2, photos: 1 });
  expect(await officeIn(path, "org_2")).toEqual({ jobs: 3, photos: 1 });
});

it("refuses an office that the deployment has under another id, and takes it with that id", async () => {
  const earlier = await anOffice("org_1");
  const { path: now, merged } = merge(await anOffice("org_2"), earlier, ["org_1", "org_3"]);
  await merged;
  const refused = merge(now, earlier, ["org_1", "org_1"]);
  await expect(refused.merged).rejects.toThrow(
    /has the document \w+ of \w+ too, in the workspace org_3\. Give the office's id in the deployment: --as <workspace>\. Nothing was written\./,
  );
  expect(existsSync(refused.path)).toBe(false);
  const taken = merge(now, earlier, ["org_1", "org_3"]);
  const { replaced, taken: documents } = await taken.merged;
  expect(replaced).toBe(documents);
  expect(await officeIn(taken.path, "org_3")).toEqual({ jobs: 2, photos: 1 });
});

it("gives an office that joins the table numbers of the deployment", async () => {
  const office = await anOffice("owner-1");
  const tables = await rowsOf(office, "_tables");
  const base = join(temporaryFolder(), "deployment.zip");
  // The same tables with the numbers of one another.
  const numbers = tables.map(({ id }) => id).toReversed();
  const shifted = tables.map(({ name }, at) => ({ name, id: numbers[at] }));
  await zipOf(base, {
    "_tables/documents.jsonl": shifted.map((table) => JSON.stringify(table)).join("\n"),
    "_storage/documents.jsonl": "",
  });
  const { path, merged } = merge(base, office, ["owner-1", "org_1"]);
  await merged;
  expect(await rowsOf(path, "_tables")).toEqual(shifted);
  expect(await officeIn(path, "org_1")).toEqual({ jobs: 2, photos: 1 });
});

it("writes nothing if the second export lacks the workspace", async () => {
  const base = await anOffice("org_1");
  const { merged } = merge(base, base, ["org_3", "org_1"]);
  await expect(merged).rejects.toThrow(/has no document of that workspace: nothing was written/);
});

/** The export with those of its entries only. */
async function onlyEntries(path: string, keep: (name: string) => boolean) {
  const copy = join(temporaryFolder(), "copy.zip");
  const entries = [...(await entriesOf(path))];
  await zipOf(copy, Object.fromEntries(entries.filter(([name]) => keep(name))));
  return copy;
}

const withoutFiles = (path: string) => onlyEntries(path, (name) => !name.startsWith("_storage/"));

it("merges exports of rows only, whose import leaves the stored files of all offices", async () => {
  const office = await anOffice("org_1", 2);
  const changed = await anOffice("org_1", 5);
  const rows = await withoutFiles(changed);
  const { path, merged } = merge(rows, await withoutFiles(office), ["org_1", "org_1"]);
  expect(await merged).toMatchObject({ hasFiles: false, files: 0 });
  const names = [...(await entriesOf(path)).keys()];
  expect(names.filter((name) => name.startsWith("_storage"))).toEqual([]);
  expect(await officeIn(path, "org_1")).toMatchObject({ jobs: 2 });
});

it("keeps the deployment's marks of an office, and takes the marks of an office that joins", async () => {
  const office = await anOffice("org_1");
  const closed = async (epoch: number) => {
    const mark = { from: "org_1", to: "org_1", isDone: false, epoch };
    const row = { _id: `mark${epoch}`, _creationTime: 1, workspaceId: "org_1" };
    const path = join(temporaryFolder(), "closed.zip");
    await zipOf(path, {
      ...Object.fromEntries(await entriesOf(office)),
      "workspaceMoves/documents.jsonl": JSON.stringify({ ...row, ...mark }),
    });
    return path;
  };
  const epochs = async (base: string, added: string) => {
    const { path, merged } = merge(base, added, ["org_1", "org_1"]);
    await merged;
    const marks = await rowsOf(path, "workspaceMoves");
    return marks.map(({ epoch }) => epoch);
  };
  expect(await epochs(await closed(4), await closed(2))).toEqual([4]);
  expect(await epochs(await closed(4), office)).toEqual([4]);
  expect(await epochs(office, await closed(2))).toEqual([2]);
});

it("refuses exports whose merge would lose stored files", async () => {
  const office = await anOffice("org_1");
  const rows = await withoutFiles(office);
  await expect(merge(rows, office, ["org_1", "org_1"]).merged).rejects.toThrow(
    /copy\.zip has no stored files, and .*org_1\.zip has some.*--include-file-storage/,
  );
  const damaged = await onlyEntries(office, (name) => !name.endsWith(".jpeg"));
  const other = await anOffice("org_2");
  await expect(merge(damaged, other, ["org_2", "org_2"]).merged).rejects.toThrow(
    /lacks the stored file/,
  );
});
