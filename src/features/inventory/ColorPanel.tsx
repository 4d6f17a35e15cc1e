import { useEffect, useRef, type RefObject } from "react";
import { parseHex } from "@domain/colors";
import type { ItemCategory } from "@domain/inventory";
import { Spinner } from "@/components/ui/Spinner";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { AdjustStock } from "./AdjustStock";
import { ColorItems } from "./ColorItems";
import { useColorBreakdown } from "./inventoryQueries";
import { ReorderLevels } from "./ReorderLevels";
import type { StockedColor } from "./pendingStock";

interface ColorPanelProps {
  readonly id: string;
  readonly color: StockedColor;
  readonly category: ItemCategory;
  readonly card: RefObject<HTMLElement | null>;
  /** Whether the page was loaded with the card open. */
  readonly isOpenAtStart: boolean;
}

export function ColorPanel({
  id,
  color,
  category,
  card,
  isOpenAtStart,
}: ColorPanelProps) {
  const breakdown = useColorBreakdown(color.colorNumber, category);
  const panel = useRef<HTMLDivElement>(null);
  const isLoading = breakdown === undefined;

  // Once its lists have loaded. A card that a person opens stays where it is.
  useEffect(() => {
    if (!isOpenAtStart) return;
    if (panel.current) scrollIntoViewIfNeeded(panel.current);
    if (card.current) scrollIntoViewIfNeeded(card.current);
  }, [card, isOpenAtStart, isLoading]);

  return (
    <div
      ref={panel}
      id={id}
      role="region"
      aria-label={`${color.colorNumber} ${color.colorName}`}
      style={{ borderTopColor: parseHex(color.hexColor) ?? undefined }}
      className="col-span-full flex scroll-mt-18 scroll-mb-24 animate-appear flex-col gap-4 rounded-xl border border-t-4 border-line bg-surface p-4 shadow-lift"
    >
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          {isLoading && <Spinner className="size-4" />}
          {breakdown && <ColorItems {...breakdown} />}
        </div>
        <div className="flex flex-col gap-4">
          <AdjustStock color={color} category={category} />
          <ReorderLevels color={color} category={category} />
        </div>
      </div>
      {/* Below the buttons: it comes and goes with each answer, and must not move them under the finger. */}
      {color.waiting !== 0 && (
        <p role="status" className="text-sm text-ink-muted">
          {color.waiting > 0 && "+"}
          {color.waiting} of these wait for the server. The lists show them
          after its answer.
        </p>
      )}
    </div>
  );
}
