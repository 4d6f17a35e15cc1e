/**
 * One office of twenty goes back to an export in our own runtime, after a day of changes, while the others go on. The
 * restoration is interrupted by a stop of the server after each batch.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import schema from "../convex/schema";
import { LEFT, planOffice, UNNAMED } from "../scripts/restoreOffice";
import { isOfWorkspace } from "../scripts/workspaces";
import { exportData } from "../server/transfer/exportData";
import { writeSteps } from "../server/transfer/restorePlan";
import {
  encodeDocumentId,
  ImportWriter,
  type EncodedObject,
} from "../packages/embedded-convex/src/index";
import { aNewCustomer, aNewJob } from "./support/builders";
import {
  contentsOf,
  fillFolder,
  openFolder,
  photoBytes,
  rowsOf,
} from "./support/dataFolders";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";

const OFFICES = Array.from({ length: 20 }, (_, i) => `org_${i}`);
const OFFICE = "org_7";
const TABLES = Object.keys(schema.tables).filter(
  (name) => !LEFT.includes(name),
);

/** Twenty offices, and their export. */
async function twentyOffices() {
  const filled = join(temporaryFolder(), "data");
  for (const subject of OFFICES)
    await fillFolder(filled, { jobs: 3, photos: 2, photoLength: 100, subject });
  await during(filled, OFFICE, async (office) => {
    await office.act("seed:generateFakeData", {
      customers: 3,
      jobsPerCustomer: 2,
    });
    const [first] = await jobsOf(office);
    await office.mutate("jobs:deleteJob", { id: first! });
  });
  return { filled, backup: await exported(filled) };
}

type Folder = ReturnType<typeof openFolder>;

async function during<Result>(
  dataDir: string,
  subject: string,
  act: (folder: Folder) => Promise<Result>,
): Promise<Result> {
  const folder = openFolder(dataDir, subject);
  try {
    return await act(folder);
  } finally {
    await folder.close();
  }
}

async function exported(dataDir: string): Promise<string> {
  const path = join(temporaryFolder(), "all.zip");
  await exportData({ dataDir, path });
  return path;
}

async function jobsOf(folder: Folder): Promise<string[]> {
  const jobs = (await folder.query("jobs:getAll")) as { _id: string }[];
  return jobs.map(({ _id }) => _id);
}

/** What an office does in a day. A job that an earlier one deleted is refused, which is as good. */
const DAY: Readonly<
  Record<string, (office: Folder, job: string) => Promise<unknown>>
> = {
  edit: (office, id) =>
    office.mutate("jobs:update", { id, job_notes: "Ladder of 40 ft." }),
  book: (office) => office.mutate("jobs:create", aNewJob()),
  delete: (office, id) => office.mutate("jobs:deleteJob", { id }),
  rename: (office) =>
    office.mutate("customers:update", {
      customer_id: "C-1001",
      customer_name: "Núñez, Zoë",
    }),
  greet: (office) => office.mutate("customers:create", aNewCustomer()),
  photograph: async (office, id) => {
    const photo = await office.upload(photoBytes(90));
    await office.mutate("jobs:addFiles", {
      id,
      field: "job_photo_install",
      fileIds: [photo],
    });
  },
  empty: (office) => office.act("seed:deleteCustomersAndJobs"),
  emptyStock: (office) => office.act("seed:deleteInventory"),
};

/** `npx convex import --append`: new ids, in the order of the file. */
async function append(dataDir: string, steps: string): Promise<void> {
  const rows = (await rowsOf(steps, "restoreSteps")) as EncodedObject[];
  const tables = await rowsOf(await exported(dataDir), "_tables");
  const { id } = tables.find(({ name }) => name === "restoreSteps")!;
  const table = { name: "restoreSteps", number: Number(id) };
  const writer = new ImportWriter(dataDir);
  await writer.writeDocuments(
    table,
    (async function* () {
      for (const [at, row] of rows.entries()) {
        const internalId = crypto.getRandomValues(new Uint8Array(16));
        const _id = encodeDocumentId({ tableNumber: table.number, internalId });
        yield await Promise.resolve({ ...row, _id, _creationTime: at + 1 });
      }
    })(),
  );
  await writer.close();
}

/** The rows of some offices by table. Ids and times are left out where nothing names them. */
async function rowsOfOffices(path: string, isTaken: (id: string) => boolean) {
  const taken: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const rows = await rowsOf(path, table);
    taken[table] = rows
      .filter((row) =>
        OFFICES.some(
          (id) => isTaken(id) && isOfWorkspace(row as EncodedObject, id),
        ),
      )
      .map(({ _id, _creationTime, ...fields }) =>
        JSON.stringify(
          UNNAMED.includes(table) ? fields : { _id, _creationTime, ...fields },
        ),
      )
      .toSorted();
  }
  return taken;
}

const isOffice = (id: string) => id === OFFICE;
const isOther = (id: string) => id !== OFFICE;

async function filesOf(path: string) {
  const contents = await contentsOf(path);
  return new Map([...contents].filter(([name]) => name.endsWith(".jpeg")));
}

it("classifies every table that an office has rows in", () => {
  const names = Object.keys(schema.tables);
  expect([...LEFT, ...UNNAMED].filter((name) => !names.includes(name))).toEqual(
    [],
  );
  expect(TABLES.filter((name) => !UNNAMED.includes(name))).toEqual([
    "customers",
    "jobs",
    "jobSummaries",
    "files",
    "inventoryItems",
    "inventoryPrices",
    "inventoryColors",
    "inventoryColorStock",
    "inventoryReorderLevels",
    "inventoryItemStock",
    "inventoryTxns",
    "messageTemplates",
    "officeSettings",
    "changes",
    "intents",
    "customerDetails",
  ]);
});

it("puts one of twenty offices back, stopped after any batch, and changes no row of the others", async () => {
  const offices = await twentyOffices();
  const days = fc.array(fc.constantFrom(...Object.keys(DAY)), {
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(days, fc.array(fc.boolean()), (day, stops) =>
      restoresAfter(offices, { day, stops }),
    ),
    {
      numRuns: 3,
      examples: [[["photograph", "empty", "emptyStock", "book"], [true]]],
      // Each run takes seconds.
      interruptAfterTimeLimit: 240_000,
      endOnFailure: true,
    },
  );
}, 300_000);

async function restoresAfter(
  { filled, backup }: { readonly filled: string; readonly backup: string },
  {
    day,
    stops,
  }: { readonly day: readonly string[]; readonly stops: readonly boolean[] },
): Promise<void> {
  const dataDir = join(temporaryFolder(), "data");
  cpSync(filled, dataDir, { recursive: true });
  const epoch = await during(dataDir, OFFICE, async (office) => {
    const jobs = await jobsOf(office);
    for (const [at, name] of day.entries())
      await DAY[name]!(office, jobs[at % jobs.length]!).catch(() => null);
    await office.engine.runInternalMutation("workspace:close", {
      workspaceId: OFFICE,
    });
    await expect(DAY.greet!(office, "")).rejects.toThrow();
    return await office.query("workspace:epoch");
  });
  const now = await exported(dataDir);
  const compare = (path: string) =>
    planOffice({
      now: path,
      earlier: backup,
      only: OFFICE,
      workspaceId: OFFICE,
    });
  const plan = await compare(now);
  expect(plan.missing).toBe(0);
  const steps = join(temporaryFolder(), "steps.zip");
  await writeSteps(steps, OFFICE, plan.steps);
  await append(dataDir, steps);

  const of = { workspaceId: OFFICE, steps: plan.steps.length };
  const restore = ({ engine }: Folder) =>
    engine.runInternalMutation("workspace:restore", of);
  // Each opening of the folder also runs what an earlier one has scheduled.
  for (let done = 0, at = 0; done < of.steps; done += 100, at++)
    await during(dataDir, OFFICE, async (office) => {
      await restore(office);
      if (stops[at] === false) await restore(office);
    });
  await during(dataDir, "org_3", (other) => DAY.book!(other, ""));
  const after = await exported(dataDir);

  expect(await rowsOfOffices(after, isOffice)).toEqual(
    await rowsOfOffices(backup, isOffice),
  );
  expect((await compare(after)).steps).toEqual([]);
  const [before, others] = [
    await rowsOfOffices(now, isOther),
    await rowsOfOffices(after, isOther),
  ];
  for (const [table, rows] of Object.entries(before))
    // The other office has worked meanwhile.
    expect(rows.filter((row) => !others[table]?.includes(row)).length).toBe(
      ["counters", "jobTotals"].includes(table) ? 1 : 0,
    );
  const files = await filesOf(after);
  for (const [name, content] of await filesOf(backup))
    expect(files.get(name)).toBe(content);

  await during(dataDir, OFFICE, async (office) => {
    const { engine } = office;
    await engine.runInternalMutation("workspace:open", { workspaceId: OFFICE });
    expect(await office.query("workspace:epoch")).not.toBe(epoch);
    await DAY.book!(office, "");
  });
}
