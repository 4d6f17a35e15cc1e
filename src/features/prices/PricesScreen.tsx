import { useMutation } from "convex/react";
import { useRef, useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { seededMessage } from "@domain/inventory";
import { Button } from "@/components/ui/Button";
import { useSave } from "@/lib/useSave";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { PriceTable } from "./PriceTable";
import { SetItemPrice } from "./SetItemPrice";
import { useItems } from "@/features/inventory/inventoryQueries";

export function PricesScreen() {
  const items = useItems();
  const [itemId, setItemId] = useState<Id<"inventoryItems"> | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const choose = (chosen: Id<"inventoryItems">) => {
    setItemId(chosen);
    if (form.current) scrollIntoViewIfNeeded(form.current);
  };
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Prices</h1>
        <SeedDefaults />
      </header>
      <div ref={form} className="scroll-mt-18">
        <SetItemPrice items={items} itemId={itemId} onItemChange={setItemId} />
      </div>
      <PriceTable items={items} chosenId={itemId} onChoose={choose} />
    </div>
  );
}

/** Adds the default items, prices and colors that do not exist yet. */
function SeedDefaults() {
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const { save, isSaving } = useSave();
  const run = () =>
    save(() => seed({}), {
      name: "Inventory",
      saved: seededMessage,
      failed: "Failed to seed inventory",
    });
  return (
    <Button busy={isSaving} onClick={() => void run()}>
      Seed defaults
    </Button>
  );
}
