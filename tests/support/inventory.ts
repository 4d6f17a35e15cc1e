import { api } from "@convex/_generated/api";
import type { FunctionReturnType } from "convex/server";
import type { Caller } from "./convexHarness";

export type InventoryItem = FunctionReturnType<
  typeof api.inventory.listItems
>[number];

export type InventoryColor = FunctionReturnType<
  typeof api.inventory.listColors
>[number];

/** The catalogue's item of this name; its absence fails the test. */
export async function itemNamed(
  caller: Caller,
  name: string,
): Promise<InventoryItem> {
  const items = await caller.query(api.inventory.listItems, {});
  const found = items.find((item) => item.name === name);
  if (found === undefined) throw new Error(`There is no item ${name}.`);
  return found;
}

export async function colorNumbered(
  caller: Caller,
  colorNumber: string,
  category: InventoryItem["category"] = "gutter",
): Promise<InventoryColor> {
  const colors = await caller.query(api.inventory.listColors, { category });
  const found = colors.find((color) => color.colorNumber === colorNumber);
  if (found === undefined) throw new Error(`There is no color ${colorNumber}.`);
  return found;
}

/** What `listTxns` answers, without ids and times, the newest first. */
export async function txnsOf(
  caller: Caller,
  colorNumber: string | null = null,
): Promise<object[]> {
  const { page } = await caller.query(api.inventory.listTxns, {
    paginationOpts: { numItems: 200, cursor: null },
    colorNumber,
  });
  return page.map(({ _id, _creationTime, itemId: _itemId, ...txn }) => txn);
}
