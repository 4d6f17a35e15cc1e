import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { main } from "../../scripts/restoreOffice";
import { rowsOf } from "../support/dataFolders";
import { zipOf } from "../support/zips";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((text: string) =>
    printed.push(text),
  );
});

async function anExport(tables: Tables): Promise<string> {
  const path = join(temporaryFolder(), "export.zip");
  const linesOf = (rows: readonly Row[]) =>
    rows.map((row) => JSON.stringify(row)).join("\n");
  const numbers = Object.keys(tables).map((name, id) => ({ name, id }));
  await zipOf(path, {
    "_tables/documents.jsonl": linesOf(numbers),
    ...Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [
        `${name}/documents.jsonl`,
        linesOf(rows),
      ]),
    ),
  });
  return path;
}

async function compare(now: Tables, earlier: Tables, as?: string) {
  const [ofNow, ofEarlier] = [await anExport(now), await anExport(earlier)];
  const path = join(temporaryFolder(), "steps.zip");
  const restore = (positionals: readonly string[]) =>
    main({ positionals, values: { only: "org_1", as }, flags: new Set() });
  return {
    path,
    dryRun: () => restore([ofNow, ofEarlier]),
    run: () => restore([ofNow, ofEarlier, path]),
  };
}

const own = { workspaceId: "org_1", _creationTime: 1 };
const deleted = { ...own, workspaceId: "trash:org_1" };
const other = { ...own, workspaceId: "org_2" };
const newer = { ...own, _creationTime: 2 };

it("counts each table, and writes the steps of the office alone", async () => {
  const now = {
    jobs: [
      { ...own, _id: "same", notes: "A", list: [{ b: 1, a: 2 }] },
      { ...deleted, _id: "trashed", notes: "B" },
      { ...own, _id: "added", notes: "C" },
      { ...other, _id: "other", notes: "D" },
    ],
    searchWords: [
      { ...newer, _id: "word3", word: "again" },
      { ...own, _id: "word4", word: "added" },
    ],
    retention: [{ ...own, _id: "retention", dueAt: 5 }],
  };
  const earlier = {
    jobs: [
      { _id: "same", notes: "A", list: [{ a: 2, b: 1 }], ...own },
      { ...own, _id: "trashed", notes: "B" },
      { ...other, _id: "other", notes: "earlier" },
    ],
    searchWords: [
      { ...own, _id: "word1", word: "again" },
      { ...own, _id: "word2", word: "again" },
    ],
    retention: [{ ...own, _id: "retention", dueAt: 4 }],
  };
  const { path, dryRun, run } = await compare(now, earlier);
  await dryRun();
  expect(existsSync(path)).toBe(false);
  expect(printed).toEqual([
    `table                             same       changes    comes back          goes gone for good
jobs                                 1             1             0             1             0
searchWords                          1             0             1             1             0`,
    "4 steps. Nothing was written: name a ZIP file.",
  ]);
  await run();
  expect(printed.at(-1)).toBe(`${path} has 4 steps. Import it, and apply them:
  npx convex import --append ${path}
  npx convex run workspace:restore '{"workspaceId":"org_1","steps":4}'`);
  const step = { workspaceId: "org_1" };
  expect(await rowsOf(path, "restoreSteps")).toEqual([
    {
      ...step,
      number: 0,
      table: "jobs",
      rowId: "trashed",
      fields: { workspaceId: "org_1", notes: "B" },
    },
    { ...step, number: 1, table: "jobs", rowId: "added" },
    {
      ...step,
      number: 2,
      table: "searchWords",
      fields: { workspaceId: "org_1", word: "again" },
    },
    { ...step, number: 3, table: "searchWords", rowId: "word4" },
  ]);
});

it("says that an office is as in the export", async () => {
  const { dryRun } = await compare(
    { jobs: [{ ...own, _id: "a" }], counters: [{ ...newer, _id: "b", n: 1 }] },
    { jobs: [{ ...own, _id: "a" }], counters: [{ ...own, _id: "c", n: 1 }] },
  );
  await dryRun();
  expect(printed.at(-1)).toMatch(/^org_1 is as in .*export\.zip\.$/);
});

it.each([
  "importChunks",
  "importFindings",
  "imports",
  "rebuilds",
  "restoreSteps",
  "retention",
  "uploadTickets",
  "uploadedBytes",
  "workspaceMoves",
])("leaves the rows of %s as they are now", async (table) => {
  const job = { ...own, _id: "a" };
  const { dryRun } = await compare(
    { jobs: [job], [table]: [{ ...own, _id: "new" }] },
    { jobs: [job], [table]: [{ ...own, _id: "old" }] },
  );
  await dryRun();
  expect(printed.at(-1)).toMatch(/^org_1 is as in /);
});

it("leaves out rows of the trash that are gone for good, and what is about them", async () => {
  const { run, path } = await compare(
    { jobs: [{ ...own, _id: "a" }], changes: [], files: [] },
    {
      jobs: [
        { ...own, _id: "a", notes: "Then." },
        { ...deleted, _id: "expired" },
      ],
      changes: [{ ...own, _id: "joined" }],
      files: [{ ...own, _id: "unused", uses: 0 }],
      trash: [{ ...own, _id: "mark", rowId: "expired" }],
    },
  );
  await run();
  expect(printed[0]).toMatch(/^trash +0 +0 +0 +0 +1$/m);
  expect(await rowsOf(path, "restoreSteps")).toHaveLength(1);
});

it.each(["jobs", "files"])(
  "writes nothing if Convex would refuse a row of %s that was deleted for good",
  async (table) => {
    const row = { ...own, _id: "gone", uses: 1 };
    const { run, path } = await compare(
      { jobs: [{ ...own, _id: "a" }] },
      { jobs: [{ ...own, _id: "a" }], [table]: [row, { ...own, _id: "a" }] },
    );
    await expect(run()).rejects.toThrow(
      /^[1-9] rows of .* were deleted for good since, and Convex never takes a deleted id again\. Nothing was written\./,
    );
    expect(existsSync(path)).toBe(false);
  },
);

it("takes an office whose organization has changed", async () => {
  const { run, path } = await compare(
    { jobs: [{ ...own, workspaceId: "org_new", _id: "a", notes: "Now." }] },
    { jobs: [{ ...own, _id: "a", notes: "Then." }] },
    "org_new",
  );
  await run();
  expect(await rowsOf(path, "restoreSteps")).toMatchObject([
    { workspaceId: "org_new", fields: { workspaceId: "org_new" } },
  ]);
});

it("refuses an export that has no row of the office, and a call without one", async () => {
  const [with1, with2] = [
    { jobs: [{ ...own, _id: "a" }] },
    { jobs: [{ ...other, _id: "b" }] },
  ];
  for (const [now, earlier] of [
    [with1, with2],
    [with2, with1],
  ] as const) {
    const { run } = await compare(now, earlier);
    await expect(run()).rejects.toThrow(
      /has no row of org_1\. Nothing was written\./,
    );
  }
  await expect(
    main({ positionals: ["a", "b"], values: {}, flags: new Set() }),
  ).rejects.toThrow("Name the office: add --only <workspace>.");
});
