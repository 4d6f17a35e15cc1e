import { Link2 } from "lucide-react";
import { describeChange, type PriceChange } from "./priceForm";
import type { PricedItem } from "./usePricedItems";

interface PairNoticeProps {
  /** The other half. */
  readonly pair: PricedItem;
  readonly change: PriceChange;
}

/** Says what else a save will change. */
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
