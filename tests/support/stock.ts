import type { Id } from "@convex/_generated/dataModel";
import type { Color, Item } from "@/features/inventory/inventoryQueries";

let made = 0;

export function anItem(change: Partial<Item> = {}): Item {
  made += 1;
  return {
    _id: `item${made}` as Id<"inventoryItems">,
    _creationTime: made,
    name: "Hidden Hanger",
    sku: "HGR-HIDDEN",
    category: "gutter",
    sizeOptions: [],
    _prices: [],
    ...change,
  };
}

export function aColor(change: Partial<Color> = {}): Color {
  made += 1;
  return {
    _id: `color${made}` as Id<"inventoryColors">,
    _creationTime: made,
    colorNumber: "180",
    colorName: "Musket Brown",
    hexColor: "#4a3b31",
    sizeOptions: ["5", "6"],
    quantity: 0,
    ...change,
  };
}
