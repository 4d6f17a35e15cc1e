import { Link2 } from "lucide-react";
import { describeChange, type PriceChange } from "./priceForm";
import type { Item } from "@/features/inventory/inventoryQueries";

interface PairNoticeProps {
  /** The paired item. */
  readonly pair: Item;
  readonly change: PriceChange;
}

/** Shows that a save changes the paired item too. */
export function PairNotice({ pair, change }: PairNoticeProps) {
  const changes = describeChange(pair, change);
  return (
    <p className="flex gap-2 text-sm text-ink-muted">
      <Link2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {changes.length === 0
          ? `${pair.name} costs the same and is saved with it.`
          : `${pair.name} will change too: ${changes.join(", ")}.`}
      </span>
    </p>
  );
}
