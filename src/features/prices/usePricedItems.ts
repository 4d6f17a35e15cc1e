import { api } from "@convex/_generated/api";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";

export type PricedItem = FunctionReturnType<
  typeof api.inventory.listItems
>[number];

/** Every item with its prices, by name, live; `undefined` on the way. */
export function usePricedItems(): readonly PricedItem[] | undefined {
  return useQuery(api.inventory.listItems, {});
}
