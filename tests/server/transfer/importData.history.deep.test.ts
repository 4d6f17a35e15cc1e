/** What a person can take back is still there after data moved: history, trash, stored answers, deleted photos. */
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EncodedObject } from "embedded-convex";
import type { ImportRow } from "@domain/imports/rows";
import { backUp } from "../../../server/backup/backupFile";
import { restore } from "../../../server/backup/restore";
import { exportData } from "../../../server/transfer/exportData";
import { importData } from "../../../server/transfer/importData";
import { blobsIn, telling } from "../../support/backups";
import { openFolder, photoBytes } from "../../support/dataFolders";
import { aCustomerRow } from "../../support/importRows";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const INTENT = "7b0d3c1e-5a64-4d0e-9f0c-2f6f0a3c8e11";
const NEW_CUSTOMER = { customer_name: "Ann Field", intentId: INTENT };
const PAGE = { paginationOpts: { numItems: 10, cursor: null } };

type Entry = { _id: string; table?: string };

type Folder = ReturnType<typeof openFolder>;

const IMPORTED = aCustomerRow({
  customer_name: "Bo Hill",
  places: [{ job_address: "2 Ash Street" }],
});
const STAGED = aCustomerRow({ customer_name: "Cy Dale" });

/** Sends a file of one row. Returns its id and what the check finds. */
async function readRow(folder: Folder, row: ImportRow) {
  const importId = await folder.mutate("imports:begin", {
    ...{ kind: row.kind, fileName: "clients.csv" },
    ...{ rowCount: 1, chunkCount: 1 },
  });
  const rows = JSON.stringify([row]);
  await folder.mutate("imports:stage", { importId, index: 0, rows });
  return { importId, found: await folder.act("imports:check", { importId }) };
}

/**
 * A job in the trash, whose photo has a thumbnail, a customer created by a call with an intent, an imported customer
 * with details, and a file that was checked and not imported.
 */
async function fill(dataDir: string) {
  const folder = openFolder(dataDir);
  const customerId = await folder.mutate("customers:create", NEW_CUSTOMER);
  const photo = await folder.upload(photoBytes(3_000));
  await folder.upload(photoBytes(300), photo);
  const job = await folder.mutate("jobs:create", {
    job_customer_id: customerId,
    job_address: "12 Elm Street",
    job_drawings: [photo],
  });
  await folder.mutate("jobs:update", { id: job, jobs_price: 1_200 });
  await folder.mutate("jobs:deleteJob", { id: job });
  const { importId } = await readRow(folder, IMPORTED);
  await folder.act("imports:start", { importId });
  await readRow(folder, STAGED);
  await folder.close();
  return { customerId, job, photo };
}

async function pageOf(folder: Folder, query: string, args: EncodedObject = {}) {
  const found = await folder.query(query, { ...PAGE, ...args });
  return (found as { page: Entry[] }).page;
}

const contentsIn = (dataDir: string) =>
  blobsIn(dataDir)
    .map(([, content]) => content)
    .sort();

const MOVES: Readonly<Record<string, (from: string, to: string) => Promise<unknown>>> = {
  "an export and its import": async (dataDir, copy) => {
    const path = join(temporaryFolder(), "moving.zip");
    await exportData({ dataDir, path });
    await importData({ dataDir: copy, path });
  },
  "a backup and its restore": async (dataDir, copy) => {
    const path = join(temporaryFolder(), "backup.zip");
    await backUp(telling(dataDir, path));
    await restore(telling(copy, path));
  },
};

it.each(Object.keys(MOVES))(
  "%s keep history, trash, answered calls, deleted photos with thumbnails and what belongs to imports",
  async (name) => {
    const [dataDir, copy] = [temporaryFolder(), temporaryFolder()].map((folder) =>
      join(folder, "data"),
    ) as [string, string];
    const { customerId, job, photo } = await fill(dataDir);
    await MOVES[name]!(dataDir, copy);
    expect(contentsIn(dataDir)).toHaveLength(2);
    expect(contentsIn(copy)).toEqual(contentsIn(dataDir));

    const before = openFolder(dataDir);
    const after = openFolder(copy);
    const history = await pageOf(after, "changes:ofSubject", { subject: job });
    expect(history).toHaveLength(3);
    expect(history).toEqual(await pageOf(before, "changes:ofSubject", { subject: job }));
    const trash = await pageOf(after, "changes:deleted");
    expect(trash).toEqual(await pageOf(before, "changes:deleted"));
    await before.close();

    const trashed = trash.find(({ table }) => table === "jobs");
    await after.mutate("changes:restore", { id: trashed!._id });
    expect(await after.query("jobs:get", { id: job })).toMatchObject({
      jobs_price: 1_200,
      job_drawings: [photo],
    });
    expect(await after.query("files:getPictures", { ids: [photo] })).toMatchObject([
      {
        url: expect.any(String) as string,
        thumbnailUrl: expect.any(String) as string,
      },
    ]);
    expect(await after.mutate("customers:create", NEW_CUSTOMER)).toBe(customerId);
    expect(await after.query("customers:listMin")).toHaveLength(2);

    expect(await after.query("imports:details", { customer_id: "C-1002" })).toEqual({
      places: IMPORTED.places,
      texts: [],
    });
    const staged = (await after.query("imports:staged")) as { _id: string };
    expect(staged).toMatchObject({ state: "checked", rowCount: 1 });
    await after.act("imports:start", { importId: staged._id });
    expect(await after.query("customers:listMin")).toHaveLength(3);
    for (const row of [IMPORTED, STAGED])
      expect((await readRow(after, row)).found).toEqual({ same: 1 });
    await after.close();
  },
);
