import { unitInput, type ItemUnit } from "../estimate/units";
import { parseInput } from "../calls/inputRules";
import type { Change } from "./change";
import { requireItem } from "./stockRows";

interface SetUnitArgs extends Pick<ItemUnit, "unit"> {
  readonly sourceItemId: string;
  /** The items of a pair, which are counted in the same unit. */
  readonly aliasItemIds: readonly string[];
  /** Null for an item that is not sold in lengths. */
  readonly pieceFeet: number | null;
}

interface NamedItem {
  readonly _id: string;
  readonly name: string;
}

/** Sets the unit of an item and its paired items. The amounts of their prices stay, now for the new unit. */
export const setUnit = {
  call: "inventory:setUnit",
  reads: ({ sourceItemId, aliasItemIds }) => ({
    items: [sourceItemId, ...aliasItemIds],
  }),
  apply: (rows, { sourceItemId, aliasItemIds, unit, ...args }) => {
    const { pieceFeet } = parseInput(unitInput, args);
    const items = [
      requireItem(rows, sourceItemId, "sourceItemId"),
      ...aliasItemIds.map((id) => requireItem(rows, id, "aliasItemIds")),
    ];
    const fields = {
      unit,
      // An item that is counted in feet has no length of a piece.
      pieceFeet: unit === "foot" ? undefined : (pieceFeet ?? undefined),
    };
    return items.map(({ _id: itemId }) => ({
      kind: "set",
      table: "units",
      itemId,
      fields,
    }));
  },
  values: () => ["unit"],
  make: (
    item: NamedItem,
    pair: NamedItem | null,
    unit: Pick<SetUnitArgs, "unit" | "pieceFeet">,
  ) => ({
    args: {
      sourceItemId: item._id,
      aliasItemIds: pair ? [pair._id] : [],
      ...unit,
    },
    subject: {
      key: item._id,
      label: pair ? `${item.name} and ${pair.name}` : item.name,
    },
    ...(pair && { needs: [pair._id] }),
    field: "unit",
    label: "Unit",
  }),
} satisfies Change<SetUnitArgs>;
