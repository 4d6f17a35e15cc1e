import { useId } from "react";
import { itemSizes, nextRowSize } from "@domain/inventory";
import type { PriceSize } from "@domain/prices";
import { Button } from "@/components/ui/Button";
import type { Item } from "./inventoryQueries";

const SIZE_LABELS: Record<PriceSize, string> = {
  "5": "5",
  "6": "6",
  any: "Any",
};

interface SizeToggleProps {
  readonly item: Item | null;
  readonly size: PriceSize;
  readonly onChange: (size: PriceSize) => void;
}

/** Cycles through the item's sizes; "Any" if it has none. */
export function SizeToggle({ item, size, onChange }: SizeToggleProps) {
  const id = useId();
  const hasChoice = item !== null && itemSizes(item).length > 1;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink-muted">
        Size
      </span>
      <Button
        aria-labelledby={`${id} ${id}-value`}
        className="px-2!"
        disabled={!hasChoice}
        onClick={() => onChange(nextRowSize(item, size))}
      >
        <span id={`${id}-value`}>{SIZE_LABELS[size]}</span>
      </Button>
    </div>
  );
}
