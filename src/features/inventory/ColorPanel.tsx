import { useEffect, useRef } from "react";
import type { ItemCategory } from "@domain/inventory";
import { Spinner } from "@/components/ui/Spinner";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { AdjustStock } from "./AdjustStock";
import { ColorItems } from "./ColorItems";
import { useColorBreakdown, type Color } from "./inventoryQueries";

interface ColorPanelProps {
  readonly id: string;
  readonly color: Color;
  readonly category: ItemCategory;
}

export function ColorPanel({ id, color, category }: ColorPanelProps) {
  const breakdown = useColorBreakdown(color.colorNumber, category);
  const panel = useRef<HTMLDivElement>(null);
  const isLoading = breakdown === undefined;

  // Scrolls to the open card once its lists have loaded, also on a page reload.
  useEffect(() => {
    const card = panel.current?.closest("article");
    if (card) scrollIntoViewIfNeeded(card);
  }, [isLoading]);

  return (
    <div
      ref={panel}
      id={id}
      role="region"
      aria-label={`${color.colorNumber} ${color.colorName}`}
      className="flex animate-appear flex-col gap-4 p-4"
    >
      {isLoading && <Spinner className="size-4" />}
      {breakdown && <ColorItems {...breakdown} />}
      <AdjustStock color={color} category={category} />
    </div>
  );
}
