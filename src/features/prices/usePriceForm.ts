import { useState } from "react";
import type { OutboxChange } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { setPrices } from "@domain/changes/setPrices";
import type { GutterSize } from "@domain/stock/gutterSizes";
import type { Item } from "@/offline/inventoryQueries";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import {
  canSavePrices,
  NOTHING_TYPED,
  pairedItem,
  priceChange,
  type PriceChange,
  type TypedPrices,
} from "./priceForm";

/** The prices that the user typed for an item. Choosing another item starts a new draft. */
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
  const { submit: send, isSubmitting: isSaving } = useChange();
  const item = items?.find(({ _id }) => _id === itemId) ?? null;
  const pair = item && pairedItem(item, items ?? []);
  const { typed, serverError } = draft.itemId === itemId ? draft : EMPTY_DRAFT;
  const change = canSavePrices(item, typed) ? priceChange(item, typed) : null;

  const type = (size: GutterSize, text: string) =>
    setDraft({ itemId, typed: { ...typed, [size]: text }, serverError: null });

  const submit = async () => {
    if (item === null || change === null || isSaving) return;
    const sent = changeOfPrices(change, item, pair);
    const answered = send(sent, {
      name: sent.subject.label,
      shows: ({ code }) => code === "INVALID",
    });
    // The outbox has the change now, so the empty draft shows its prices.
    setDraft(EMPTY_DRAFT);
    const outcome = await answered;
    if (outcome.ok) return;
    const { code, message } = outcome.error;
    setDraft({
      itemId,
      typed,
      serverError: code === "INVALID" ? message : null,
    });
  };

  return { item, pair, typed, serverError, change, isSaving, type, submit };
}

/** The change by which an item and its pair get prices. */
export function changeOfPrices(
  { "5": price5, "6": price6 }: PriceChange,
  item: Item,
  pair: Item | null,
): OutboxChange {
  return newChange(setPrices, item, pair, {
    ...(price5 !== undefined && { price5 }),
    ...(price6 !== undefined && { price6 }),
  });
}
