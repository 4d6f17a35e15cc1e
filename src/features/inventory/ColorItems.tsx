import { useId } from "react";
import { formatCount } from "@domain/text";
import type { ColorBreakdown } from "./inventoryQueries";

/** The items received in a color, by size. */
export function ColorItems({ items5, items6 }: ColorBreakdown) {
  if (items5.length === 0 && items6.length === 0) {
    return <p className="text-sm text-ink-muted">No items</p>;
  }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:gap-x-10">
      <ItemList title="5 inch" items={items5} />
      <ItemList title="6 inch" items={items6} />
    </div>
  );
}

interface ItemListProps {
  readonly title: string;
  readonly items: ColorBreakdown["items5"];
}

function ItemList({ title, items }: ItemListProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1 text-sm font-medium text-ink-muted">
        {title}
      </h3>
      {items.length === 0 ? (
        <p className="text-sm text-ink-faint">None</p>
      ) : (
        <ul aria-labelledby={id} className="divide-y divide-line text-sm">
          {items.map((item) => (
            <li key={item.name} className="flex justify-between gap-2 py-1.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {item.name}
              </span>
              <span className="shrink-0 font-medium tabular-nums">
                {formatCount(item.qty)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
