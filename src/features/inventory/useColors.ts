import { api } from "@convex/_generated/api";
import type { ItemCategory } from "@domain/inventory";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";

export type Color = FunctionReturnType<typeof api.inventory.listColors>[number];

/** The colors with their stock of a tab, live; `undefined` on the way. */
export function useColors(
  category: ItemCategory,
): readonly Color[] | undefined {
  return useQuery(api.inventory.listColors, { category });
}
