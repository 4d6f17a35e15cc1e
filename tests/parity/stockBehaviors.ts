import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import {
  type Behavior,
  type ParityCaller,
  outcomeOf,
} from "../../packages/embedded-convex/tests/support/parity";
import { aJobAt, annaAndBo, aStoredPhoto } from "./observe";

/** Stock, prices and the bulk operations of the settings. */
export const stockBehaviors: readonly Behavior[] = [
  {
    name: "adds the catalogue once per workspace",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const seed = async () => {
        const { items, prices, colors } = await anna.mutation(api.inventorySeed.seedDefaults, {});
        return [items >= 30, prices >= 30, colors >= 30, items === 0];
      };
      return [await seed(), await seed(), (await bo.query(api.inventory.listItems, {})).length];
    },
    shows: [[true, true, true, false], [false, false, false, true], 0],
  },
  {
    name: "reaches the exact sum after fifty concurrent adjustments",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const adjust = (delta: number) =>
        anna.mutation(api.inventory.adjustColorQuantity, {
          colorNumber: "180",
          delta,
        });
      const start = await adjust(1_000);
      const deltas = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? -at - 1 : at + 1));
      const after = await Promise.all(deltas.map(adjust));
      // Serial order: each adjustment starts at the quantity that another one returned.
      const before = after.map((quantity, at) => quantity - deltas[at]!);
      const end = (await quantityOf(anna, "180")) ?? NaN;
      const { inventoryTxnsDeleted } = await anna.action(api.seed.deleteInventory, {});
      return [
        end,
        inventoryTxnsDeleted,
        sortedNumbers([...before, end]).join() === sortedNumbers([...after, start]).join(),
      ];
    },
    shows: [1_025, 51, true],
  },
  {
    name: "stores all rows of an intake or none",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const row = {
        itemId: await itemNamed(anna, "Left End Cap"),
        type: "intake",
        quantity: 4,
        size: "5",
        colorNumber: "180",
      } as const;
      const submit = (caller: ParityCaller, last: object) =>
        outcomeOf(
          caller
            .mutation(api.inventory.recordIntake, {
              entries: [row, { ...row, ...last }],
            })
            .then((ids) => ids.length),
        );
      return [
        await submit(anna, { quantity: 160_000 }),
        await submit(anna, { colorNumber: "999" }),
        await quantityOf(anna, "180"),
        await submit(anna, { size: "6", quantity: 3 }),
        await submit(bo, {}),
        await quantityOf(anna, "180"),
        await anna.query(api.inventory.listColorBreakdown, {
          colorNumber: "180",
        }),
      ];
    },
    shows: [
      {
        refused: {
          code: "INVALID",
          field: "entries.1.quantity",
          message: "Row 2: Enter a whole number from 1 to 100,000.",
        },
      },
      {
        refused: {
          code: "INVALID",
          field: "entries.1.colorNumber",
          message: "Row 2: There is no color 999. Choose one from the list.",
        },
      },
      0,
      { value: 2 },
      {
        refused: {
          code: "NOT_FOUND",
          field: "entries.0.itemId",
          message: "Row 1: That item is no longer there.",
        },
      },
      7,
      {
        items5: [{ name: "Left End Cap", qty: 4 }],
        items6: [{ name: "Left End Cap", qty: 3 }],
      },
    ],
  },
  {
    name: "gives a pair the same prices, clears a price, and stores a price of zero",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const sourceItemId = await itemNamed(anna, "A Elbow");
      const aliasItemIds = [await itemNamed(anna, "B Elbow")];
      const save = (prices: { price5?: number | null; price6?: number }) =>
        anna.mutation(api.inventory.upsertAliasPrices, {
          sourceItemId,
          aliasItemIds,
          ...prices,
        });
      await save({ price6: 0 });
      const mirrored = await pricesOf(anna, "B Elbow");
      await save({ price5: null });
      return [
        mirrored,
        await pricesOf(anna, "A Elbow"),
        await pricesOf(anna, "B Elbow"),
        await outcomeOf(save({})),
      ];
    },
    shows: [
      { "5": 3.1, "6": 0 },
      { "6": 0 },
      { "6": 0 },
      {
        refused: {
          code: "INVALID",
          field: "price5",
          message: "Enter a 5 in or a 6 in price.",
        },
      },
    ],
  },
  {
    name: "generates demo data, and deletes all data and files, with exact counts",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const nobody = backend.as(null);
      const made = await anna.action(api.seed.generateFakeData, {
        customers: 120,
        jobsPerCustomer: 2,
      });
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const id = await aJobAt(anna, "12 Elm Street");
      const photo = await aStoredPhoto(anna);
      await anna.mutation(api.jobs.addFiles, {
        id,
        field: "job_photo_estimate",
        fileIds: [photo],
      });
      await aJobAt(bo, "7 Oak Lane");
      const { customersDeleted, jobsDeleted, ...inventory } = await anna.action(
        api.seed.deleteAllData,
        {},
      );
      return [
        made,
        [customersDeleted, jobsDeleted, inventory.inventoryTxnsDeleted],
        inventory.inventoryItemsDeleted >= 30,
        await anna.query(api.files.getUrls, { ids: [photo] }),
        await anna.query(api.jobs.getAll, {}),
        await anna.query(api.inventory.listColors, {}),
        (await bo.query(api.jobs.getAll, {})).length,
        (await anna.query(api.seed.progress, {}))?.isRunning,
        await outcomeOf(nobody.action(api.seed.deleteAllData, {})),
        await outcomeOf(
          anna.action(api.seed.generateFakeData, {
            customers: 0,
            jobsPerCustomer: 2,
          }),
        ),
      ];
    },
    shows: [
      { customersCreated: 120, jobsCreated: 240 },
      [121, 241, 0],
      true,
      [null],
      [],
      [],
      1,
      false,
      { refused: { code: "NOT_SIGNED_IN", message: "Sign in to go on." } },
      {
        refused: {
          code: "INVALID",
          field: "customers",
          message: "Generate a whole number of customers from 1 to 5,000.",
        },
      },
    ],
  },
  {
    name: "merges duplicate customers into one",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const customers = [
        { customer_name: "Bob Smith", customer_phone: "5551234567" },
        {
          customer_name: "B. Smith",
          customer_phone: "5551234567",
          customer_email: "bob@example.com",
        },
        { customer_name: "Bob Smith", customer_phone: "5550000001" },
      ];
      for (const customer of customers)
        await anna.mutation(api.jobs.create, {
          job_address: "12 Elm Street",
          customer,
        });
      const results = [];
      for (let at = 0; at < 2; at++)
        results.push(await anna.action(api.customers.dedupeForUser, {}));
      const found = await anna.query(api.customers.search, { term: "smith" });
      const jobs = await anna.query(api.jobs.getAll, {});
      return [
        results,
        found.map(({ customer_id, customer_email }) => [customer_id, customer_email ?? null]),
        jobs.map((job) => job.job_customer_id).sort(),
        await anna.action(api.customers.removeObsoleteObtainedDateField, {}),
      ];
    },
    shows: [
      [
        { groupsAffected: 1, duplicatesRemoved: 1 },
        { groupsAffected: 0, duplicatesRemoved: 0 },
      ],
      [
        ["C-1001", "bob@example.com"],
        ["C-1003", null],
      ],
      ["C-1001", "C-1001", "C-1003"],
      { cleaned: 0, scanned: 2 },
    ],
  },
];

async function itemNamed(caller: ParityCaller, name: string): Promise<Id<"inventoryItems">> {
  const items = await caller.query(api.inventory.listItems, {});
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`There is no item ${name}.`);
  return found._id;
}

async function pricesOf(caller: ParityCaller, name: string): Promise<Record<string, number>> {
  const items = await caller.query(api.inventory.listItems, {});
  const found = items.find((item) => item.name === name);
  return Object.fromEntries((found?._prices ?? []).map(({ size, price }) => [size, price]));
}

async function quantityOf(caller: ParityCaller, colorNumber: string): Promise<number | undefined> {
  const colors = await caller.query(api.inventory.listColors, {});
  return colors.find((color) => color.colorNumber === colorNumber)?.quantity;
}

function sortedNumbers(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
