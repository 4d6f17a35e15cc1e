import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS } from "@domain/inventory";
import { Select } from "@/components/ui/Select";
import type { Item } from "./inventoryQueries";

interface ItemSelectProps {
  readonly value: string;
  readonly items: readonly Item[] | undefined;
  readonly onChange: (itemId: string) => void;
}

/** The items grouped by category. Has the focus when a row appears, also while the items load. */
export function ItemSelect({ value, items, onChange }: ItemSelectProps) {
  return (
    <Select
      value={value}
      aria-busy={items === undefined}
      autoFocus
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{placeholder(items)}</option>
      <ItemOptions items={items ?? []} />
    </Select>
  );
}

function ItemOptions({ items }: { readonly items: readonly Item[] }) {
  return ITEM_CATEGORIES.map((category) => {
    const ofCategory = items.filter((item) => item.category === category);
    return (
      ofCategory.length > 0 && (
        <optgroup key={category} label={ITEM_CATEGORY_LABELS[category]}>
          {ofCategory.map((item) => (
            <option key={item._id} value={item._id}>
              {item.name} ({item.sku})
            </option>
          ))}
        </optgroup>
      )
    );
  });
}

function placeholder(items: readonly Item[] | undefined): string {
  if (items === undefined) return "Loading...";
  return items.length === 0 ? "No items yet" : "Choose an item";
}
