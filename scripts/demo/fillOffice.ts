/** Fills a running server with the demo's office, through its public functions. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROGRAM_FOLDER } from "../../server/program";
import { type Account, createAccount, invite, tokenOf } from "./accounts";
import { Caller, itemOf, itemsBySku, lineOf } from "./caller";
import { HOUSES } from "./houses";
import { CROWD_MATERIALS, crowdOf } from "./crowd";
import { demoOffice, type DemoJob, type DemoTime } from "./office";
import { FAKE_REORDER_LEVELS } from "../../domain/demo/fakeStock";
import { DELIVERIES } from "./stock";

const PHOTOS = join(PROGRAM_FOLDER, "dist/client/example");

export const OWNER = {
  name: "Dana Reyes",
  email: "dana@reyesgutters.example.com",
};
const TEAMMATE = {
  name: "Marcus Bell",
  email: "marcus@reyesgutters.example.com",
};

/** Returns the owner's session. */
export async function fillOffice(url: string, time: DemoTime): Promise<Account> {
  const owner = await createAccount(url, OWNER);
  const inviteCode = await invite(url, owner);
  const teammate = await createAccount(url, { ...TEAMMATE, inviteCode });
  const desk = new Caller(url, await tokenOf(url, owner));
  const field = new Caller(url, await tokenOf(url, teammate));
  await Promise.all([fillStock(desk), fillJobs([desk, field], time)]);
  return owner;
}

/** The same office with a day and a month that hardly fit on a screen, and with the longest texts. */
export async function fillCrowdedOffice(url: string, time: DemoTime): Promise<Account> {
  const owner = await fillOffice(url, time);
  const desk = new Caller(url, await tokenOf(url, owner));
  const items = await itemsBySku(desk);
  for (const job of crowdOf(time)) {
    const id = await desk.mutation("jobs:create", job);
    if (!isInstallNear(job, time)) continue;
    const lines = CROWD_MATERIALS.map(([sku, quantity, size], at) =>
      lineOf(itemOf(items, sku), { quantity, size, at }),
    );
    await desk.mutation("lines:add", { id, lines });
  }
  return owner;
}

const NEAR_MS = 3 * 24 * 60 * 60 * 1000;

function isInstallNear(job: Record<string, unknown>, { now }: DemoTime) {
  const at = job["job_install_date"];
  return typeof at === "number" && Math.abs(at - now) < NEAR_MS;
}

async function fillStock(desk: Caller) {
  await desk.mutation("inventorySeed:seedDefaults", {});
  const items = await itemsBySku(desk);
  for (const { sku, ...received } of DELIVERIES) {
    const entry = {
      itemId: itemOf(items, sku)._id,
      type: "intake",
      ...received,
    };
    await desk.mutation("inventory:recordTxn", entry);
  }
  for (const level of FAKE_REORDER_LEVELS)
    await desk.mutation("inventory:setReorderLevel", { ...level });
}

/** The owner takes calls; the teammate brings home every third job. */
async function fillJobs([desk, field]: [Caller, Caller], time: DemoTime) {
  const { customers, jobs } = demoOffice(time);
  const photos = await uploadPhotos(desk);
  const ids: string[] = [];
  for (const customer of customers)
    ids.push(String(await desk.mutation("customers:create", { ...customer })));
  for (const [at, job] of jobs.entries()) {
    const caller = at % 3 === 2 ? field : desk;
    await caller.mutation("jobs:create", newJob(job, { ids, photos }));
  }
}

function newJob(
  { customer, photo, ...fields }: DemoJob,
  { ids, photos }: { ids: readonly string[]; photos: readonly string[] },
): Record<string, unknown> {
  const fileId = photo === null ? undefined : photos[photo % photos.length];
  return {
    ...fields,
    job_customer_id: ids[customer],
    ...(fileId !== undefined && { job_photo_estimate: [fileId] }),
  };
}

async function uploadPhotos(desk: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (const { name } of HOUSES) {
    const url = String(await desk.mutation("jobs:generateUploadUrl", {}));
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "image/webp" },
      body: await readFile(join(PHOTOS, `${name}.webp`)),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { storageId } = (await answer.json()) as { storageId: string };
    ids.push(storageId);
  }
  return ids;
}
