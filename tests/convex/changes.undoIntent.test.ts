import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
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

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function undo(caller: Caller, undoneIntent: string): Promise<boolean> {
  return await caller.mutation(api.changes.undoIntent, { undoneIntent });
}

async function stock(caller: Caller): Promise<number | undefined> {
  const colors = await caller.query(api.inventory.listColors, {});
  return colors.find(({ colorNumber }) => colorNumber === "180")?.quantity;
}

describe("changes.undoIntent", () => {
  it("undoes a change once, of its own workspace only", async () => {
    const { anna, bo } = openForTwo();
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.create, { ...aNewJob(), intentId });
    expect(await undo(bo, intentId)).toBe(false);
    expect(await undo(anna, intentId)).toBe(true);
    expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
    expect(await undo(anna, intentId)).toBe(false);
  });

  it("reports that there is nothing to undo for a call that never arrived", async () => {
    const { anna } = openForTwo();
    expect(await undo(anna, crypto.randomUUID())).toBe(false);
  });

  it("changes.undoIntent is refused if the field was changed since", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.update, { id, jobs_price: 5, intentId });
    vi.setSystemTime(Date.now() + 121_000);
    await anna.mutation(api.jobs.update, { id, jobs_price: 6 });
    expect((await refusalOf(undo(anna, intentId))).message).toBe(
      "Price was changed since by anna, so this cannot be undone.",
    );
  });

  it("a refused undo names the person who changed the field last", async () => {
    const { t } = openForTwo();
    const [anna, bo] = ["Anna Bell", "Bo Diaz"].map((name) =>
      t.withIdentity({ subject: name, org_id: "office", name }),
    ) as [Caller, Caller];
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.update, { id, jobs_price: 5, intentId });
    await bo.mutation(api.jobs.update, { id, jobs_price: 6 });
    await anna.mutation(api.jobs.update, { id, job_notes: "Dog" });
    expect((await refusalOf(undo(anna, intentId))).message).toBe(
      "Price was changed since by Bo Diaz, so this cannot be undone.",
    );
  });

  it("undoes an adjustment, and an intake of several rows as a whole", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const start = (await stock(anna)) ?? 0;
    const { _id: itemId } = await itemNamed(anna, "In Box Miter");
    const [adjusted, taken] = [crypto.randomUUID(), crypto.randomUUID()];
    await anna.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta: 7,
      intentId: adjusted,
    });
    const row = {
      itemId,
      type: "intake",
      quantity: 5,
      colorNumber: "180",
    } as const;
    await anna.mutation(api.inventory.recordIntake, {
      entries: [row, row],
      intentId: taken,
    });
    expect(await stock(anna)).toBe(start + 17);
    expect(await undo(anna, taken)).toBe(true);
    expect(await stock(anna)).toBe(start + 7);
    expect(await undo(anna, adjusted)).toBe(true);
    expect(await stock(anna)).toBe(start);
    expect(await undo(anna, adjusted)).toBe(false);
  });
});

describe("changes.undoIntent of photos that were chosen together", () => {
  const field = "job_photo_estimate" as const;

  async function openJob() {
    const { anna, bo } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const add = async (batch: string) => {
      const photo = await aStoredPhoto(anna);
      const added = { id, field, fileIds: [photo], batch };
      const intentId = crypto.randomUUID();
      await anna.mutation(api.jobs.addFiles, { ...added, intentId });
      return photo;
    };
    const list = async () => (await anna.query(api.jobs.get, { id }))?.job_photo_estimate;
    const history = async () => {
      const { page } = await anna.query(api.changes.ofSubject, {
        subject: id,
        paginationOpts: { numItems: 20, cursor: null },
      });
      return page;
    };
    return { anna, bo, id, add, list, history };
  }

  it("photos that were chosen together are undone in one step, however far apart they arrived", async () => {
    const { anna, bo, id, add, list, history } = await openJob();
    const batch = crypto.randomUUID();
    const before = await add(crypto.randomUUID());
    const first = await add(batch);
    await anna.mutation(api.jobs.update, { id, jobs_price: 5 });
    vi.setSystemTime(Date.now() + 60 * 60 * 1000);
    const second = await add(batch);
    expect(await list()).toEqual([before, first, second]);
    expect((await history()).map(({ kind }) => kind)).toEqual([
      "jobs.update",
      "jobs.addFiles",
      "jobs.addFiles",
      "jobs.create",
    ]);

    expect(await undo(bo, batch)).toBe(false);
    expect(await undo(anna, batch)).toBe(true);
    expect(await list()).toEqual([before]);
    // The trash keeps them, for the undo of the undo.
    expect(await stillThere(anna, [first, second])).toEqual([false, false]);
    expect(await undo(anna, batch)).toBe(false);
    const [undone] = await history();
    await anna.mutation(api.changes.undo, { id: undone!._id as Id<"changes"> });
    expect(await list()).toEqual([before, first, second]);
  });

  it("an undo of a batch of photos leaves another batch of the same minute", async () => {
    const { anna, add, list } = await openJob();
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const kept = await add(one);
    await add(other);
    expect(await undo(anna, other)).toBe(true);
    expect(await list()).toEqual([kept]);
    expect(await undo(anna, one)).toBe(true);
    expect(await list()).toEqual([]);
  });

  it("changes.undoIntent of photos that were chosen together is refused if the list was changed since, or between two of them", async () => {
    const { anna, id, add, list } = await openJob();
    const batch = crypto.randomUUID();
    const first = await add(batch);
    const second = await add(batch);
    await anna.mutation(api.jobs.removeFile, { id, field, fileId: first });
    const sentence = "Estimate photos was changed since by anna, so this cannot be undone.";
    expect((await refusalOf(undo(anna, batch))).message).toBe(sentence);
    const third = await add(batch);
    expect((await refusalOf(undo(anna, batch))).message).toBe(sentence);
    expect(await list()).toEqual([second, third]);
  });

  it("a second undo removes the photos that arrived after the first one", async () => {
    const { anna, add, list } = await openJob();
    const batch = crypto.randomUUID();
    await add(batch);
    expect(await undo(anna, batch)).toBe(true);
    const late = await add(batch);
    expect(await list()).toEqual([late]);
    expect(await undo(anna, batch)).toBe(true);
    expect(await list()).toEqual([]);
  });

  it("an undo refuses a batch that is not a UUID, and changes no other intent", async () => {
    const { anna, id, add, list } = await openJob();
    const call = anna.mutation(api.jobs.addFiles, {
      ...{ id, field, fileIds: [] },
      batch: "one",
    });
    expect(await refusalOf(call)).toEqual(refused("batch", "Send a UUID."));
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.update, { id, jobs_price: 5, intentId });
    const photo = await add(intentId);
    expect(await undo(anna, intentId)).toBe(true);
    expect(await list()).toEqual([photo]);
    expect(await anna.query(api.jobs.get, { id })).not.toHaveProperty("jobs_price");
  });
});
