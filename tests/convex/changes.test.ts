import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import {
  CUSTOMER_HAS_JOBS,
  CUSTOMER_IN_TRASH,
  historyLines,
  UNDO_GONE,
  UNDO_OF_DEMO_DATA,
  UNDONE_ALREADY,
} from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { aNewCustomer, aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  stillStored,
  stillThere,
  type Caller,
} from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE = { numItems: 50, cursor: null };

async function historyOf(caller: Caller, subject: string) {
  const { page } = await caller.query(api.changes.ofSubject, {
    subject,
    paginationOpts: PAGE,
  });
  return page;
}

async function linesOf(caller: Caller, subject: string): Promise<string[]> {
  const entries = await historyOf(caller, subject);
  return entries.flatMap(({ writes }) => historyLines(writes, String));
}

/** The last change of the subject. */
async function lastOf(caller: Caller, subject: string): Promise<string> {
  const [last] = await historyOf(caller, subject);
  if (last === undefined) throw new Error("There is no change.");
  return last._id;
}

async function undo(caller: Caller, id: string): Promise<void> {
  await caller.mutation(api.changes.undo, { id: id as Id<"changes"> });
}

async function trashOf(caller: Caller) {
  const { page } = await caller.query(api.changes.deleted, {
    paginationOpts: PAGE,
  });
  return page;
}

async function aJob(caller: Caller, fields = {}) {
  return await caller.mutation(api.jobs.create, aNewJob(fields));
}

/** Everything a person sees of the workspace. */
async function seen(caller: Caller) {
  const jobs = await caller.query(api.jobs.getAll, {});
  const customers = await caller.query(api.customers.listMin, {});
  return {
    jobs,
    customers,
    items: await caller.query(api.inventory.listItems, {}),
    colors: await caller.query(api.inventory.listColors, {}),
    urls: await caller.query(api.files.getUrls, {
      ids: jobs.flatMap((job) => job.job_photo_estimate),
    }),
    found: await caller.run(async (ctx) =>
      (await ctx.db.query("searchWords").collect())
        .map(({ rowId, word, text }) => `${rowId} ${word}:${text}`)
        .sort(),
    ),
    summaries: await caller.run(async (ctx) =>
      (await ctx.db.query("jobSummaries").collect())
        .map(({ _id, _creationTime, statusChangedAt: _at, ...row }) => JSON.stringify(row))
        .sort(),
    ),
  };
}

it("a row has one history under its id and under the name that a device has for it", async () => {
  const { anna } = openForTwo();
  const clientKey = crypto.randomUUID();
  const id = await anna.mutation(api.jobs.create, aNewJob({ clientKey }));
  const job = await anna.query(api.jobs.get, { id });
  const customer_id = job?.job_customer_id ?? "";
  const customer = { customer_phone: "5550100009" };
  await anna.mutation(api.jobs.update, { id, customer, customer_id });
  const found = await anna.query(api.customers.getByCustomerId, {
    customer_id,
  });
  expect(await historyOf(anna, id)).not.toEqual([]);
  expect(await historyOf(anna, clientKey)).toEqual(await historyOf(anna, id));
  const ofCustomer = await historyOf(anna, found?._id ?? "");
  expect(ofCustomer).not.toEqual([]);
  expect(await historyOf(anna, customer_id)).toEqual(ofCustomer);
});

describe("the history", () => {
  it("shows who changed what, before and after", async () => {
    const { t } = openForTwo();
    const dana = t.withIdentity({ subject: "dana", name: "Dana" });
    const id = await aJob(dana, { job_status: "lead" });
    await dana.mutation(api.jobs.update, { id, job_status: "approved" });
    await dana.mutation(api.jobs.update, { id, jobs_price: 1200 });
    expect(await linesOf(dana, id)).toEqual([
      "Price: empty → $1,200.00",
      "Status: New Lead → Approved",
      "Job created",
    ]);
    const [last] = await historyOf(dana, id);
    expect(last).toMatchObject({ by: "dana", byName: "Dana" });
  });

  it("joins a person's edits of one field within two minutes", async () => {
    const { anna, t } = openForTwo();
    const office = (subject: string) => t.withIdentity({ subject, org_id: "office" });
    const id = await aJob(office("anna"));
    const price = async (who: string, jobs_price: number) =>
      await office(who).mutation(api.jobs.update, { id, jobs_price });
    await price("anna", 1);
    vi.setSystemTime(Date.now() + 60_000);
    await price("anna", 2);
    await price("bo", 3);
    vi.setSystemTime(Date.now() + 121_000);
    await price("bo", 4);
    expect(await linesOf(office("anna"), id)).toEqual([
      "Price: $3.00 → $4.00",
      "Price: $2.00 → $3.00",
      "Price: empty → $2.00",
      "Job created",
    ]);
    expect(await historyOf(anna, id)).toEqual([]);
  });

  it("counts the two minutes from the last of the joined edits", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna);
    for (const jobs_price of [1, 2, 3]) {
      await anna.mutation(api.jobs.update, { id, jobs_price });
      vi.setSystemTime(Date.now() + 119_000);
    }
    const [joined] = await historyOf(anna, id);
    expect(joined?.at).toBe(Date.now() - 119_000);
    expect(await linesOf(anna, id)).toEqual(["Price: empty → $3.00", "Job created"]);
    vi.setSystemTime(Date.now() + 1_000);
    await anna.mutation(api.jobs.update, { id, jobs_price: 4 });
    expect(await linesOf(anna, id)).toEqual([
      "Price: $3.00 → $4.00",
      "Price: empty → $3.00",
      "Job created",
    ]);
  });

  it("keeps a value that the same person's other device replaced unseen", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna, { jobs_price: 1 });
    const base = { jobs_price: 1 };
    await anna.mutation(api.jobs.update, { id, jobs_price: 2, base });
    const late = { id, jobs_price: 3, base };
    expect(await anna.mutation(api.jobs.update, late)).toEqual({
      replaced: { jobs_price: 2 },
    });
    await anna.mutation(api.jobs.update, {
      id,
      jobs_price: 4,
      base: { jobs_price: 3 },
    });
    expect(await linesOf(anna, id)).toEqual([
      "Price: $2.00 → $4.00",
      "Price: $1.00 → $2.00",
      "Job created",
    ]);
  });

  it.each(["customers.update", "jobs.update"])(
    "keeps a phone of a customer that the same person's other device replaced unseen by %s",
    async (path) => {
      const { anna } = openForTwo();
      const id = await aJob(anna);
      const customer_id = "C-1001";
      const change = async (customer_phone: string) => {
        const args = { customer_id, base: { customer_phone: null } };
        const customer = { customer_phone };
        return path === "jobs.update"
          ? await anna.mutation(api.jobs.update, { id, customer, ...args })
          : await anna.mutation(api.customers.update, { ...customer, ...args });
      };
      await change("5550100001");
      expect(await change("5550100002")).toEqual({
        replaced: { customer_phone: "5550100001" },
      });
      expect((await linesOf(anna, customer_id)).slice(0, 2)).toEqual([
        "Phone: (555) 010-0001 → (555) 010-0002",
        "Phone: empty → (555) 010-0001",
      ]);
    },
  );

  it("keeps no entry of edits that end where they began", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna, { jobs_price: 5 });
    await anna.mutation(api.jobs.update, { id, jobs_price: 6 });
    await anna.mutation(api.jobs.update, { id, jobs_price: 5 });
    expect(await linesOf(anna, id)).toEqual(["Job created"]);
    await anna.mutation(api.jobs.update, { id, jobs_price: 5 });
    const entries = await historyOf(anna, id);
    expect(entries.map(({ kind }) => kind)).toEqual(["jobs.create"]);
  });

  it("the history has no line in a job for the new name of its customer", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const id = await aJob(anna, { job_customer_id: customer_id });
    await anna.mutation(api.customers.update, {
      customer_id,
      customer_name: "Ruth Okafor",
    });
    const job = await anna.query(api.jobs.get, { id });
    expect(job?.customer_name).toBe("Ruth Okafor");
    const entries = await historyOf(anna, id);
    expect(entries.map(({ kind }) => kind)).toEqual(["jobs.create"]);
  });

  it("the history has the device's time where it differs from the server's", async () => {
    const { anna } = openForTwo();
    const deviceAt = Date.now() - 3_600_000;
    const id = await anna.mutation(api.jobs.create, {
      ...aNewJob(),
      deviceAt,
    });
    await anna.mutation(api.jobs.update, {
      id,
      jobs_price: 5,
      deviceAt: Date.now(),
    });
    const entries = await historyOf(anna, id);
    expect(entries.map((entry) => entry.deviceAt)).toEqual([undefined, deviceAt]);
  });

  it.each([Infinity, -Infinity, NaN, 8.64e15, -8.64e15])(
    "the history refuses the device's time %d, which is not a date, and leaves out a stored one",
    async (deviceAt) => {
      const { anna } = openForTwo();
      const call = anna.mutation(api.jobs.create, { ...aNewJob(), deviceAt });
      expect(await refusalOf(call)).toEqual({
        code: "INVALID",
        field: "deviceAt",
        message: "The clock of this device shows no date. Set it, then try again.",
      });
      const id = await aJob(anna);
      const change = await lastOf(anna, id);
      await anna.run(async (ctx) => {
        await ctx.db.patch("changes", change as Id<"changes">, { deviceAt });
      });
      expect((await historyOf(anna, id))[0]).not.toHaveProperty("deviceAt");
      const [recent] = await anna.query(api.changes.recent, {});
      expect(recent).not.toHaveProperty("deviceAt");
    },
  );

  it("shows a change of a job's customer in both histories", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna);
    await anna.mutation(api.jobs.update, {
      id,
      job_city: "Edina",
      customer: { customer_phone: "6125550001" },
    });
    const customer = await anna.run(async (ctx) => await ctx.db.query("customers").first());
    expect((await linesOf(anna, id))[0]).toMatch(/^City: .* → Edina$/);
    expect((await linesOf(anna, customer?._id ?? ""))[0]).toMatch(/^Phone: .* → \(612\) 555-0001$/);
    await undo(anna, await lastOf(anna, customer?._id ?? ""));
    const job = await anna.query(api.jobs.get, { id });
    expect(job).not.toHaveProperty("job_customer_phone");
  });

  it("lists stock transactions beside other changes, the newest first", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    vi.setSystemTime(Date.now() + 1_000);
    await anna.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta: 3,
    });
    const recent = await anna.query(api.changes.recent, {});
    expect(recent.map(({ kind }) => kind)).toEqual(["adjustment", "inventorySeed.seedDefaults"]);
  });

  it("an entry of the history is deleted after two years", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna);
    vi.advanceTimersByTime(729 * DAY_MS);
    await anna.finishInProgressScheduledFunctions();
    expect(await historyOf(anna, id)).toHaveLength(1);
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await historyOf(anna, id)).toEqual([]);
    expect(await anna.query(api.jobs.get, { id })).not.toBeNull();
  });
});

describe("changes.undo", () => {
  it("puts back each field, and can itself be undone", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna, { job_notes: "Ring twice." });
    await anna.mutation(api.jobs.update, {
      id,
      job_notes: null,
      job_status: "approved",
    });
    const after = await seen(anna);
    await undo(anna, await lastOf(anna, id));
    const job = await anna.query(api.jobs.get, { id });
    expect([job?.job_notes, job?.job_status]).toEqual(["Ring twice.", "lead"]);
    await undo(anna, await lastOf(anna, id));
    expect(await seen(anna)).toEqual(after);
  });

  it("an undo is possible again once its undo is undone", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna, { jobs_price: 1 });
    await anna.mutation(api.jobs.update, { id, jobs_price: 2 });
    const change = await lastOf(anna, id);
    const marks = async () => {
      const entries = await historyOf(anna, id);
      const entry = entries.find(({ _id }) => _id === change);
      return [entry?.isUndone, entry?.isUndoable];
    };
    await undo(anna, change);
    expect(await marks()).toEqual([true, false]);
    expect((await refusalOf(undo(anna, change))).message).toBe(UNDONE_ALREADY);
    await undo(anna, await lastOf(anna, id));
    expect(await marks()).toEqual([false, true]);
    await undo(anna, change);
    expect((await anna.query(api.jobs.get, { id }))?.jobs_price).toBe(1);
  });

  it("an undo is refused if the field was changed since, and not if another was", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna);
    await anna.mutation(api.jobs.update, { id, jobs_price: 5 });
    const change = await lastOf(anna, id);
    await anna.mutation(api.jobs.update, { id, job_notes: "Other" });
    vi.setSystemTime(Date.now() + 121_000);
    await anna.mutation(api.jobs.update, { id, jobs_price: 6 });
    expect((await refusalOf(undo(anna, change))).message).toBe(
      "Price was changed since by anna, so this cannot be undone.",
    );
    await undo(anna, await lastOf(anna, id));
    await undo(anna, change);
    const job = await anna.query(api.jobs.get, { id });
    expect(job?.jobs_price).toBeUndefined();
    expect((await refusalOf(undo(anna, change))).message).toBe(UNDONE_ALREADY);
  });

  it("brings back a removed photo, with its file", async () => {
    const { anna } = openForTwo();
    const photos = [await aStoredPhoto(anna), await aStoredPhoto(anna)];
    const [first] = photos as [Id<"_storage">];
    const id = await aJob(anna, { job_photo_estimate: photos });
    const before = await seen(anna);
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_photo_estimate",
      fileId: first,
    });
    expect(await anna.query(api.files.getUrls, { ids: [first] })).toEqual([null]);
    expect(await linesOf(anna, id)).toContain("Estimate photos: 1 removed");
    await undo(anna, await lastOf(anna, id));
    expect(await seen(anna)).toEqual(before);
    expect(await trashOf(anna)).toEqual([]);
  });

  it("keeps a removed photo past the sweep of unused uploads", async () => {
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const id = await aJob(anna, { job_drawings: [photo] });
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_drawings",
      fileId: photo,
    });
    vi.advanceTimersByTime(2 * DAY_MS);
    await anna.finishInProgressScheduledFunctions();
    await undo(anna, await lastOf(anna, id));
    expect(await stillThere(anna, [photo])).toEqual([true]);
  });

  it("undoes the creation of a job and its new customer, but keeps a customer with other jobs", async () => {
    const { anna } = openForTwo();
    const id = await aJob(anna);
    const created = await lastOf(anna, id);
    const other = await aJob(anna, { job_customer_id: "C-1001" });
    expect((await refusalOf(undo(anna, created))).message).toBe(CUSTOMER_HAS_JOBS);
    await anna.mutation(api.jobs.deleteJob, { id: other });
    const before = await seen(anna);
    await undo(anna, created);
    expect(await seen(anna)).toMatchObject({ jobs: [], customers: [] });
    await undo(anna, await lastOf(anna, id));
    expect(await seen(anna)).toEqual(before);
  });

  it("names the size of a changed price, and both items of a pair", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const a = await itemNamed(anna, "A Elbow");
    const b = await itemNamed(anna, "B Elbow");
    for (const price5 of [77, 78])
      await anna.mutation(api.inventory.upsertAliasPrices, {
        sourceItemId: a._id,
        aliasItemIds: [b._id],
        price5,
      });
    for (const subject of [a._id, b._id]) {
      const paginationOpts = { numItems: 1, cursor: null };
      const of = { subject, paginationOpts };
      const { page } = await anna.query(api.changes.ofSubject, of);
      expect(page.map(({ subjectLabel }) => subjectLabel)).toEqual(["A Elbow and B Elbow"]);
      expect(page.flatMap((entry) => historyText(entry, String))).toEqual([
        "Price 5 in: $77.00 → $78.00",
      ]);
    }
  });

  it("undoes prices of paired items together", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const before = await seen(anna);
    const a = await itemNamed(anna, "A Elbow");
    const b = await itemNamed(anna, "B Elbow");
    await anna.mutation(api.inventory.upsertAliasPrices, {
      sourceItemId: a._id,
      aliasItemIds: [b._id],
      price5: 77,
    });
    await undo(anna, await lastOf(anna, b._id));
    expect(await seen(anna)).toEqual(before);
    await anna.mutation(api.inventory.upsertPrice, {
      itemId: a._id,
      size: "5",
      price: null,
    });
    await undo(anna, await lastOf(anna, a._id));
    expect(await seen(anna)).toEqual(before);
  });

  it("inserts the opposite of a stock transaction, but not below zero", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const { _id: itemId } = await itemNamed(anna, "A Elbow");
    const intake = { itemId, type: "intake", quantity: 5 } as const;
    const txn = await anna.mutation(api.inventory.recordTxn, {
      ...intake,
      size: "5",
      colorNumber: "180",
    });
    const quantity = async () =>
      (await anna.query(api.inventory.listColors, {})).find((color) => color.colorNumber === "180")
        ?.quantity;
    await anna.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta: -4,
    });
    expect((await refusalOf(undo(anna, txn))).code).toBe("INVALID");
    expect(await quantity()).toBe(1);
    const [adjusted] = await anna.query(api.changes.recent, {});
    await undo(anna, adjusted?._id ?? "");
    await undo(anna, txn);
    expect(await quantity()).toBe(0);
    expect((await refusalOf(undo(anna, txn))).message).toBe(UNDONE_ALREADY);
  });

  it("changes.undo does not find another workspace's change", async () => {
    const { anna, bo } = openForTwo();
    const id = await aJob(anna);
    const change = await lastOf(anna, id);
    expect((await refusalOf(undo(bo, change))).message).toBe(UNDO_GONE);
  });
});

describe("the trash", () => {
  async function deletedJob() {
    const { anna, bo } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const id = await aJob(anna, { job_photo_estimate: [photo] });
    const before = await seen(anna);
    await anna.mutation(api.jobs.deleteJob, { id });
    const trashed = (await trashOf(anna)).find(({ table }) => table === "jobs");
    if (trashed === undefined) throw new Error("The job is not in the trash.");
    return { anna, bo, photo, id, before, trashed };
  }

  it("gives a deleted job back exactly, with its id and its photos", async () => {
    const { anna, bo, id, before, trashed } = await deletedJob();
    expect(await anna.query(api.jobs.get, { id })).toBeNull();
    expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
    expect(await trashOf(bo)).toEqual([]);
    const call = bo.mutation(api.changes.restore, { id: trashed._id });
    expect((await refusalOf(call)).code).toBe("NOT_FOUND");
    await anna.mutation(api.changes.restore, { id: trashed._id });
    expect(await seen(anna)).toEqual(before);
    expect(await trashOf(anna)).toEqual([]);
    expect((await linesOf(anna, id)).slice(0, 2)).toEqual(["Job restored", "Job deleted"]);
  });

  it("gives a deleted job back by its id, to its own workspace and once", async () => {
    const { anna, bo, id, before } = await deletedJob();
    const call = bo.mutation(api.changes.restoreJob, { id });
    expect((await refusalOf(call)).code).toBe("NOT_FOUND");
    await anna.mutation(api.changes.restoreJob, { id });
    await anna.mutation(api.changes.restoreJob, { id });
    expect(await seen(anna)).toEqual(before);
    expect(await trashOf(anna)).toEqual([]);
    expect((await linesOf(anna, id))[0]).toBe("Job restored");
  });

  it("gives a deleted job back by the client key of the device that created it", async () => {
    const { anna } = openForTwo();
    const clientKey = crypto.randomUUID();
    const id = await aJob(anna, { clientKey });
    await anna.mutation(api.jobs.deleteJob, { id });
    await anna.mutation(api.changes.restoreJob, { id: clientKey });
    expect((await anna.query(api.jobs.get, { id }))?._id).toBe(id);
  });

  it("the trash does not give back a job that is gone for good", async () => {
    const { anna, id, trashed } = await deletedJob();
    await anna.mutation(api.changes.deleteForGood, { id: trashed._id });
    const call = anna.mutation(api.changes.restoreJob, { id });
    expect(await refusalOf(call)).toMatchObject({
      code: "NOT_FOUND",
      field: "id",
    });
  });

  it("gives the job the present name of its customer", async () => {
    const { anna, id, trashed } = await deletedJob();
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_name: "Nora Finch",
    });
    await anna.mutation(api.changes.restore, { id: trashed._id });
    const job = await anna.query(api.jobs.get, { id });
    expect(job?.customer_name).toBe("Nora Finch");
  });

  it("keeps the job for 30 days, and then removes it with its file and its history", async () => {
    const { anna, id, photo } = await deletedJob();
    vi.advanceTimersByTime(29 * DAY_MS);
    await anna.finishInProgressScheduledFunctions();
    expect(await stillStored(anna, [photo])).toEqual([true]);
    await anna.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await stillStored(anna, [photo])).toEqual([false]);
    expect(await trashOf(anna)).toEqual([]);
    expect(await historyOf(anna, id)).toEqual([]);
    const summaries = await anna.run(async (ctx) => await ctx.db.query("jobSummaries").collect());
    expect(summaries).toEqual([]);
  });

  it("deletes a job for good at once, with its photos and its values in the history", async () => {
    const { anna, id, photo, trashed } = await deletedJob();
    await anna.mutation(api.changes.deleteForGood, { id: trashed._id });
    expect(await stillStored(anna, [photo])).toEqual([false]);
    expect(await trashOf(anna)).toEqual([]);
    expect(await historyOf(anna, id)).toEqual([]);
    const row = await anna.run(async (ctx) => await ctx.db.get("jobs", id));
    expect(row).toBeNull();
  });

  it("refuses a job whose customer is deleted", async () => {
    const { anna, trashed } = await deletedJob();
    await anna.action(api.seed.deleteCustomersAndJobs, {});
    const call = anna.mutation(api.changes.restore, { id: trashed._id });
    expect((await refusalOf(call)).message).toBe(CUSTOMER_IN_TRASH);
  });

  it("no token can name the trash as its workspace", async () => {
    const { t } = openForTwo();
    const thief = t.withIdentity({ subject: "thief", org_id: "trash:anna" });
    const call = thief.query(api.jobs.getAll, {});
    expect((await refusalOf(call)).code).toBe("NOT_SIGNED_IN");
  });
});

describe("changes.undoRun", () => {
  async function lastRun(caller: Caller) {
    const run = await caller.query(api.changes.lastRun, {});
    if (run === null) throw new Error("There is no run to restore.");
    return run;
  }

  async function restoreLast(caller: Caller) {
    const { id } = await lastRun(caller);
    return await caller.action(api.changes.undoRun, { id });
  }

  async function aBusyOffice() {
    const { anna, bo } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    await anna.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta: 3,
    });
    for (let at = 0; at < 3; at++)
      await aJob(anna, { job_photo_estimate: [await aStoredPhoto(anna)] });
    return { anna, bo };
  }

  it.each([
    ["deleteCustomersAndJobs", api.seed.deleteCustomersAndJobs],
    ["deleteInventory", api.seed.deleteInventory],
    ["deleteAllData", api.seed.deleteAllData],
  ] as const)("restores %s whole, and only once", async (kind, deletion) => {
    const { anna, bo } = await aBusyOffice();
    const before = await seen(anna);
    await anna.action(deletion, {});
    expect(await seen(anna)).not.toEqual(before);
    const run = await lastRun(anna);
    expect(run.kind).toBe(kind);
    const foreign = bo.action(api.changes.undoRun, { id: run.id });
    expect((await refusalOf(foreign)).message).toBe(UNDO_GONE);
    await restoreLast(anna);
    expect(await seen(anna)).toEqual(before);
    const again = anna.action(api.changes.undoRun, { id: run.id });
    expect((await refusalOf(again)).message).toBe(UNDONE_ALREADY);
    expect(await anna.query(api.changes.lastRun, {})).toBeNull();
  });

  it("an undo of a run is carried through once it has begun, also without its action", async () => {
    const { anna } = await aBusyOffice();
    const before = await seen(anna);
    await anna.action(api.seed.deleteAllData, {});
    await anna.mutation(internal.changes.beginUndo, {
      member: { workspaceId: "anna", by: "anna", byName: "Anna" },
      id: (await lastRun(anna)).id,
    });
    const progress = async () => await anna.query(api.seed.progress, {});
    expect(await progress()).toMatchObject({ isRunning: true });
    for (let minute = 0; minute < 30; minute++) {
      if ((await progress())?.isRunning !== true) break;
      vi.advanceTimersByTime(60_000);
      await anna.finishInProgressScheduledFunctions();
    }
    expect(await progress()).toMatchObject({ isRunning: false });
    expect(await seen(anna)).toEqual(before);
  });

  it("names what a new seed has put in the place of deleted stock, and doubles nothing", async () => {
    const { anna } = await aBusyOffice();
    await anna.action(api.seed.deleteInventory, {});
    const { id } = await lastRun(anna);
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const before = await seen(anna);
    const call = anna.action(api.changes.undoRun, { id });
    expect((await refusalOf(call)).message).toMatch(
      /^These exist again: .*SKU .* more\. Delete them first, then restore\.$/,
    );
    expect(await seen(anna)).toEqual(before);
    // A refused restoration can be tried again.
    expect((await lastRun(anna)).id).toBe(id);
  });

  it.each(["", "C-1001", "job"])("refuses the id %o, which is no change's", async (id) => {
    const { anna } = await aBusyOffice();
    const [job] = await anna.query(api.jobs.getAll, {});
    const given = id === "job" ? (job?._id ?? "") : id;
    const call = anna.action(api.changes.undoRun, {
      id: given as Id<"changes">,
    });
    expect(await refusalOf(call)).toMatchObject({
      code: "INVALID",
      field: "id",
    });
  });

  it("separates merged customers again, with their jobs and their fields", async () => {
    const { anna } = openForTwo();
    const create = async (name: string, email?: string) =>
      await anna.mutation(
        api.customers.create,
        aNewCustomer({
          customer_name: name,
          customer_phone: "5551234567",
          ...(email === undefined ? {} : { customer_email: email }),
        }),
      );
    await create("Nora Finch");
    await create("Finch Nora", "nora@example.com");
    await create("N Finch");
    await aJob(anna, { job_customer_id: "C-1002" });
    await aJob(anna, { job_customer_id: "C-1003" });
    const all = async () => ({
      seen: await seen(anna),
      customers: await anna.query(api.customers.search, { term: "" }),
    });
    const before = await all();
    const result = await anna.action(api.customers.dedupeForUser, {});
    expect(result.duplicatesRemoved).toBeGreaterThan(0);
    expect(await all()).not.toEqual(before);
    await restoreLast(anna);
    expect(await all()).toEqual(before);
  });

  it("an undo of a run is refused whole if a merged customer was changed since", async () => {
    const { anna } = openForTwo();
    const names = ["Nora Finch", "Finch Nora"];
    for (const customer_name of names)
      await anna.mutation(api.customers.create, {
        customer_name,
        customer_phone: "5551234567",
      });
    await aJob(anna, { job_customer_id: "C-1002" });
    await anna.action(api.customers.dedupeForUser, {});
    const { id } = await lastRun(anna);
    const [job] = await anna.query(api.jobs.getAll, {});
    await anna.mutation(api.customers.create, { customer_name: "Other" });
    if (job !== undefined)
      await anna.mutation(api.jobs.update, {
        id: job._id,
        job_customer_id: "C-1003",
      });
    const before = await seen(anna);
    const call = anna.action(api.changes.undoRun, { id });
    expect((await refusalOf(call)).message).toBe(
      "Customer was changed since, so this cannot be undone.",
    );
    expect(await seen(anna)).toEqual(before);
  });

  it("refuses generated demo data, and names what removes them", async () => {
    const { anna } = openForTwo();
    await anna.action(api.seed.generateFakeData, {
      customers: 1,
      jobsPerCustomer: 1,
    });
    expect(await anna.query(api.changes.lastRun, {})).toBeNull();
    const [run] = await anna.query(api.changes.recent, {});
    expect(run?.kind).toBe("generate");
    const id = run?._id as Id<"changes">;
    for (const call of [undo(anna, id), anna.action(api.changes.undoRun, { id })])
      expect((await refusalOf(call)).message).toBe(UNDO_OF_DEMO_DATA);
  });

  it("brings back removed demo data with its marks", async () => {
    const { anna } = openForTwo();
    await anna.action(api.seed.generateFakeData, {
      customers: 3,
      jobsPerCustomer: 2,
    });
    await aJob(anna, { job_customer_id: "C-1002" });
    const before = await seen(anna);
    await anna.action(api.seed.removeDemoData, {});
    await restoreLast(anna);
    expect(await seen(anna)).toEqual(before);
  });
});
