import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "embedded-convex";
import { decodeJwt } from "jose";
import { expect, it } from "vitest";
import { mappingErrors, mapWorkspace, readMapping, workspacesIn } from "../../scripts/workspaces";
import { exportData } from "../../server/transfer/exportData";
import { importData } from "../../server/transfer/importData";
import { accountsServer, inviteFrom, signUp } from "../support/accountsServer";
import { fillFolder, openFolder } from "../support/dataFolders";
import type { Browser } from "../support/people";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const WORKSPACES = [
  { id: "a", rows: 12, founder: "Dana <dana@x.test>" },
  { id: "b", rows: 3, founder: null },
  { id: "c", rows: 0, founder: "Marcus <m@x.test>" },
];

it("lists the workspaces of all rows", async () => {
  const dataDir = join(temporaryFolder(), "data");
  const size = { jobs: 1, photos: 0, photoLength: 0 };
  await fillFolder(dataDir, { ...size, subject: "owner-1" });
  await fillFolder(dataDir, { ...size, subject: "owner-2" });
  const found = await workspacesIn(dataDir);
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(["owner-1", "owner-2"]));
  expect(found[0]!.rows).toBeGreaterThan(2);
});

it("lists an office once, under the founder of today", async () => {
  const server = await accountsServer();
  const [ana, bo] = [server.browser(), server.browser()];
  await signUp(ana, "Ana");
  await signUp(bo, "Bo", await inviteFrom(ana));
  const idOf = async (browser: Browser) => decodeJwt((await browser.get("token")).body.token!).sub!;
  const [anaId, boId] = [await idOf(ana), await idOf(bo)];
  const listed = (founder: string) => [{ id: anaId, rows: 0, founder }];
  expect(await workspacesIn(server.dataDir)).toEqual(listed("Ana <ana@example.com>"));

  await ana.post("team/hand-over", { personId: boId });
  await ana.post("team/leave");
  expect(await workspacesIn(server.dataDir)).toEqual(listed("Bo <bo@example.com>"));
});

it("moves deleted rows with their workspace, into its trash", async () => {
  const dataDir = join(temporaryFolder(), "data");
  await fillFolder(dataDir, { jobs: 1, photos: 0, photoLength: 0 });
  const folder = openFolder(dataDir);
  const [job] = (await folder.query("jobs:getAll")) as { _id: string }[];
  await folder.mutate("jobs:deleteJob", { id: job!._id });
  await folder.close();
  const workspaces = await workspacesIn(dataDir);
  expect(workspaces.map(({ id }) => id)).toEqual(["owner-1"]);
  const mapping = new Map([["owner-1", "org_1"]]);
  expect(mappingErrors(mapping, workspaces)).toEqual([]);

  const path = join(temporaryFolder(), "moving.zip");
  const copy = join(temporaryFolder(), "copy");
  await exportData({ dataDir, path, change: mapWorkspace(mapping) });
  await importData({ dataDir: copy, path });
  const moved = openFolder(copy, "org_1");
  const { page } = (await moved.query("changes:deleted", {
    paginationOpts: { numItems: 10, cursor: null },
  })) as { page: { _id: string }[] };
  await moved.mutate("changes:restore", { id: page[0]!._id });
  expect(await moved.query("jobs:getAll")).toMatchObject([{ _id: job!._id }]);
  await moved.close();
});

it("accepts a mapping of every workspace that has rows", () => {
  const mapping = new Map([
    ["a", "org_1"],
    ["b", "org_2"],
  ]);
  expect(mappingErrors(mapping, WORKSPACES)).toEqual([]);
  const move = mapWorkspace(mapping);
  const document = { _id: "1", workspaceId: "b", other: 1 };
  expect(move(document)).toEqual({ ...document, workspaceId: "org_2" });
});

it.each<[Record<string, string>, string[]]>([
  [
    { b: "org_2" },
    ["The mapping has no new workspace for a of Dana <dana@x.test>, which has 12 rows."],
  ],
  [{ a: "org_1", b: "" }, ["The mapping has no new workspace for b, which has 3 rows."]],
  [{ a: "org_1", b: "org_2", z: "org_3" }, ["The mapping has z, which has no rows here."]],
  [{ a: "org_1", b: "org_1" }, ["The mapping maps more than one workspace to org_1."]],
])("rejects %o with a sentence", (mapping, errors) => {
  expect(mappingErrors(new Map(Object.entries(mapping)), WORKSPACES)).toEqual(errors);
});

it("rejects a document that the mapping leaves out", () => {
  const move = mapWorkspace(new Map([["a", "org_1"]]));
  expect(() => move({ _id: "1", workspaceId: "b" })).toThrow(
    "The mapping has no new workspace for b. Nothing was written.",
  );
});

it("rejects an invalid mapping file", () => {
  const path = join(temporaryFolder(), "mapping.json");
  writeFileSync(path, "{");
  expect(() => readMapping(path)).toThrow(`${path} is not a readable JSON file.`);
  writeFileSync(path, `{"a": 1}`);
  expect(() => readMapping(path)).toThrow(/must be a JSON object/);
  writeFileSync(path, `{"a": "org_1"}`);
  expect(readMapping(path)).toEqual(new Map([["a", "org_1"]]));
});

it("names a document without a workspace, as in an export of another program", () => {
  const change = mapWorkspace(new Map([["a", "b"]]));
  expect(() => change({ _id: "m1" })).toThrow(StartupError);
  expect(() => change({ _id: "m1" })).toThrow(
    'The document "m1" has no workspace: this is no data of Downspout.',
  );
});
