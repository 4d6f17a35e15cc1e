import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { GutterSize } from "@domain/gutterSizes";
import type { Item } from "@/features/inventory/inventoryQueries";
import { useSave } from "@/lib/useSave";
import {
  canSavePrices,
  NOTHING_TYPED,
  pairedItem,
  priceChange,
  type TypedPrices,
} from "./priceForm";

/** What the user typed for an item. Choosing another item starts a new draft. */
interface Draft {
  readonly itemId: Id<"inventoryItems"> | null;
  readonly typed: TypedPrices;
  readonly serverError: string | null;
}

const EMPTY_DRAFT: Draft = {
  itemId: null,
  typed: NOTHING_TYPED,
  serverError: null,
};

/** State of the Set Item Price form. Saving also sets the paired item's price. */
export function usePriceForm(
  items: readonly Item[] | undefined,
  itemId: Id<"inventoryItems"> | null,
) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const upsert = useMutation(api.inventory.upsertAliasPrices);
  const { save, isSaving } = useSave();
  const item = items?.find(({ _id }) => _id === itemId) ?? null;
  const pair = item && pairedItem(item, items ?? []);
  const { typed, serverError } = draft.itemId === itemId ? draft : EMPTY_DRAFT;
  const change = canSavePrices(item, typed) ? priceChange(item, typed) : null;

  const type = (size: GutterSize, text: string) =>
    setDraft({ itemId, typed: { ...typed, [size]: text }, serverError: null });

  const submit = async () => {
    if (item === null || change === null || isSaving) return;
    const { "5": price5, "6": price6 } = change;
    const outcome = await save(
      () =>
        upsert({
          sourceItemId: item._id,
          aliasItemIds: pair ? [pair._id] : [],
          ...(price5 !== undefined && { price5 }),
          ...(price6 !== undefined && { price6 }),
        }),
      {
        name: pair ? `${item.name} and ${pair.name}` : item.name,
        shows: ({ code }) => code === "INVALID",
      },
    );
    if (outcome.ok) setDraft(EMPTY_DRAFT);
    else if (outcome.error.code === "INVALID")
      setDraft({ itemId, typed, serverError: outcome.error.message });
  };

  return { item, pair, typed, serverError, change, isSaving, type, submit };
}
