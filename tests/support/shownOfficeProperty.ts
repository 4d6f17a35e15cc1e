import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { expect } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { lowStock } from "@domain/stock/reorder";
import { shownColors, shownItems } from "@/offline/inventoryQueries";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { OfficeRows, type Item } from "@/offline/outbox/officeRows";
import { openForTwo } from "./convexHarness";
import { aWaiting } from "./waitingItem";

const number = fc.constantFrom("180", "001", "999");
const aChange = fc.oneof(
  fc
    .record({
      colorNumber: number,
      delta: fc.integer({ min: -30, max: 30 }),
      category: fc.constantFrom("gutter", "trim"),
      size: fc.option(fc.constantFrom("5", "6"), { nil: undefined }),
    })
    .map(({ size, ...args }) =>
      aWaiting("inventory:adjustColorQuantity", {
        ...args,
        ...(size !== undefined && { size }),
      }),
    ),
  fc
    .record({
      colorNumber: number,
      level: fc.option(fc.integer({ min: -1, max: 30 }), { nil: null }),
      category: fc.constantFrom("gutter", "trim"),
      size: fc.constantFrom("5", "6", "any"),
    })
    .map((args) => aWaiting("inventory:setReorderLevel", args)),
  fc
    .array(
      fc.record({
        item: fc.nat({ max: 1 }),
        colorNumber: number.map((each) => `${each} - Brown`),
        quantity: fc.integer({ min: -1, max: 40 }),
        size: fc.constantFrom("5", "6", null),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((entries) => aWaiting("inventory:recordIntake", { entries })),
  fc
    .record({
      source: fc.nat({ max: 1 }),
      alias: fc.option(fc.nat({ max: 1 })),
      price5: fc.option(fc.integer({ min: -1, max: 9 }), { nil: null }),
    })
    .map((args) => aWaiting("inventory:upsertAliasPrices", args)),
  fc
    .record({
      source: fc.nat({ max: 1 }),
      alias: fc.option(fc.nat({ max: 1 })),
      unit: fc.constantFrom("foot", "piece"),
      pieceFeet: fc.option(fc.integer({ min: 0, max: 2 })),
    })
    .map((args) => aWaiting("inventory:setUnit", args)),
  fc
    .record({
      message_company: fc.constantFrom("Oak", "Fir", "", null),
      message_link: fc.constantFrom("https://a.co", "no link", null),
    })
    .map((args) => aWaiting("messages:setTemplates", args)),
  fc
    .record(
      {
        company_name: fc.constantFrom("Oak", "Ash", " ", null),
        opens_at: fc.constantFrom(480, 1440, -1, null),
        start: fc.constantFrom("empty", "ready", null),
        closes_at: fc.constantFrom(1020, 480, null),
        company_address: fc.constantFrom("1 Elm St", " ", null),
        company_phone: fc.constantFrom("555 010 0001", "", null),
        valid_days: fc.constantFrom(1, 366, 1.5, null),
        due_months: fc.constantFrom(0, 6, 61, null),
        waste_percent: fc.constantFrom(0, 101, null),
      },
      { requiredKeys: [] },
    )
    .map((args) => aWaiting("office:setSettings", args)),
  fc
    .record({
      key: fc.constantFrom("crew 1", "Crew 1", "ann"),
      name: fc.constantFrom("Crew 1", "crew 1", "Ann", " ", null),
    })
    .map((args) => aWaiting("office:setCrew", args)),
);

type Office = ReturnType<typeof openForTwo>["anna"];

/**
 * Draws changes of stock, levels, prices, texts and settings, and sends them one after another: before the first
 * answer, after each and after the last one, the page shows what the server stores in the end.
 */
export async function showsWhatTheOfficeStores(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { maxLength: 8 }), async (drawn) => {
      const { anna } = openForTwo();
      await anna.mutation(api.inventorySeed.seedDefaults, {});
      const items = await anna.query(api.inventory.listItems, {});
      const gutter = items.find(({ category }) => category === "gutter");
      const trim = items.find(({ category }) => category === "trim");
      const ids = [gutter?._id ?? "", trim?._id ?? ""];
      const changes = drawn.map((change) => withItemIds(change, ids));
      const shown = [await shownIn(anna, changes)];
      for (const [at, { call, args }] of changes.entries()) {
        await anna
          .mutation(makeFunctionReference<"mutation">(call), { ...args })
          .catch((error: unknown) => expect(verdictOn(error)).not.toBeNull());
        shown.push(await shownIn(anna, changes.slice(at + 1)));
      }
      for (const each of shown) expect(each).toEqual(shown.at(-1));
    }),
    { numRuns },
  );
}

async function shownIn(anna: Office, waiting: readonly OutboxItem[]) {
  const items = await anna.query(api.inventory.listItems, {});
  const live = await anna.query(api.inventory.listColors, {});
  const templates = await anna.query(api.messages.templates, {});
  const settings = await anna.query(api.office.settings, {});
  const office = new OfficeRows({ templates, settings }, waiting);
  const colors = shownColors(live, "gutter", { waiting: waiting, items });
  return {
    stock: colors.map(({ quantity }) => quantity),
    sizes: colors.map(({ sizeOptions }) => sizeOptions),
    low: colors.map(lowStock),
    prices: shownItems(items, waiting).map(pricesBySize),
    units: shownItems(items, waiting).map(({ unit, pieceFeet }) => [unit, pieceFeet]),
    // Only pages of earlier releases read the company name in the texts.
    templates: { ...office.templates, message_company: undefined },
    settings: office.settings,
  };
}

function pricesBySize({ _prices }: Item) {
  return Object.fromEntries(_prices.map(({ size, price }) => [size, price]));
}

/** The drawn items, by the ids of this run. */
function withItemIds(change: OutboxItem, ids: readonly string[]): OutboxItem {
  const idOf = (at: unknown) => ids[at as number] ?? "";
  const { entries, source, alias, ...args } = change.args;
  if (change.call === "inventory:recordIntake") {
    const rows = (entries as Record<string, JSONValue>[]).map(({ item, size, ...row }) => ({
      ...{ ...row, itemId: idOf(item), type: "intake" },
      ...(size !== null && { size }),
    }));
    return { ...change, args: { entries: rows } };
  }
  if (source === undefined) return change;
  const aliasItemIds = alias === null ? [] : [idOf(alias)];
  const ofItems = { sourceItemId: idOf(source), aliasItemIds };
  return { ...change, args: { ...args, ...ofItems } };
}
