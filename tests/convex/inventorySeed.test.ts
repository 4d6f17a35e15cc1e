import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { openForTwo } from "../support/convexHarness";
import { itemNamed } from "../support/inventory";

const ALL = {
  items: CATALOGUE_ITEMS.length,
  prices: CATALOGUE_ITEMS.flatMap((item) => item.prices).length,
  colors: CATALOGUE_COLORS.length,
};

describe("inventorySeed.seedDefaults", () => {
  // Spec 7.9, 7.18
  it("adds the catalogue once and returns the counts", async () => {
    const { anna } = openForTwo();
    const seed = () => anna.mutation(api.inventorySeed.seedDefaults, {});
    expect(await seed()).toEqual(ALL);
    expect(await seed()).toEqual({ items: 0, prices: 0, colors: 0 });
    const items = await anna.query(api.inventory.listItems, {});
    expect(items).toHaveLength(ALL.items);
    expect(items.flatMap((item) => item._prices)).toHaveLength(ALL.prices);
    expect(await anna.query(api.inventory.listColors, {})).toHaveLength(ALL.colors);
  });

  it("keeps a price that was changed or cleared", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    const { _id: itemId } = await itemNamed(anna, "A Elbow");
    const setPrice = async (size: "5" | "6", price: number | null) =>
      await anna.mutation(api.inventory.upsertPrice, { itemId, size, price });
    await setPrice("5", 99);
    await setPrice("6", null);
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    expect((await itemNamed(anna, "A Elbow"))._prices).toEqual([{ size: "5", price: 99 }]);
  });

  it("adds what is missing", async () => {
    const { anna } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    await anna.run(async (ctx) => {
      const color = await ctx.db.query("inventoryColors").first();
      if (color) await ctx.db.delete("inventoryColors", color._id);
    });
    expect(await anna.mutation(api.inventorySeed.seedDefaults, {})).toEqual({
      items: 0,
      prices: 0,
      colors: 1,
    });
  });

  it("seeds only the caller's workspace", async () => {
    const { anna, bo } = openForTwo();
    await anna.mutation(api.inventorySeed.seedDefaults, {});
    expect(await bo.query(api.inventory.listItems, {})).toEqual([]);
    expect(await bo.query(api.inventory.listColors, {})).toEqual([]);
    expect(await bo.mutation(api.inventorySeed.seedDefaults, {})).toEqual(ALL);
  });
});
