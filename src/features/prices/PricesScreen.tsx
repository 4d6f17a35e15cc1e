import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { seededMessage } from "@domain/inventory";
import { ExportButton } from "@/features/export/ExportButton";
import { Page, PageHeader } from "@/components/Page";
import { Button } from "@/components/ui/Button";
import { randomUuid } from "@/lib/randomUuid";
import { recordUndoable } from "@/offline/outbox/undoable";
import { useSave } from "@/offline/useSave";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { PriceTable } from "./PriceTable";
import { SetItemPrice } from "./SetItemPrice";
import { useItems } from "@/features/inventory/inventoryQueries";

type ItemId = Id<"inventoryItems">;

interface PricesScreenProps {
  /** The item in the URL, whose prices the form shows. */
  readonly itemId: ItemId | null;
  readonly onItemChange: (itemId: ItemId) => void;
}

export function PricesScreen({ itemId, onItemChange }: PricesScreenProps) {
  const items = useItems();
  const form = useRef<HTMLDivElement>(null);
  /** Chosen in the table or by the address: the price is typed next. */
  const pricedNext = useRef(itemId);
  useEffect(() => {
    if (items === undefined || pricedNext.current !== itemId) return;
    pricedNext.current = null;
    focusPrice(form.current);
  }, [items, itemId]);
  const choose = (chosen: ItemId) => {
    if (form.current) scrollIntoViewIfNeeded(form.current);
    if (chosen === itemId) {
      focusPrice(form.current);
      return;
    }
    pricedNext.current = chosen;
    onItemChange(chosen);
  };
  return (
    <Page>
      <PageHeader
        title="Prices"
        actions={
          <>
            <ExportButton first="prices" />
            <SeedDefaults />
          </>
        }
      />
      <div ref={form} className="scroll-mt-18">
        <SetItemPrice
          items={items}
          itemId={itemId}
          onItemChange={onItemChange}
        />
      </div>
      <PriceTable items={items} chosenId={itemId} onChoose={choose} />
    </Page>
  );
}

/** Typing replaces the price. */
function focusPrice(form: HTMLElement | null) {
  const price = form?.querySelector<HTMLInputElement>("input[type=number]");
  price?.focus({ preventScroll: true });
  price?.select();
}

/** Adds the default items, prices and colors that do not exist yet. */
function SeedDefaults() {
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const { save, isSaving } = useSave();
  const run = async () => {
    const undo = { id: randomUuid(), name: "Seed defaults" };
    const seeded = await save(() => seed({ intentId: undo.id }), {
      name: "Inventory",
      saved: seededMessage,
      failed: "Failed to seed inventory",
      needsServer: true,
      undo,
    });
    if (seeded.ok) recordUndoable(undo);
  };
  return (
    <Button busy={isSaving} onClick={() => void run()}>
      Seed defaults
    </Button>
  );
}
