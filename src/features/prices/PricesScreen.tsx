import type { Id } from "@convex/_generated/dataModel";
import { useState } from "react";
import { PriceTable } from "./PriceTable";
import { SeedDefaults } from "./SeedDefaults";
import { SetItemPrice } from "./SetItemPrice";
import { usePricedItems } from "./usePricedItems";

export function PricesScreen() {
  const items = usePricedItems();
  const [itemId, setItemId] = useState<Id<"inventoryItems"> | null>(null);
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Prices</h1>
        <SeedDefaults />
      </header>
      <SetItemPrice
        // Another item is another form: nothing typed for one goes to the next.
        key={itemId}
        items={items}
        itemId={itemId}
        onItemChange={setItemId}
      />
      <PriceTable items={items} chosenId={itemId} onChoose={setItemId} />
    </div>
  );
}
