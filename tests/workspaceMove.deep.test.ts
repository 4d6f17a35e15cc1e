/** The move of an office to a new organization in our own runtime, interrupted by a restart of the server. */
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { exportData } from "../server/transfer/exportData";
import { contentsOf, fillFolder, openFolder } from "./support/dataFolders";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";

const MARKS = "workspaceMoves/documents.jsonl";

async function exported(dataDir: string) {
  const path = join(temporaryFolder(), "all.zip");
  await exportData({ dataDir, path });
  const contents = await contentsOf(path);
  const marks = contents.get(MARKS) ?? "";
  contents.delete(MARKS);
  return { contents, marks };
}

it("a move leaves everything but the office's id as it was, also after a restart in the middle", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const of = { jobs: 40, photos: 2, photoLength: 100 };
  await fillFolder(dataDir, { ...of, subject: "org_other" });
  await fillFolder(dataDir, { ...of, subject: "org_old" });
  const before = await exported(dataDir);

  const stopped = openFolder(dataDir, "org_old");
  const move = { from: "org_old", to: "org_new" };
  await stopped.engine.runInternalMutation("workspace:move", move);
  await stopped.close();
  const folder = openFolder(dataDir, "org_new");
  await vi.waitFor(
    async () =>
      expect(await folder.query("workspace:former")).toEqual({
        workspaceId: "org_new",
        ids: ["org_old"],
      }),
    { timeout: 50_000 },
  );
  await folder.close();

  const after = await exported(dataDir);
  expect(before.marks).toBe("");
  expect(after.marks.trim().split("\n")).toHaveLength(1);
  const renamed = [...before.contents].map(([name, text]) => [
    name,
    text.replaceAll('"workspaceId":"org_old"', '"workspaceId":"org_new"'),
  ]);
  expect(after.contents).toEqual(new Map(renamed as [string, string][]));
}, 120_000);
