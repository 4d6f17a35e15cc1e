import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ItemCategory } from "@domain/stock/inventory";
import { Button } from "@/components/ui/Button";
import { EmptyState } from "@/components/ui/EmptyState";
import { useIsPrinting } from "@/lib/useIsPrinting";
import { ColorCard } from "./ColorCard";
import { ColorSheet } from "./ColorSheet";
import { visibleColors, type ColorView } from "./colorView";
import type { StockedColor } from "@/offline/inventoryQueries";
import { SeedDefaults } from "@/offline/SeedDefaults";

interface ColorGridProps {
  readonly colors: readonly StockedColor[];
  readonly category: ItemCategory;
  readonly view: ColorView;
  readonly expanded: string | undefined;
  readonly onExpandedChange: (color: string | undefined) => void;
  /** Clears the search and the size filter. */
  readonly onShowAll: () => void;
}

export function ColorGrid({
  colors,
  category,
  view,
  expanded,
  onExpandedChange,
  onShowAll,
}: ColorGridProps) {
  const isPrinting = useIsPrinting();
  const [openAtStart, setOpenAtStart] = useState(expanded);
  if (colors.length === 0) {
    return (
      <EmptyState drawing="coil" action={<SeedDefaults />}>
        No colors yet. The defaults can be seeded in{" "}
        <Link to="/settings" className="text-link underline">
          Settings
        </Link>
        .
      </EmptyState>
    );
  }
  const shown = visibleColors(colors, view);
  if (shown.length === 0) {
    return (
      <EmptyState drawing="coil" action={<Button onClick={onShowAll}>Show all colors</Button>}>
        No colors match this search and size.
      </EmptyState>
    );
  }
  return (
    <>
      {isPrinting && <ColorSheet colors={shown} category={category} />}
      <ul
        aria-label="Colors"
        // Dense: the cards after an open one fill its row, and its panel follows below.
        className="grid grid-flow-row-dense grid-cols-1 gap-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-3 print:hidden"
      >
        {shown.map((color) => {
          const isExpanded = color.colorNumber === expanded;
          return (
            <li key={color.colorNumber} className="contents">
              <ColorCard
                color={color}
                category={category}
                isExpanded={isExpanded}
                isOpenAtStart={color.colorNumber === openAtStart}
                onToggle={() => {
                  setOpenAtStart(undefined);
                  onExpandedChange(isExpanded ? undefined : color.colorNumber);
                }}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
