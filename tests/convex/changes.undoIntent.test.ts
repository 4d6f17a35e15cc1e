import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";
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

  it("says that there is nothing to undo of a call that never arrived", async () => {
    const { anna } = openForTwo();
    expect(await undo(anna, crypto.randomUUID())).toBe(false);
  });

  it("is refused if the field was changed since", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const intentId = crypto.randomUUID();
    await anna.mutation(api.jobs.update, { id, jobs_price: 5, intentId });
    vi.setSystemTime(Date.now() + 121_000);
    await anna.mutation(api.jobs.update, { id, jobs_price: 6 });
    expect((await refusalOf(undo(anna, intentId))).message).toBe(
      "Price was changed since, so this cannot be undone.",
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
