import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import type { Caller } from "./convexHarness";

export type InventoryItem = FunctionReturnType<typeof api.inventory.listItems>[number];

export type InventoryColor = FunctionReturnType<typeof api.inventory.listColors>[number];

/** The catalogue's item of this name; its absence fails the test. */
export async function itemNamed(caller: Caller, name: string): Promise<InventoryItem> {
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

/** The stock transactions of a workspace, without ids and times, the newest first. */
export async function txnsOf(caller: Caller, workspaceId: string, colorNumber?: string) {
  const txns = await caller.run(
    async (ctx) =>
      await ctx.db
        .query("inventoryTxns")
        .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
        .order("desc")
        .take(200),
  );
  return txns
    .filter((txn) => colorNumber === undefined || txn.colorNumber === colorNumber)
    .map(({ _id, _creationTime, workspaceId: _workspace, itemId: _item, ...txn }) => txn);
}
