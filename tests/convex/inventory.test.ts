import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { LIST_LIMITS } from "@domain/calls/inputLimits";
import {
  DELTA_OUT_OF_RANGE,
  MAX_STOCK,
  QUANTITY_OUT_OF_RANGE,
  TOO_MUCH_STOCK,
} from "@domain/stock/inventoryInput";
import { ALIAS_IS_SOURCE, ITEM_PRICE_OUT_OF_RANGE, PRICE_REQUIRED } from "@domain/stock/priceInput";
import { gone, openForTwo, refusalOf, refused, type Caller } from "../support/convexHarness";
import { colorNumbered, itemNamed, txnsOf } from "../support/inventory";

/** Anna and Bo, each with the catalogue: color 180 is Musket Brown. */
async function openWithCatalogue() {
  const { t, bo, anna } = openForTwo();
  const signed = t.withIdentity({ subject: "anna", name: "Anna Bell" });
  await signed.mutation(api.inventorySeed.seedDefaults, {});
  await bo.mutation(api.inventorySeed.seedDefaults, {});
  return { t, anna: signed, nameless: anna, bo };
}

async function intakeOf(
  caller: Caller,
  name: string,
  quantity: number,
  rest: { size?: "5" | "6"; colorNumber?: string } = {},
) {
  const { _id: itemId } = await itemNamed(caller, name);
  return { itemId, type: "intake", quantity, ...rest } as const;
}

const MUSKET_5 = { size: "5", colorNumber: "180" } as const;
const MUSKET_6 = { size: "6", colorNumber: "180" } as const;

describe("inventory.listItems", () => {
  // Spec 3.6, 7.15
  it("returns name, SKU, category, sizes and prices, sorted by name", async () => {
    const { anna } = await openWithCatalogue();
    const items = await anna.query(api.inventory.listItems, {});
    const { _id, _creationTime, ...elbow } = await itemNamed(anna, "A Elbow");
    expect(elbow).toEqual({
      name: "A Elbow",
      sku: "ELB-A",
      unit: "piece",
      category: "gutter",
      sizeOptions: ["5", "6"],
      _prices: [
        { size: "5", price: 3.1 },
        { size: "6", price: 4.65 },
      ],
    });
    expect(items[0]?.name).toBe("A Elbow");
    expect((await itemNamed(anna, "Splash Block"))._prices).toEqual([
      { size: "any", price: 11.75 },
    ]);
  });
});

describe("inventory.recordTxn", () => {
  // Spec 0.5, 1.21, 7.18, 7.19
  it("adds only to the color's stock in the item's category", async () => {
    const { anna } = await openWithCatalogue();
    await anna.mutation(
      api.inventory.recordTxn,
      await intakeOf(anna, "Left End Cap", 12, MUSKET_5),
    );
    await anna.mutation(
      api.inventory.recordTxn,
      await intakeOf(anna, "Fascia Cover 12 ft", 3, MUSKET_6),
    );
    expect((await colorNumbered(anna, "180")).quantity).toBe(12);
    expect((await colorNumbered(anna, "180", "trim")).quantity).toBe(3);
    expect((await colorNumbered(anna, "180", "soffit")).quantity).toBe(0);
    expect((await colorNumbered(anna, "185")).quantity).toBe(0);
  });

  // Spec 5.20
  it("reads the color number before the first dash of a displayed color", async () => {
    const { anna } = await openWithCatalogue();
    const colorNumber = " 180 - Musket Brown";
    await anna.mutation(
      api.inventory.recordTxn,
      await intakeOf(anna, "Left End Cap", 2, { size: "5", colorNumber }),
    );
    expect((await colorNumbered(anna, "180")).quantity).toBe(2);
  });

  // Spec 3.10
  it("records an intake without a color in the transaction only", async () => {
    const { anna } = await openWithCatalogue();
    for (const quantity of [4, 6])
      await anna.mutation(
        api.inventory.recordTxn,
        await intakeOf(anna, "Splash Block", quantity, { colorNumber: " " }),
      );
    const [last] = await txnsOf(anna, "anna");
    expect(last).toEqual({
      type: "intake",
      itemName: "Splash Block",
      category: "gutter",
      quantity: 6,
      before: 4,
      after: 10,
      by: "anna",
      byName: "Anna Bell",
    });
    const colors = await anna.query(api.inventory.listColors, {});
    expect(colors.every((color) => color.quantity === 0)).toBe(true);
  });

  it("adds the received size to the color's size options", async () => {
    const { anna } = await openWithCatalogue();
    expect((await colorNumbered(anna, "115")).sizeOptions).toEqual(["5"]);
    const intake = { size: "6", colorNumber: "115" } as const;
    await anna.mutation(api.inventory.recordTxn, await intakeOf(anna, "Left End Cap", 1, intake));
    expect((await colorNumbered(anna, "115")).sizeOptions).toEqual(["5", "6"]);
  });

  // Spec 5.17
  it.each([0, -1, 1.5, 100_001, 160_000, Number.NaN, Infinity])(
    "refuses the quantity %d",
    async (quantity) => {
      const { anna } = await openWithCatalogue();
      const call = anna.mutation(
        api.inventory.recordTxn,
        await intakeOf(anna, "Left End Cap", quantity, MUSKET_5),
      );
      expect(await refusalOf(call)).toEqual(refused("quantity", QUANTITY_OUT_OF_RANGE));
    },
  );

  it("refuses an unknown color or an unavailable size, and writes nothing", async () => {
    const { anna } = await openWithCatalogue();
    const unknownColor = anna.mutation(
      api.inventory.recordTxn,
      await intakeOf(anna, "Left End Cap", 1, { colorNumber: "999 - Pink" }),
    );
    expect(await refusalOf(unknownColor)).toEqual(
      refused("colorNumber", "There is no color 999. Choose one from the list."),
    );
    const unknownSize = anna.mutation(
      api.inventory.recordTxn,
      await intakeOf(anna, "Splash Block", 1, MUSKET_5),
    );
    expect(await refusalOf(unknownSize)).toEqual(
      refused("size", "Splash Block does not come in 5 inch."),
    );
    expect(await txnsOf(anna, "anna")).toEqual([]);
  });

  // Spec 5.18
  it("accepts a size that the item has only a price for", async () => {
    const { anna } = await openWithCatalogue();
    const { _id: itemId } = await itemNamed(anna, "Splash Block");
    await anna.mutation(api.inventory.upsertPrice, {
      itemId,
      size: "6",
      price: 12,
    });
    await anna.mutation(api.inventory.recordTxn, await intakeOf(anna, "Splash Block", 1, MUSKET_6));
    expect((await colorNumbered(anna, "180")).quantity).toBe(1);
  });

  it("inventory.recordTxn does not find another workspace's item", async () => {
    const { anna, bo } = await openWithCatalogue();
    const intake = await intakeOf(anna, "Left End Cap", 1, MUSKET_5);
    expect(await refusalOf(bo.mutation(api.inventory.recordTxn, intake))).toEqual(
      gone("item", "itemId"),
    );
  });
});

describe("inventory.recordIntake", () => {
  // Spec 3.12, 7.23
  it("stores every row, each with its own transaction record", async () => {
    const { anna, bo } = await openWithCatalogue();
    const ids = await anna.mutation(api.inventory.recordIntake, {
      entries: [
        await intakeOf(anna, "Left End Cap", 5, MUSKET_5),
        await intakeOf(anna, "Right End Cap", 7, MUSKET_6),
        await intakeOf(anna, "Vented Soffit Panel 12 ft", 2, {
          colorNumber: "180",
        }),
      ],
    });
    expect(new Set(ids).size).toBe(3);
    const who = { by: "anna", byName: "Anna Bell", type: "intake" };
    expect(await txnsOf(anna, "anna", "180")).toEqual([
      {
        ...who,
        itemName: "Vented Soffit Panel 12 ft",
        category: "soffit",
        colorNumber: "180",
        quantity: 2,
        before: 0,
        after: 2,
      },
      {
        ...who,
        itemName: "Right End Cap",
        category: "gutter",
        ...MUSKET_6,
        quantity: 7,
        before: 5,
        after: 12,
      },
      {
        ...who,
        itemName: "Left End Cap",
        category: "gutter",
        ...MUSKET_5,
        quantity: 5,
        before: 0,
        after: 5,
      },
    ]);
    expect(await txnsOf(bo, "bo")).toEqual([]);
    expect((await colorNumbered(bo, "180")).quantity).toBe(0);
  });

  it("stores no row if one is refused, and names that row", async () => {
    const { anna } = await openWithCatalogue();
    const good = await intakeOf(anna, "Left End Cap", 5, MUSKET_5);
    const call = anna.mutation(api.inventory.recordIntake, {
      entries: [good, { ...good, colorNumber: "115" }, { ...good, quantity: 0 }],
    });
    expect(await refusalOf(call)).toEqual(
      refused("entries.2.quantity", `Row 3: ${QUANTITY_OUT_OF_RANGE}`),
    );
    expect(await txnsOf(anna, "anna")).toEqual([]);
    expect((await colorNumbered(anna, "180")).quantity).toBe(0);
  });

  it("names the row whose item would have too much stock, also without a color", async () => {
    const { anna } = await openWithCatalogue();
    const good = await intakeOf(anna, "Left End Cap", 5, MUSKET_5);
    const full = await intakeOf(anna, "Splash Block", 1);
    const record = (...entries: (typeof good)[]) =>
      anna.mutation(api.inventory.recordIntake, { entries });
    await record(full);
    await anna.run(async (ctx) => {
      const row = await ctx.db.query("inventoryItemStock").first();
      if (row)
        await ctx.db.patch("inventoryItemStock", row._id, {
          quantity: MAX_STOCK,
        });
    });
    expect(await refusalOf(record(good, full))).toEqual(
      refused("entries.1.quantity", `Row 2: ${TOO_MUCH_STOCK}`),
    );
    expect(await txnsOf(anna, "anna")).toHaveLength(1);
  });

  it("names no row if there is only one", async () => {
    const { anna } = await openWithCatalogue();
    const entry = await intakeOf(anna, "Left End Cap", 0, MUSKET_5);
    const call = anna.mutation(api.inventory.recordIntake, {
      entries: [entry],
    });
    expect(await refusalOf(call)).toEqual(refused("entries.0.quantity", QUANTITY_OUT_OF_RANGE));
  });

  it("accepts 1 to 100 rows, and stays within Convex's limits", async () => {
    const { anna } = await openWithCatalogue();
    const row = await intakeOf(anna, "Left End Cap", 1, MUSKET_5);
    const record = (count: number) =>
      anna.mutation(api.inventory.recordIntake, {
        entries: Array.from({ length: count }, () => row),
      });
    const wrong = refused("entries", LIST_LIMITS.entries.sentence);
    expect(await refusalOf(record(0))).toEqual(wrong);
    expect(await refusalOf(record(101))).toEqual(wrong);
    expect(await record(100)).toHaveLength(100);
    expect((await colorNumbered(anna, "180")).quantity).toBe(100);
  });
});

describe("inventory.adjustColorQuantity", () => {
  const adjust = (caller: Caller, delta: number, rest: object = {}) =>
    caller.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta,
      ...rest,
    });

  // Spec 1.21, 3.11, 7.20, 7.24
  it("changes the stock by the difference and writes a record", async () => {
    const { anna, nameless } = await openWithCatalogue();
    expect(await adjust(anna, 5, { size: "5" })).toBe(5);
    expect(await adjust(nameless, -2)).toBe(3);
    expect(await adjust(anna, 1, { category: "trim" })).toBe(1);
    expect((await colorNumbered(anna, "180")).quantity).toBe(3);
    const record = { type: "adjustment", colorNumber: "180" };
    const byAnna = { by: "anna", byName: "Anna Bell" };
    expect(await txnsOf(anna, "anna", "180")).toEqual([
      {
        ...record,
        ...byAnna,
        category: "trim",
        quantity: 1,
        before: 0,
        after: 1,
      },
      {
        ...record,
        by: "anna",
        byName: "anna",
        category: "gutter",
        quantity: -2,
        before: 5,
        after: 3,
      },
      {
        ...record,
        ...byAnna,
        category: "gutter",
        size: "5",
        quantity: 5,
        before: 0,
        after: 5,
      },
    ]);
  });

  it("records the caller's name, else the email address, else the account id", async () => {
    const { t, anna, nameless } = await openWithCatalogue();
    const email = "anna@example.com";
    await adjust(anna, 1);
    await adjust(t.withIdentity({ subject: "anna", name: "", email }), 1);
    await adjust(nameless, 1);
    const txns = await txnsOf(anna, "anna");
    expect(txns.map((txn) => "byName" in txn && txn.byName)).toEqual(["anna", email, "Anna Bell"]);
  });

  it("reaches the exact sum after fifty concurrent adjustments", async () => {
    const { anna } = await openWithCatalogue();
    await adjust(anna, 1_000);
    const deltas = Array.from({ length: 50 }, (_, at) => (at % 3 === 0 ? -at - 1 : at + 1));
    await Promise.all(deltas.map((delta) => adjust(anna, delta)));
    const sum = deltas.reduce((total, delta) => total + delta, 1_000);
    expect((await colorNumbered(anna, "180")).quantity).toBe(sum);
    const txns = await txnsOf(anna, "anna", "180");
    expect(txns).toHaveLength(51);
    // Each record begins where the one before it ended.
    for (const [at, txn] of txns.entries()) {
      expect(txn.after).toBe(txn.before + txn.quantity);
      expect(txn.before).toBe(txns[at + 1]?.after ?? 0);
    }
    expect(txns[0]?.after).toBe(sum);
  });

  it.each([0, 0.5, 10_001, -10_001, Number.NaN])("refuses the delta %d", async (delta) => {
    const { anna } = await openWithCatalogue();
    expect(await refusalOf(adjust(anna, delta))).toEqual(refused("delta", DELTA_OUT_OF_RANGE));
  });

  it("refuses to go below zero or above the maximum stock", async () => {
    const { anna } = await openWithCatalogue();
    expect(await refusalOf(adjust(anna, -1))).toEqual(
      refused("delta", "There are none in stock to take off."),
    );
    await adjust(anna, 3);
    expect(await refusalOf(adjust(anna, -4))).toEqual(
      refused("delta", "Only 3 in stock, so 4 cannot be taken off."),
    );
    await anna.run(async (ctx) => {
      const row = await ctx.db.query("inventoryColorStock").first();
      if (row)
        await ctx.db.patch("inventoryColorStock", row._id, {
          quantity: MAX_STOCK,
        });
    });
    expect(await refusalOf(adjust(anna, 1))).toEqual(refused("delta", TOO_MUCH_STOCK));
    expect(await txnsOf(anna, "anna")).toHaveLength(1);
  });

  it("refuses an unknown color or an unavailable size", async () => {
    const { anna } = await openWithCatalogue();
    expect(await refusalOf(adjust(anna, 1, { colorNumber: "999" }))).toMatchObject({
      code: "INVALID",
      field: "colorNumber",
    });
    expect(await refusalOf(adjust(anna, 1, { colorNumber: "115", size: "6" }))).toEqual(
      refused("size", "Antique Ivory does not come in 6 inch."),
    );
  });

  it("inventory.adjustColorQuantity does not change another workspace's stock", async () => {
    const { anna, bo } = await openWithCatalogue();
    await adjust(bo, 9);
    expect((await colorNumbered(anna, "180")).quantity).toBe(0);
    expect((await colorNumbered(bo, "180")).quantity).toBe(9);
  });
});

describe("the items of a color", () => {
  async function openWithStock() {
    const opened = await openWithCatalogue();
    const { anna } = opened;
    await anna.mutation(api.inventory.recordIntake, {
      entries: [
        await intakeOf(anna, "Right End Cap", 4, MUSKET_5),
        await intakeOf(anna, "Left End Cap", 2, MUSKET_5),
        await intakeOf(anna, "Left End Cap", 3, MUSKET_5),
        await intakeOf(anna, "Left End Cap", 7, MUSKET_6),
        await intakeOf(anna, "Splash Block", 1, { colorNumber: "180" }),
        await intakeOf(anna, "Fascia Cover 12 ft", 9, MUSKET_6),
        await intakeOf(anna, "Left End Cap", 50, {
          size: "5",
          colorNumber: "185",
        }),
      ],
    });
    await anna.mutation(api.inventory.adjustColorQuantity, {
      colorNumber: "180",
      delta: -1,
    });
    return opened;
  }

  const GUTTER = {
    items5: [
      { name: "Left End Cap", qty: 5 },
      { name: "Right End Cap", qty: 4 },
      { name: "Splash Block", qty: 1 },
    ],
    items6: [
      { name: "Left End Cap", qty: 7 },
      { name: "Splash Block", qty: 1 },
    ],
  };

  // Spec 1.21, 3.9, 7.21, 7.22
  it("the items of a color are the received ones by size; an item of any size is in both lists", async () => {
    const { anna } = await openWithStock();
    const args = { colorNumber: "180", category: "gutter" } as const;
    expect(await anna.query(api.inventory.listColorBreakdown, args)).toEqual(GUTTER);
    expect(await anna.mutation(api.inventory.listColorBreakdownMut, args)).toEqual(GUTTER);
  });

  it("the items of a color are of all categories if none is given", async () => {
    const { anna } = await openWithStock();
    const fascia = { name: "Fascia Cover 12 ft", qty: 9 };
    expect(
      await anna.query(api.inventory.listColorBreakdown, {
        colorNumber: "180",
      }),
    ).toEqual({ ...GUTTER, items6: [fascia, ...GUTTER.items6] });
  });

  it("the items of a color are empty for an unknown color and for another workspace", async () => {
    const { anna, bo } = await openWithStock();
    const none = { items5: [], items6: [] };
    expect(await anna.query(api.inventory.listColorBreakdown, { colorNumber: "x" })).toEqual(none);
    expect(await bo.query(api.inventory.listColorBreakdown, { colorNumber: "180" })).toEqual(none);
    expect(
      await bo.mutation(api.inventory.listColorBreakdownMut, {
        colorNumber: "180",
      }),
    ).toEqual(none);
  });
});

describe("inventory.upsertPrice", () => {
  async function openWithElbow() {
    const opened = await openWithCatalogue();
    const { _id: itemId } = await itemNamed(opened.anna, "A Elbow");
    const pricesOf = async (name: string) =>
      Object.fromEntries(
        (await itemNamed(opened.anna, name))._prices.map(({ size, price }) => [size, price]),
      );
    return { ...opened, itemId, pricesOf };
  }

  // Spec 0.6, 1.22, 7.16
  it("sets, changes and clears the price of one size; zero is a price", async () => {
    const { anna, itemId, pricesOf } = await openWithElbow();
    const set = (size: "5" | "6" | "any", price: number | null) =>
      anna.mutation(api.inventory.upsertPrice, { itemId, size, price });
    await set("5", 4.005);
    expect(await pricesOf("A Elbow")).toEqual({ 5: 4.01, 6: 4.65 });
    await set("6", null);
    expect(await pricesOf("A Elbow")).toEqual({ 5: 4.01 });
    await set("6", null);
    await set("any", 0);
    expect(await pricesOf("A Elbow")).toEqual({ 5: 4.01, any: 0 });
  });

  it.each([-0.01, 100_000.01, Number.NaN, Infinity])("refuses the price %d", async (price) => {
    const { anna, itemId } = await openWithElbow();
    const call = anna.mutation(api.inventory.upsertPrice, {
      itemId,
      size: "5",
      price,
    });
    expect(await refusalOf(call)).toEqual(refused("price", ITEM_PRICE_OUT_OF_RANGE));
  });

  it("inventory.upsertPrice does not find another workspace's item", async () => {
    const { bo, itemId, pricesOf } = await openWithElbow();
    const call = bo.mutation(api.inventory.upsertPrice, {
      itemId,
      size: "5",
      price: 1,
    });
    expect(await refusalOf(call)).toEqual(gone("item", "itemId"));
    expect(await pricesOf("A Elbow")).toMatchObject({ 5: 3.1 });
  });

  describe("and upsertAliasPrices", () => {
    async function openWithPair() {
      const opened = await openWithElbow();
      const { _id: aliasId } = await itemNamed(opened.anna, "B Elbow");
      const save = (prices: { price5?: number | null; price6?: number }) =>
        opened.anna.mutation(api.inventory.upsertAliasPrices, {
          sourceItemId: opened.itemId,
          aliasItemIds: [aliasId],
          ...prices,
        });
      return { ...opened, aliasId, save };
    }

    // Spec 7.17, 7.46
    it("upsertPrice and upsertAliasPrices give the pair the same price and keep the other size", async () => {
      const { save, pricesOf } = await openWithPair();
      await save({ price5: 3.5 });
      expect(await pricesOf("A Elbow")).toEqual({ 5: 3.5, 6: 4.65 });
      expect(await pricesOf("B Elbow")).toEqual({ 5: 3.5, 6: 4.65 });
      await save({ price5: null, price6: 5 });
      expect(await pricesOf("A Elbow")).toEqual({ 6: 5 });
      expect(await pricesOf("B Elbow")).toEqual({ 6: 5 });
      expect(await pricesOf("Offset Elbow")).toEqual({ 5: 6.95, 6: 8.5 });
    });

    it("upsertPrice and upsertAliasPrices save an item without a pair too", async () => {
      const { anna, itemId, pricesOf } = await openWithPair();
      await anna.mutation(api.inventory.upsertAliasPrices, {
        sourceItemId: itemId,
        aliasItemIds: [],
        price6: 0,
      });
      expect(await pricesOf("A Elbow")).toEqual({ 5: 3.1, 6: 0 });
      expect(await pricesOf("B Elbow")).toEqual({ 5: 3.1, 6: 4.65 });
    });

    // Spec 5.15
    it("upsertPrice and upsertAliasPrices refuse an invalid price or pair, and write nothing", async () => {
      const { anna, itemId, aliasId, save, pricesOf } = await openWithPair();
      expect(await refusalOf(save({}))).toEqual(refused("price5", PRICE_REQUIRED));
      expect(await refusalOf(save({ price5: 1, price6: -1 }))).toEqual(
        refused("price6", ITEM_PRICE_OUT_OF_RANGE),
      );
      const paired = (aliasItemIds: (typeof aliasId)[]) =>
        anna.mutation(api.inventory.upsertAliasPrices, {
          sourceItemId: itemId,
          aliasItemIds,
          price5: 1,
        });
      expect(await refusalOf(paired([aliasId, itemId]))).toEqual(
        refused("aliasItemIds", ALIAS_IS_SOURCE),
      );
      const items = await anna.query(api.inventory.listItems, {});
      const others = items.filter((item) => item._id !== itemId);
      expect(await refusalOf(paired(others.slice(0, 21).map((item) => item._id)))).toEqual(
        refused("aliasItemIds", LIST_LIMITS.aliasItemIds.sentence),
      );
      expect(await pricesOf("A Elbow")).toEqual({ 5: 3.1, 6: 4.65 });
    });

    it("upsertPrice and upsertAliasPrices do not find another workspace's items, on either side", async () => {
      const { bo, itemId, pricesOf } = await openWithPair();
      const { _id: ofBo } = await itemNamed(bo, "B Elbow");
      const save = (sourceItemId: typeof itemId, alias: typeof itemId) =>
        bo.mutation(api.inventory.upsertAliasPrices, {
          sourceItemId,
          aliasItemIds: [alias],
          price5: 1,
        });
      expect(await refusalOf(save(itemId, ofBo))).toEqual(gone("item", "sourceItemId"));
      expect(await refusalOf(save(ofBo, itemId))).toEqual(gone("item", "aliasItemIds"));
      expect(await pricesOf("A Elbow")).toEqual({ 5: 3.1, 6: 4.65 });
    });
  });
});
