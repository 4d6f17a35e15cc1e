import type { Id } from "@convex/_generated/dataModel";
import { useRef, useState } from "react";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { PriceTable } from "./PriceTable";
import { SeedDefaults } from "./SeedDefaults";
import { SetItemPrice } from "./SetItemPrice";
import { usePricedItems } from "./usePricedItems";

export function PricesScreen() {
  const items = usePricedItems();
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
