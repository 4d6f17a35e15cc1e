import { useState } from "react";
import { matchesItem } from "@domain/inventory";
import { Combobox } from "@/components/ui/Combobox";
import type { Item } from "@/features/inventory/inventoryQueries";

interface ItemComboboxProps {
  readonly items: readonly Item[] | undefined;
  readonly item: Item | null;
  readonly onChange: (itemId: Item["_id"]) => void;
}

/** Selects an item by words of its name or SKU. A text that names no item changes nothing. */
export function ItemCombobox({ items, item, onChange }: ItemComboboxProps) {
  /** What was typed since the last choice; null if nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Combobox
      text={typed ?? (item ? label(item) : "")}
      placeholder={items === undefined ? "Loading..." : "Choose an item"}
      disabled={items === undefined}
      emptyText="No item has these words."
      selectsOnFocus
      options={(items ?? [])
        .filter((each) => typed === null || matchesItem(each, typed))
        .map((each) => ({ value: each._id, label: label(each) }))}
      onTextChange={setTyped}
      onSelect={({ value }) => {
        setTyped(null);
        const chosen = items?.find(({ _id }) => _id === value);
        if (chosen) onChange(chosen._id);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function label({ name, sku }: Item): string {
  return `${name} (${sku})`;
}
