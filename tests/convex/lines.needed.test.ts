import fc from "fast-check";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { lineOf, offersOf } from "@domain/estimate/lines";
import { sumsOf } from "@domain/estimate/needs";
import { aNewJob } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

const TOMORROW = {
  from: Date.UTC(2026, 10, 29),
  until: Date.UTC(2026, 10, 30),
};
const WHITE = { colorNumber: "002", colorName: "80 Degree White" };

async function openWithItems() {
  const { anna, bo } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  return { anna, bo };
}

/** A job with lines of the named items in 6 inch and white. */
async function aJobWith(
  caller: Caller,
  of: Readonly<Record<string, number>>,
  at = TOMORROW.from,
): Promise<Id<"jobs">> {
  const job = aNewJob({ job_install_date: at });
  const id = await caller.mutation(api.jobs.create, job);
  const offers = offersOf(await caller.query(api.inventory.listItems, {}));
  const lines = Object.entries(of).map(([name, quantity]) => {
    const offer = offers.find((each) => each.name === name);
    if (offer === undefined) throw new Error(`${name} is not offered.`);
    const line = lineOf(offer, { size: "6", color: WHITE, quantity });
    const { itemId, ...rest } = JSON.parse(JSON.stringify(line)) as typeof line;
    return {
      ...rest,
      ...(itemId !== undefined && { itemId: itemId as Id<"inventoryItems"> }),
      ...{ clientKey: crypto.randomUUID(), order: "i" },
    };
  });
  await caller.mutation(api.lines.add, { id, lines });
  return id;
}

const needed = async (caller: Caller, range = TOMORROW) => {
  const of = { ...range, wastePercent: 10 };
  const { needs, jobs } = await caller.query(api.lines.needed, of);
  return [
    jobs,
    ...needs.map(
      ({ name, quantity, inStock, isCoil }) =>
        `${quantity} ${name}${isCoil ? ", coil," : ""} of ${inStock}`,
    ),
  ];
};

it("says what the installs of a day need of each item, against its own stock in that size and color", async () => {
  const { anna, bo } = await openWithItems();
  const { _id: coil } = await itemNamed(anna, "Gutter Coil .032");
  const takeIn = (colorNumber: string, quantity: number) =>
    anna.mutation(api.inventory.recordTxn, {
      ...{ itemId: coil, type: "intake", size: "6", colorNumber, quantity },
    });
  await takeIn("002", 90);
  await takeIn("180", 500);
  // A count of the color names no item.
  await anna.mutation(api.inventory.adjustColorQuantity, {
    ...{ colorNumber: "002", size: "6", delta: 77 },
  });
  await aJobWith(anna, { "Seamless K-Style Gutter": 120, "End Cap": 2 });
  await aJobWith(anna, { "Seamless K-Style Gutter": 40, "Left End Cap": 1 });
  await aJobWith(anna, { "Splash Block": 1 }, TOMORROW.until);
  expect(await needed(anna)).toEqual([
    2,
    "176 Gutter Coil .032, coil, of 90",
    "2 End Cap of null",
    "1 Left End Cap of 0",
  ]);
  expect(await needed(bo)).toEqual([0]);
});

it("says when each item is needed first, and how much of its color is counted without an item", async () => {
  const { anna } = await openWithItems();
  const { _id: cap, category } = await itemNamed(anna, "Left End Cap");
  await anna.mutation(api.inventory.recordTxn, {
    ...{ itemId: cap, type: "intake", size: "6", colorNumber: "002" },
    quantity: 9,
  });
  await anna.mutation(api.inventory.adjustColorQuantity, {
    ...{ colorNumber: "002", category, delta: 30 },
  });
  const first = TOMORROW.from + 3_600_000;
  await aJobWith(anna, { "Left End Cap": 4, "Splash Block": 1 }, first + 5);
  await aJobWith(anna, { "Left End Cap": 2 }, first);
  const of = { ...TOMORROW, wastePercent: 10 };
  const { needs } = await anna.query(api.lines.needed, of);
  expect(
    needs.map(({ name, at, inStock, undivided }) => ({
      ...{ name, at, inStock, undivided },
    })),
  ).toEqual([
    { name: "Left End Cap", at: first, inStock: 9, undivided: 30 },
    { name: "Splash Block", at: first + 5, inStock: 0, undivided: 30 },
  ]);
  // A count of the color below that of its items leaves nothing.
  await anna.mutation(api.inventory.adjustColorQuantity, {
    ...{ colorNumber: "002", category, delta: -35 },
  });
  const again = await anna.query(api.lines.needed, of);
  expect(again.needs[0]).toMatchObject({ inStock: 9, undivided: 0 });
});

it("seamless gutter is coil in an office without one too, and other feet are none", async () => {
  const { anna } = await openWithItems();
  await aJobWith(anna, {
    ...{ "Seamless K-Style Gutter": 10, "Half-Round Gutter": 5, "End Cap": 1 },
  });
  expect(await needed(anna)).toEqual([
    ...[1, "11 Gutter Coil .032, coil, of 0", "5 Half-Round Gutter of 0"],
    "1 End Cap of null",
  ]);
  await anna.action(api.seed.deleteInventory, {});
  expect(await needed(anna)).toEqual([
    ...[1, "11 Gutter Coil, coil, of null", "5 Half-Round Gutter of 0"],
    "1 End Cap of null",
  ]);
});

it("follows the install date, the status, the trash and the lines of a job", async () => {
  const { anna } = await openWithItems();
  const id = await aJobWith(anna, { "Left End Cap": 3 });
  const update = (fields: object) => anna.mutation(api.jobs.update, { id, ...fields });
  const one = [1, "3 Left End Cap of 0"];
  await update({ job_install_date: TOMORROW.until });
  expect(await needed(anna)).toEqual([0]);
  await update({ job_install_date: TOMORROW.until - 1 });
  expect(await needed(anna)).toEqual(one);
  await update({ job_status: "cancelled" });
  expect(await needed(anna)).toEqual([0]);
  await update({ job_status: "approved" });
  expect(await needed(anna)).toEqual(one);
  await anna.mutation(api.jobs.deleteJob, { id });
  expect(await needed(anna)).toEqual([0]);
  await anna.mutation(api.changes.restoreJob, { id });
  expect(await needed(anna)).toEqual(one);
  const [line] = await anna.query(api.lines.ofJob, { id });
  await anna.mutation(api.lines.remove, { id, keys: [line!.clientKey] });
  expect(await needed(anna)).toEqual([0]);
  const rows = await anna.run((ctx) => ctx.db.query("lineSums").take(9));
  expect(rows).toEqual([]);
});

const step = fc.oneof(
  fc.record({
    act: fc.constant("add" as const),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    act: fc.constantFrom("edit" as const, "remove" as const, "undo" as const),
    quantity: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({
    act: fc.constantFrom("delete" as const, "restore" as const),
    quantity: fc.constant(1),
  }),
);

it("the sums of a job are those of its lines, whatever was done and undone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { anna } = openForTwo();
      const id = await anna.mutation(api.jobs.create, aNewJob());
      const intents: string[] = [];
      const keys = ["0", "1"].map((at) => `0000000${at}-0000-4000-8000-000000000000`);
      for (const { act, quantity } of steps) {
        const clientKey = keys[quantity % 2] ?? "";
        const intentId = crypto.randomUUID();
        const line = {
          ...{ clientKey, order: "i", name: `Part ${quantity % 3}` },
          ...{ quantity, unit: "piece" as const, price: 0.5 },
        };
        const acts = {
          add: () => anna.mutation(api.lines.add, { id, intentId, lines: [line] }),
          edit: () =>
            anna.mutation(api.lines.edit, {
              ...{ id, intentId },
              lines: [{ clientKey, quantity, price: null }],
            }),
          remove: () =>
            anna.mutation(api.lines.remove, {
              id,
              intentId,
              keys: [clientKey],
            }),
          undo: () => {
            const undoneIntent = intents.at(quantity) ?? intentId;
            return anna.mutation(api.changes.undoIntent, { undoneIntent });
          },
          delete: () => anna.mutation(api.jobs.deleteJob, { id }),
          restore: () => anna.mutation(api.changes.restoreJob, { id }),
        };
        intents.push(intentId);
        // A refused change, as of a row that is not there, leaves all as it was.
        await acts[act]().catch(() => null);
      }
      await anna.mutation(api.changes.restoreJob, { id });
      const lines = await anna.query(api.lines.ofJob, { id });
      const rows = await anna.run((ctx) => ctx.db.query("lineSums").take(9));
      const stored = rows.map(({ cents, unpriced, lines: count, needs }) => ({
        ...{ cents, unpriced, count },
        needs: needs.map((need) => `${need.quantity} ${need.name}`).sort(),
      }));
      const { cents, unpriced, lines: count, needs } = sumsOf(lines);
      const expected = {
        ...{ cents, unpriced, count },
        needs: needs.map((need) => `${need.quantity} ${need.name}`).sort(),
      };
      expect(stored).toEqual(lines.length === 0 ? [] : [expected]);
      expect(rows.every(({ workspaceId }) => workspaceId === "anna")).toBe(true);
    }),
    { numRuns: 20 },
  );
});
