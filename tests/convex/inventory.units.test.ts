import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { PIECE_FEET_OUT_OF_RANGE } from "@domain/estimate/units";
import { gone, openForTwo, refusalOf, refused, type Caller } from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

async function openWithItems() {
  const { anna, bo } = openForTwo();
  await anna.mutation(api.inventorySeed.seedDefaults, {});
  await bo.mutation(api.inventorySeed.seedDefaults, {});
  const { _id: left } = await itemNamed(anna, "Left End Cap");
  const { _id: right } = await itemNamed(anna, "Right End Cap");
  return { anna, bo, left, right };
}

const unitOf = async (caller: Caller, name: string) => {
  const { unit, pieceFeet, _prices } = await itemNamed(caller, name);
  return { unit, pieceFeet, prices: _prices };
};

const END_CAP = [
  { size: "5", price: 1.35 },
  { size: "6", price: 1.75 },
];

it("gives the items of existing offices the unit of their SKU, and counts all others as pieces", async () => {
  const { anna } = await openWithItems();
  await anna.run(async (ctx) => {
    await ctx.db.insert("inventoryItems", {
      workspaceId: "anna",
      name: "Snow Guard",
      sku: "SNOW",
      category: "trim",
      sizeOptions: [],
    });
  });
  expect(await unitOf(anna, "Gutter Coil .032")).toMatchObject({
    unit: "foot",
    pieceFeet: undefined,
  });
  expect(await unitOf(anna, "Downspout 10 ft")).toMatchObject({
    unit: "piece",
    pieceFeet: 10,
  });
  expect((await unitOf(anna, "Left End Cap")).unit).toBe("piece");
});

it("changes the unit of a pair as one step of the history and of undo, and leaves its prices", async () => {
  const { anna, left, right } = await openWithItems();
  const intentId = crypto.randomUUID();
  const pair = { sourceItemId: left, aliasItemIds: [right] };
  await anna.mutation(api.inventory.setUnit, {
    ...{ ...pair, intentId },
    unit: "piece",
    pieceFeet: 2,
  });
  const changed = { unit: "piece", pieceFeet: 2, prices: END_CAP };
  for (const name of ["Left End Cap", "Right End Cap"])
    expect(await unitOf(anna, name)).toEqual(changed);
  const [entry] = await anna.query(api.changes.recent, { count: 1 });
  expect(entry).toMatchObject({
    kind: "inventory.setUnit",
    subjectLabel: "Left End Cap and Right End Cap",
    writes: [{ after: { unit: "piece", pieceFeet: 2 } }],
  });
  await anna.mutation(api.inventory.setUnit, {
    ...pair,
    unit: "foot",
    pieceFeet: 2,
  });
  const inFeet = { unit: "foot", pieceFeet: undefined, prices: END_CAP };
  expect(await unitOf(anna, "Right End Cap")).toEqual(inFeet);
  const [last] = await anna.query(api.changes.recent, { count: 1 });
  await anna.mutation(api.changes.undo, { id: last!._id as never });
  await anna.mutation(api.changes.undoIntent, { undoneIntent: intentId });
  expect(await unitOf(anna, "Right End Cap")).toMatchObject({
    unit: "piece",
    pieceFeet: undefined,
  });
});

it("refuses a piece of no length, and the items of another workspace on either side", async () => {
  const { anna, bo, left, right } = await openWithItems();
  const set = (caller: Caller, ids: [typeof left, typeof left], feet: number) =>
    refusalOf(
      caller.mutation(api.inventory.setUnit, {
        sourceItemId: ids[0],
        aliasItemIds: [ids[1]],
        unit: "piece",
        pieceFeet: feet,
      }),
    );
  for (const feet of [0, -1, 2.5, 1_001])
    expect(await set(anna, [left, right], feet)).toEqual(
      refused("pieceFeet", PIECE_FEET_OUT_OF_RANGE),
    );
  const { _id: ofBo } = await itemNamed(bo, "Left End Cap");
  expect(await set(bo, [left, ofBo], 2)).toEqual(gone("item", "sourceItemId"));
  expect(await set(bo, [ofBo, left], 2)).toEqual(gone("item", "aliasItemIds"));
  expect((await unitOf(anna, "Left End Cap")).pieceFeet).toBeUndefined();
});
