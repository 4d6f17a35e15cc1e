import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { TableNames } from "@convex/_generated/dataModel";
import { isTrashKey } from "@domain/history/trashKeys";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { FAKE_CUSTOMERS_OUT_OF_RANGE, FAKE_JOBS_OUT_OF_RANGE } from "@domain/demo/fakeDataInput";
import { JOB_STATUSES } from "@domain/job/jobs";
import { aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  refused,
  stillThere,
  type Caller,
} from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

const NO_INVENTORY = {
  inventoryItemsDeleted: 0,
  inventoryPricesDeleted: 0,
  inventoryColorsDeleted: 0,
  inventoryTxnsDeleted: 0,
};

/** The rows of all workspaces, without those in the trash. */
async function countOf(caller: Caller, table: TableNames): Promise<number> {
  return await caller.run(async (ctx) => {
    const rows = await ctx.db.query(table).take(20_000);
    return rows.filter((row) => !isTrashKey(row.workspaceId)).length;
  });
}

async function generate(caller: Caller, customers: number, jobsPerCustomer: number) {
  return await caller.action(api.seed.generateFakeData, {
    customers,
    jobsPerCustomer,
  });
}

/** Seeds the catalogue and makes three inventory transactions. */
async function stockUp(caller: Caller): Promise<void> {
  await caller.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: itemId } = await itemNamed(caller, "A Elbow");
  for (const quantity of [1, 2])
    await caller.mutation(api.inventory.recordTxn, {
      itemId,
      type: "intake",
      quantity,
      size: "5",
      colorNumber: "180",
    });
  await caller.mutation(api.inventory.adjustColorQuantity, {
    colorNumber: "180",
    delta: 1,
  });
}

const STOCK_DELETED = {
  inventoryItemsDeleted: CATALOGUE_ITEMS.length,
  inventoryPricesDeleted: CATALOGUE_ITEMS.flatMap((item) => item.prices).length,
  inventoryColorsDeleted: CATALOGUE_COLORS.length,
  inventoryTxnsDeleted: 3,
};

describe("seed.generateFakeData", () => {
  // Spec 1.24, 7.8, 9.1
  it("creates the requested customers and jobs, in every status, before and after today", async () => {
    const { anna, bo } = openForTwo();
    const now = Date.now();
    expect(await generate(anna, 50, 2)).toEqual({
      customersCreated: 50,
      jobsCreated: 100,
    });
    const jobs = await anna.query(api.jobs.getAll, {});
    const customers = await anna.query(api.customers.listMin, {});
    expect(customers).toHaveLength(50);
    expect(jobs).toHaveLength(100);
    for (const status of JOB_STATUSES)
      expect(jobs.filter((job) => job.job_status === status)).toHaveLength(10);
    const ids = new Set(customers.map(({ customer_id }) => customer_id));
    expect(jobs.every((job) => ids.has(job.job_customer_id))).toBe(true);
    const dates = jobs.flatMap((job) => job.job_estimate_date ?? []);
    expect(dates.some((date) => date < now)).toBe(true);
    expect(dates.some((date) => date > now)).toBe(true);
    expect(await bo.query(api.jobs.getAll, {})).toEqual([]);
  });

  it("creates different people in a second run", async () => {
    const { anna } = openForTwo();
    await generate(anna, 3, 0);
    await generate(anna, 3, 1);
    const customers = await anna.query(api.customers.search, { term: "" });
    expect(customers).toHaveLength(6);
    expect(new Set(customers.map((one) => one.customer_phone)).size).toBe(6);
    expect(await anna.action(api.customers.dedupeForUser, {})).toMatchObject({
      duplicatesRemoved: 0,
    });
  });

  it.each([
    [0, 1, "customers", FAKE_CUSTOMERS_OUT_OF_RANGE],
    [1.5, 1, "customers", FAKE_CUSTOMERS_OUT_OF_RANGE],
    [5_001, 1, "customers", FAKE_CUSTOMERS_OUT_OF_RANGE],
    [1, -1, "jobsPerCustomer", FAKE_JOBS_OUT_OF_RANGE],
    [1, 11, "jobsPerCustomer", FAKE_JOBS_OUT_OF_RANGE],
    [1, Number.NaN, "jobsPerCustomer", FAKE_JOBS_OUT_OF_RANGE],
  ])("refuses %d customers with %d jobs", async (customers, jobs, ...why) => {
    const { anna } = openForTwo();
    expect(await refusalOf(generate(anna, customers, jobs))).toEqual(refused(...why));
    // A refused call does not take the workspace's operation lock.
    expect(await anna.query(api.seed.progress, {})).toBeNull();
  });
});

describe("demo data", () => {
  it("demo data is removed whole, and nothing else", async () => {
    const { anna, bo } = openForTwo();
    await generate(anna, 30, 2);
    await generate(bo, 1, 1);
    const real = { customer_name: "Nora Finch" };
    await anna.mutation(api.jobs.create, aNewJob({ customer: real }));
    expect(await anna.action(api.seed.removeDemoData, {})).toEqual({
      customersDeleted: 30,
      jobsDeleted: 60,
      customersKept: 0,
    });
    const jobs = await anna.query(api.jobs.getAll, {});
    expect(jobs.map((job) => job.customer_name)).toEqual(["Nora Finch"]);
    expect(await anna.query(api.customers.listMin, {})).toHaveLength(1);
    expect(await bo.query(api.jobs.getAll, {})).toHaveLength(1);
  });

  it("demo data is marked, also after a person edited it, and is named then", async () => {
    const { anna } = openForTwo();
    expect(await anna.query(api.seed.demoData, {})).toEqual({
      hasDemoData: false,
      hasRealCustomers: false,
      changed: [],
      hasMoreChanged: false,
    });
    await generate(anna, 2, 1);
    const [first, second] = await anna.query(api.jobs.getAll, {});
    if (!first || !second) throw new Error("Jobs are missing.");
    expect([first.demo, second.demo]).toEqual(["unchanged", "unchanged"]);
    await anna.mutation(api.jobs.update, { id: first._id, jobs_price: 17 });
    await anna.mutation(api.customers.update, {
      customer_id: second.job_customer_id,
      customer_email: "new@example.com",
    });
    expect(await anna.query(api.seed.demoData, {})).toEqual({
      hasDemoData: true,
      hasRealCustomers: false,
      changed: [`${first.customer_name}, ${first.job_address}`, second.customer_name],
      hasMoreChanged: false,
    });
  });

  it("demo data names ten edited rows, and says whether there are more", async () => {
    const { anna } = openForTwo();
    await generate(anna, 11, 1);
    const jobs = await anna.query(api.jobs.getAll, {});
    for (const [at, hasMoreChanged] of [
      [9, false],
      [10, true],
    ] as const) {
      for (const { _id: id } of jobs.slice(0, at + 1))
        await anna.mutation(api.jobs.update, { id, jobs_price: at });
      const { changed, ...rest } = await anna.query(api.seed.demoData, {});
      expect(changed).toHaveLength(10);
      expect(rest).toMatchObject({ hasMoreChanged });
    }
  });

  it("a customer who has a real job is kept, without the mark of demo data", async () => {
    const { anna } = openForTwo();
    await generate(anna, 2, 1);
    await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1002" }));
    expect(await anna.action(api.seed.removeDemoData, {})).toEqual({
      customersDeleted: 1,
      jobsDeleted: 2,
      customersKept: 1,
    });
    const kept = await anna.query(api.customers.getByCustomerId, {
      customer_id: "C-1002",
    });
    expect(kept).not.toBeNull();
    expect(kept).not.toHaveProperty("demo");
  });

  it("demo data becomes real when it is merged with a real customer", async () => {
    const { anna } = openForTwo();
    await generate(anna, 1, 0);
    const [fake] = await anna.query(api.customers.search, { term: "" });
    if (!fake) throw new Error("The customer is missing.");
    await anna.mutation(api.customers.create, {
      customer_name: fake.customer_name,
      customer_phone: fake.customer_phone ?? "",
    });
    await anna.action(api.customers.dedupeForUser, {});
    const [kept, ...others] = await anna.query(api.customers.search, {
      term: "",
    });
    expect(others).toEqual([]);
    expect(kept).not.toHaveProperty("demo");
  });
});

describe("seed.deleteCustomersAndJobs", () => {
  // Spec 7.10
  it("deletes all of one workspace with their files, and returns the counts", async () => {
    const { anna, bo } = openForTwo();
    await generate(anna, 4, 2);
    await generate(bo, 1, 1);
    await stockUp(anna);
    const photo = await aStoredPhoto(anna);
    const photoOfBo = await aStoredPhoto(bo);
    await anna.mutation(api.jobs.create, aNewJob({ job_photo_estimate: [photo] }));
    await bo.mutation(api.jobs.create, aNewJob({ job_drawings: [photoOfBo] }));
    expect(await anna.action(api.seed.deleteCustomersAndJobs, {})).toEqual({
      customersDeleted: 5,
      jobsDeleted: 9,
    });
    expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
    expect(await anna.query(api.customers.listMin, {})).toEqual([]);
    expect(await stillThere(anna, [photo, photoOfBo])).toEqual([false, true]);
    expect(await bo.query(api.jobs.getAll, {})).toHaveLength(2);
    expect(await countOf(anna, "jobSummaries")).toBe(2);
    expect(await anna.query(api.inventory.listItems, {})).not.toEqual([]);
  });

  it("counts zero in an empty workspace", async () => {
    const { anna } = openForTwo();
    expect(await anna.action(api.seed.deleteCustomersAndJobs, {})).toEqual({
      customersDeleted: 0,
      jobsDeleted: 0,
    });
  });

  it("seed.deleteCustomersAndJobs does not reuse customer ids", async () => {
    const { anna } = openForTwo();
    await generate(anna, 2, 0);
    await anna.action(api.seed.deleteCustomersAndJobs, {});
    expect(await anna.mutation(api.customers.create, { customer_name: "Anna" })).toBe("C-1003");
  });
});

describe("seed.deleteInventory", () => {
  // Spec 7.11
  it("deletes items, prices, colors, stock and transactions, and returns the counts", async () => {
    const { anna, bo } = openForTwo();
    await stockUp(anna);
    await stockUp(bo);
    await generate(anna, 1, 1);
    expect(await anna.action(api.seed.deleteInventory, {})).toEqual(STOCK_DELETED);
    expect(await anna.query(api.inventory.listItems, {})).toEqual([]);
    expect(await anna.query(api.inventory.listColors, {})).toEqual([]);
    expect(await bo.query(api.inventory.listColors, {})).toHaveLength(CATALOGUE_COLORS.length);
    // The rest is Bo's.
    expect(await countOf(anna, "inventoryColorStock")).toBe(1);
    expect(await countOf(anna, "inventoryItemStock")).toBe(1);
    expect(await countOf(anna, "inventoryTxns")).toBe(3);
    expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
    expect(await anna.action(api.seed.deleteInventory, {})).toEqual(NO_INVENTORY);
  });

  it("leaves zero stock after a new seed", async () => {
    const { anna } = openForTwo();
    await stockUp(anna);
    await anna.action(api.seed.deleteInventory, {});
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const colors = await anna.query(api.inventory.listColors, {});
    expect(colors.every((color) => color.quantity === 0)).toBe(true);
  });
});

describe("seed.deleteAllData", () => {
  // Spec 1.24, 6.8, 7.12
  it("deletes everything in the workspace and nothing in others", async () => {
    const { anna, bo } = openForTwo();
    for (const caller of [anna, bo]) {
      await generate(caller, 2, 2);
      await stockUp(caller);
    }
    const unused = await aStoredPhoto(anna);
    const photoOfBo = await aStoredPhoto(bo);
    expect(await anna.action(api.seed.deleteAllData, {})).toEqual({
      customersDeleted: 2,
      jobsDeleted: 4,
      ...STOCK_DELETED,
    });
    expect(await stillThere(anna, [unused, photoOfBo])).toEqual([false, true]);
    expect(await bo.query(api.jobs.getAll, {})).toHaveLength(4);
    expect(await bo.query(api.inventory.listItems, {})).not.toEqual([]);
    // A customer number is never given twice.
    expect(await anna.mutation(api.customers.create, { customer_name: "Anna" })).toBe("C-1003");
    expect(await bo.mutation(api.customers.create, { customer_name: "Bo" })).toBe("C-1003");
  });
});
