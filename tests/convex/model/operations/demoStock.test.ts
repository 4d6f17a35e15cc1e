import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { FAKE_DELIVERIES } from "@domain/demo/fakeStock";
import { aNewJob } from "../../../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  stillThere,
  type Caller,
} from "../../../support/convexHarness";
import { colorNumbered, itemNamed } from "../../../support/inventory";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const EXAMPLE = { customers: 1, jobsPerCustomer: 1, withStock: true };

const fill = async (caller: Caller) => await caller.action(api.seed.generateFakeData, EXAMPLE);

const removeExample = async (caller: Caller) => await caller.action(api.seed.removeDemoData, {});

const TABLES = [
  "inventoryItems",
  "inventoryPrices",
  "inventoryColors",
  "inventoryColorStock",
  "inventoryItemStock",
  "inventoryReorderLevels",
  "inventoryTxns",
] as const;

/** A row of any of these tables, without its mark. */
type StockRow = { readonly workspaceId: string; readonly _id: string } & {
  readonly [Field in "sku" | "hexColor" | "colorNumber" | "itemId"]?: string | undefined;
};

/** Anna's rows of the inventory, by id, without their marks. */
async function stockRows(caller: Caller) {
  return await caller.run(async (ctx) => {
    const rows: Record<string, StockRow> = {};
    for (const table of TABLES)
      for (const row of await ctx.db.query(table).collect())
        if (row.workspaceId === "anna")
          rows[row._id] = {
            ...row,
            ...("demo" in row && { demo: undefined }),
          };
    return rows;
  });
}

async function marksOf(caller: Caller) {
  const items = await caller.query(api.inventory.listItems, {});
  const colors = await caller.query(api.inventory.listColors, {});
  return [...items, ...colors].flatMap((row) =>
    row.demo === undefined ? [] : ["name" in row ? row.name : row.colorNumber],
  );
}

it("example data brings marked items and colors, with prices, stock and reorder levels", async () => {
  const { anna, bo } = openForTwo();
  expect(await fill(anna)).toEqual({ customersCreated: 1, jobsCreated: 1 });
  expect(await marksOf(anna)).toHaveLength(CATALOGUE_ITEMS.length + CATALOGUE_COLORS.length);
  const coil = await itemNamed(anna, "Gutter Coil .032");
  expect(coil._prices).toContainEqual({ size: "5", price: 1.85 });
  const color = await colorNumbered(anna, "001");
  expect(color.quantity).toBe(
    FAKE_DELIVERIES.filter(({ colorNumber }) => colorNumber === "001").reduce(
      (sum, { quantity }) => sum + quantity,
      0,
    ),
  );
  expect(color.levels).toEqual([{ size: "5", level: 500 }]);
  // Its stock is one line of the history, which "Remove demo data" undoes.
  const { page } = await anna.query(api.changes.page, {
    paginationOpts: { numItems: 10, cursor: null },
  });
  expect(page.map(({ kind }) => kind)).toEqual(["generate"]);
  expect(await marksOf(bo)).toEqual([]);
});

it("fake customers and jobs of Settings bring no stock", async () => {
  const { anna } = openForTwo();
  await anna.action(api.seed.generateFakeData, {
    customers: 1,
    jobsPerCustomer: 1,
  });
  expect(await stockRows(anna)).toEqual({});
});

it("removes example stock whole, and brings it back with its marks", async () => {
  const { anna } = openForTwo();
  await fill(anna);
  const before = { rows: await stockRows(anna), marks: await marksOf(anna) };
  expect(await removeExample(anna)).toEqual({
    customersDeleted: 1,
    jobsDeleted: 1,
    customersKept: 0,
  });
  expect(await stockRows(anna)).toEqual({});
  expect(await anna.query(api.seed.demoData, {})).toMatchObject({
    hasDemoData: false,
  });
  const run = await anna.query(api.changes.lastRun, {});
  await anna.action(api.changes.undoRun, { id: run!.id });
  expect({ rows: await stockRows(anna), marks: await marksOf(anna) }).toEqual(before);
});

it("offers the removal of example stock that is left after its customers", async () => {
  const { anna } = openForTwo();
  await fill(anna);
  await anna.action(api.seed.deleteCustomersAndJobs, {});
  expect(await anna.query(api.seed.demoData, {})).toMatchObject({
    hasDemoData: true,
  });
});

const USES: Readonly<Record<string, [(caller: Caller) => Promise<unknown>, readonly string[]]>> = {
  "a price": [
    async (anna) =>
      await anna.mutation(api.inventory.upsertPrice, {
        itemId: (await itemNamed(anna, "A Elbow"))._id,
        size: "5",
        price: 9,
      }),
    ["A Elbow"],
  ],
  "a unit": [
    async (anna) =>
      await anna.mutation(api.inventory.setUnit, {
        sourceItemId: (await itemNamed(anna, "A Elbow"))._id,
        aliasItemIds: [],
        unit: "foot",
        pieceFeet: null,
      }),
    ["A Elbow"],
  ],
  "an intake": [
    async (anna) =>
      await anna.mutation(api.inventory.recordTxn, {
        itemId: (await itemNamed(anna, "A Elbow"))._id,
        type: "intake",
        quantity: 3,
        size: "5",
        colorNumber: "180",
      }),
    ["A Elbow", "180"],
  ],
  "an adjustment": [
    async (anna) =>
      await anna.mutation(api.inventory.adjustColorQuantity, {
        colorNumber: "180",
        delta: -1,
      }),
    ["180"],
  ],
  "a reorder level": [
    async (anna) =>
      await anna.mutation(api.inventory.setReorderLevel, {
        colorNumber: "180",
        size: "6",
        level: 5,
      }),
    ["180"],
  ],
  "a line of a real job": [
    async (anna) => await addLine(anna, await realJob(anna)),
    ["A Elbow", "180"],
  ],
};

async function realJob(caller: Caller): Promise<Id<"jobs">> {
  return await caller.mutation(
    api.jobs.create,
    aNewJob({ customer: { customer_name: "Nora Finch" } }),
  );
}

async function addLine(caller: Caller, id: Id<"jobs">) {
  const { _id: itemId, sku } = await itemNamed(caller, "A Elbow");
  const fields = { name: "A Elbow", itemId, sku, size: "5" as const };
  const color = { colorNumber: "180", colorName: "Brown" };
  await caller.mutation(api.lines.add, {
    id,
    lines: [
      {
        ...{ ...fields, ...color },
        ...{ unit: "piece" as const, quantity: 2, order: "a" },
        clientKey: crypto.randomUUID(),
      },
    ],
  });
}

it.each(Object.entries(USES))(
  "%s that a person gives takes the mark off for good",
  async (_name, [use, taken]) => {
    const { anna } = openForTwo();
    await fill(anna);
    const marked = await marksOf(anna);
    await use(anna);
    const left = await marksOf(anna);
    expect(marked.filter((name) => !left.includes(name)).toSorted()).toEqual([...taken].toSorted());
    await removeExample(anna);
    expect(await marksOf(anna)).toEqual([]);
    const items = await anna.query(api.inventory.listItems, {});
    const colors = await anna.query(api.inventory.listColors, {});
    const kept = [
      ...items.map(({ name }) => name),
      ...colors.map(({ colorNumber }) => colorNumber),
    ];
    // The items of the stock in the kept color are kept too.
    expect(kept).toEqual(expect.arrayContaining([...taken]));
  },
);

it("a line of a demo job takes no mark off", async () => {
  const { anna } = openForTwo();
  await fill(anna);
  const marked = await marksOf(anna);
  const [job] = await anna.query(api.jobs.getAll, {});
  await addLine(anna, job!._id);
  expect(await marksOf(anna)).toEqual(marked);
});

it("seed defaults keeps the catalogue's rows that the example data has added", async () => {
  const { anna } = openForTwo();
  await fill(anna);
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  const before = await stockRows(anna);
  await removeExample(anna);
  expect(await stockRows(anna)).toEqual(before);
});

it("example photos belong to demo jobs and go with them, but for those of a real job", async () => {
  const { anna } = openForTwo();
  const photos = [await aStoredPhoto(anna), await aStoredPhoto(anna)];
  await anna.action(api.seed.generateFakeData, {
    ...{ customers: 3, jobsPerCustomer: 2 },
    job_photo_estimate: photos,
  });
  const jobs = await anna.query(api.jobs.getAll, {});
  const given = jobs.toReversed().map((job) => job.job_photo_estimate);
  const [first, second] = photos;
  expect(given).toEqual([[first], [second], [], [], [], [first]]);
  await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [second!] }));
  await removeExample(anna);
  expect(await stillThere(anna, photos)).toEqual([false, true]);
  const run = await anna.query(api.changes.lastRun, {});
  await anna.action(api.changes.undoRun, { id: run!.id });
  expect(await stillThere(anna, photos)).toEqual([true, true]);
});

it("refuses example photos of another office", async () => {
  const { anna, bo } = openForTwo();
  const call = anna.action(api.seed.generateFakeData, {
    ...{ customers: 1, jobsPerCustomer: 1 },
    job_photo_estimate: [await aStoredPhoto(bo)],
  });
  expect(await refusalOf(call)).toMatchObject({ code: "NOT_FOUND" });
  expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
});

const SOME_ITEMS = ["GUT-COIL", "ELB-A", "CAP-LEFT"] as const;
const SOME_COLORS = ["001", "180", "215"] as const;

const item = fc.constantFrom(...SOME_ITEMS);
const color = fc.constantFrom(...SOME_COLORS);
const amount = fc.integer({ min: 1, max: 9 });

/** Steps of people in an office: "fill" and "remove" are the example data's, all others a person's. */
const steps = fc.array(
  fc.oneof(
    fc.constant({ step: "fill" as const }),
    fc.constant({ step: "remove" as const }),
    fc.constant({ step: "restore" as const }),
    fc.constant({ step: "seed" as const }),
    fc.constant({ step: "undo" as const }),
    fc.record({ step: fc.constant("ownItem" as const), item }),
    fc.record({ step: fc.constant("ownColor" as const), color }),
    fc.record({ step: fc.constant("price" as const), item, amount }),
    fc.record({ step: fc.constant("intake" as const), item, color, amount }),
    fc.record({ step: fc.constant("adjust" as const), color, amount }),
    fc.record({ step: fc.constant("level" as const), color, amount }),
  ),
  { minLength: 3, maxLength: 9 },
);

type Step = (typeof steps)["generate"] extends (...args: never[]) => {
  value: readonly (infer Each)[];
}
  ? Each
  : never;

/**
 * An office, and which of its rows people have used. The steps that were taken tell it, because the marks are what is
 * tested.
 */
class Office {
  readonly caller = openForTwo().anna;
  /** Ids of items and colors that came with the example data and that nobody has used. */
  readonly unused = new Set<string>();

  async run(step: Step): Promise<void> {
    const { anna } = { anna: this.caller };
    const items = await anna.query(api.inventory.listItems, {});
    const colors = await anna.query(api.inventory.listColors, {});
    const ofItem = "item" in step && items.find(({ sku }) => sku === step.item);
    const ofColor = "color" in step && colors.find(({ colorNumber }) => colorNumber === step.color);
    switch (step.step) {
      case "fill":
        await this.#fill();
        return;
      case "remove":
        await this.#remove();
        return;
      case "restore": {
        const run = await anna.query(api.changes.lastRun, {});
        // Refused as a whole where rows of the same names exist by now.
        if (run?.kind === "removeDemoData")
          await anna.action(api.changes.undoRun, { id: run.id }).catch(() => {});
        return;
      }
      case "seed":
        await anna.mutation(api.inventorySeed.seedDefaults, {});
        for (const { _id } of [...items, ...colors]) this.unused.delete(_id);
        return;
      case "undo": {
        const { page } = await anna.query(api.changes.page, {
          paginationOpts: { numItems: 1, cursor: null },
        });
        const [last] = page;
        // Refused where a row of the same name exists by now.
        if (last?.isUndoable && !last.isRun)
          await anna
            .mutation(api.changes.undo, { id: last._id as Id<"changes"> })
            .catch((error: unknown) => expect(error).toMatchObject({ data: { code: "CONFLICT" } }));
        return;
      }
      case "ownItem":
        if (!ofItem)
          await anna.run(
            async (ctx) =>
              await ctx.db.insert("inventoryItems", {
                ...{ workspaceId: "anna", name: "Own", sku: step.item },
                ...{ category: "gutter", sizeOptions: ["5", "6"] },
              }),
          );
        return;
      case "ownColor":
        if (!ofColor)
          await anna.run(
            async (ctx) =>
              await ctx.db.insert("inventoryColors", {
                ...{ workspaceId: "anna", colorName: "Own" },
                ...{ colorNumber: step.color, hexColor: "#123456" },
                sizeOptions: ["5", "6"],
              }),
          );
        return;
      case "price":
        if (!ofItem) return;
        this.unused.delete(ofItem._id);
        await anna.mutation(api.inventory.upsertPrice, {
          ...{ itemId: ofItem._id, size: "5", price: step.amount + 0.01 },
        });
        return;
      case "intake":
        if (!ofItem || !ofColor) return;
        this.unused.delete(ofItem._id);
        this.unused.delete(ofColor._id);
        await anna.mutation(api.inventory.recordTxn, {
          ...{ itemId: ofItem._id, type: "intake", quantity: step.amount },
          ...{ size: "5", colorNumber: step.color },
        });
        return;
      case "adjust":
        if (!ofColor) return;
        this.unused.delete(ofColor._id);
        await anna.mutation(api.inventory.adjustColorQuantity, {
          ...{ colorNumber: step.color, delta: step.amount },
        });
        return;
      case "level":
        if (!ofColor) return;
        this.unused.delete(ofColor._id);
        await anna.mutation(api.inventory.setReorderLevel, {
          ...{ colorNumber: step.color, size: "5", level: step.amount },
        });
        return;
    }
  }

  async #fill() {
    const before = await stockRows(this.caller);
    await fill(this.caller);
    const after = await stockRows(this.caller);
    expect(after).toMatchObject(before);
    for (const [id, row] of Object.entries(after))
      if (!(id in before) && ("sku" in row || "hexColor" in row)) this.unused.add(id);
  }

  async #remove() {
    const before = await stockRows(this.caller);
    await removeExample(this.caller);
    const after = await stockRows(this.caller);
    const kept = Object.entries(before).filter(([, row]) => this.#isKept(before, row));
    expect(after).toEqual(Object.fromEntries(kept));
  }

  /** Prices follow their item, and everything about a color follows the color. */
  #isKept(rows: Readonly<Record<string, StockRow>>, row: StockRow): boolean {
    const all = Object.values(rows);
    const isColorKept = (number: string) =>
      all.some(
        ({ _id, hexColor, colorNumber }) =>
          hexColor !== undefined && colorNumber === number && !this.unused.has(_id),
      );
    if (row.colorNumber !== undefined) return isColorKept(row.colorNumber);
    const itemId = row.itemId ?? row._id;
    return (
      !this.unused.has(itemId) ||
      all.some(
        ({ itemId: id, colorNumber }) =>
          id === itemId && colorNumber !== undefined && isColorKept(colorNumber),
      )
    );
  }
}

it("no order of filling, use, undo, removal and restoration touches a real row", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const office = new Office();
      for (const step of taken) await office.run(step);
      await office.run({ step: "remove" });
      expect(await marksOf(office.caller)).toEqual([]);
    }),
    { numRuns: 30 },
  );
}, 120_000);
