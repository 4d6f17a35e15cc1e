import { act } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useAdjustColor, useSetReorderLevel } from "@/features/inventory/useAdjustColor";
import { useIntakeForm } from "@/features/inventory/useIntakeForm";
import { usePriceForm } from "@/features/prices/usePriceForm";
import { aColor, anItem } from "../../support/builders";
import { A_UUID, expectCall } from "../../support/expectCall";
import { FakeBackend } from "../../support/fakeBackend";
import { renderUnsent } from "../../support/unsentPage";

const id = (text: string) => text as Id<"inventoryItems">;

const COLOR = aColor({ _id: "color1" as Id<"inventoryColors"> });
const OF_COLOR = { key: "color1", label: "180 Musket Brown" };

describe("the stock of a color", () => {
  it.each([
    [{ delta: -2, size: "6" }, "Stock -2"],
    [{ delta: 3, size: null }, "Stock +3"],
  ] as const)("a difference of stock replaces no other: %o", async (typed, label) => {
    const { current, sent } = await renderUnsent(() => useAdjustColor(COLOR, "trim"));
    act(() => void current()(typed));
    const { delta, size } = typed;
    expectCall("inventory.adjustColorQuantity", await sent(), {
      args: {
        ...{ colorNumber: "180", category: "trim", delta },
        ...(size !== null && { size }),
      },
      subject: OF_COLOR,
      field: null,
      label,
    });
  });

  it.each([
    ["5", 25, "Reorder level 5 in"],
    ["6", null, "Reorder level 6 in"],
  ] as const)(
    "a reorder level replaces an unsent one of its size %s and its category alone",
    async (size, level, label) => {
      const { current, sent } = await renderUnsent(() => useSetReorderLevel(COLOR, "trim"));
      act(() => void current()({ size, level }));
      expectCall("inventory.setReorderLevel", await sent(), {
        args: { colorNumber: "180", category: "trim", size, level },
        subject: OF_COLOR,
        field: `reorder trim ${size}`,
        label,
      });
    },
  );
});

describe("an intake", () => {
  const GUTTER = anItem({ _id: id("gutter"), sizeOptions: ["5", "6"] });
  const RIVETS = anItem({ _id: id("rivets"), name: "Rivets" });

  async function openIntake() {
    const backend = new FakeBackend();
    backend.answer(api.inventory.listColors, () => [aColor({ colorNumber: "180", quantity: 12 })]);
    const page = await renderUnsent(() => useIntakeForm([GUTTER, RIVETS], vi.fn()), { backend });
    const type = (row: number, typed: object) =>
      act(() => {
        const [before] = page.current().rows.filter(({ id: at }) => at === row);
        page.current().change(row, { ...before!, ...typed });
      });
    const add = () => act(() => page.current().add());
    const submit = () => act(() => void page.current().submit());
    return { ...page, type, add, submit };
  }

  it("all rows of an intake are one call, without the rows that say nothing", async () => {
    const { type, add, submit, sent } = await openIntake();
    type(0, {
      itemId: "gutter",
      size: "6",
      quantity: "40",
      color: "180 - Musket",
    });
    add();
    type(1, { itemId: "rivets", quantity: "12" });
    add();
    submit();
    expectCall("inventory.recordIntake", await sent(), {
      args: {
        entries: [
          {
            ...{ itemId: "gutter", type: "intake", quantity: 40 },
            ...{ size: "6", colorNumber: "180" },
          },
          { itemId: "rivets", type: "intake", quantity: 12 },
        ],
      },
      subject: { key: A_UUID as string, label: "Inventory" },
      field: null,
      label: "Intake of 2 rows",
    });
  });

  it("an answer to one row's question does not answer the question of another row", async () => {
    const { type, add, submit, sent, current } = await openIntake();
    const asked = () => Object.keys(current().questions);
    type(0, { itemId: "gutter", quantity: "5000", color: "180" });
    submit();
    expect(asked()).toEqual(["0"]);
    add();
    type(1, { itemId: "gutter", quantity: "5000", color: "180" });
    submit();
    expect(asked()).toEqual(["0", "1"]);
    expect(current().isSaving).toBe(false);
    submit();
    expect((await sent()).map(({ label }) => label)).toEqual(["Intake of 2 rows"]);
  });

  it("an amount that is changed after its question is asked about again", async () => {
    const { type, submit, sent, current } = await openIntake();
    type(0, { itemId: "gutter", quantity: "5000", color: "180" });
    submit();
    type(0, { quantity: "6000" });
    expect(current().questions).toEqual({});
    submit();
    expect(current().questions[0]).toMatch(/^6,000 is /);
    submit();
    expect(await sent()).toHaveLength(1);
  });
});

describe("a price", () => {
  const LEFT = anItem({
    _id: id("left"),
    name: "Left End Cap",
    _prices: [
      { size: "5", price: 1.35 },
      { size: "6", price: 1.75 },
    ],
  });
  const RIGHT = anItem({ ...LEFT, _id: id("right"), name: "Right End Cap" });

  it.each([
    [{ "5": "3.5" }, { price5: 3.5 }, "price 5"],
    [{ "6": "4" }, { price6: 4 }, "price 6"],
    [{ "5": "", "6": "4" }, { price5: null, price6: 4 }, "price 5 6"],
  ])(
    "for the typed prices %o the changed sizes are sent, and replace an unsent change of only these sizes",
    async (typed, prices, field) => {
      const { current, sent } = await renderUnsent(() => usePriceForm([LEFT, RIGHT], LEFT._id));
      for (const [size, text] of Object.entries(typed))
        act(() => current().type(size as "5" | "6", text));
      act(() => void current().submit());
      expectCall("inventory.upsertAliasPrices", await sent(), {
        args: { sourceItemId: "left", aliasItemIds: ["right"], ...prices },
        subject: { key: "left", label: "Left End Cap and Right End Cap" },
        needs: ["right"],
        field,
        label: "Price",
      });
    },
  );

  it("a price of an item without a pair is sent for the item alone", async () => {
    const { current, sent } = await renderUnsent(() => usePriceForm([LEFT], LEFT._id));
    act(() => current().type("5", "3.5"));
    act(() => void current().submit());
    expectCall("inventory.upsertAliasPrices", await sent(), {
      args: { sourceItemId: "left", aliasItemIds: [], price5: 3.5 },
      subject: { key: "left", label: "Left End Cap" },
      field: "price 5",
      label: "Price",
    });
  });

  it("an unsent 5 in price and a later 6 in price both wait", async () => {
    const { current, sent, waiting } = await renderUnsent(() => ({
      "5": usePriceForm([LEFT], LEFT._id),
      "6": usePriceForm([LEFT], LEFT._id),
    }));
    for (const size of ["5", "6"] as const) {
      act(() => current()[size].type(size, "9"));
      act(() => void current()[size].submit());
      await sent();
    }
    expect(waiting().map(({ field }) => field)).toEqual(["price 5", "price 6"]);
  });
});
