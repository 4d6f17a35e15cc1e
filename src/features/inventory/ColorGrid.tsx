import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createPortal } from "react-dom";
import type { ItemCategory } from "@domain/inventory";
import { Button } from "@/components/ui/Button";
import { EmptyState } from "@/components/ui/EmptyState";
import { LoadingData } from "@/components/ui/LoadingData";
import { openImport } from "@/lib/openImport";
import { ColorCard } from "./ColorCard";
import { visibleColors, type ColorView } from "./colorView";
import { type StockedColor, useColors } from "./inventoryQueries";
import { SeedDefaults } from "./SeedDefaults";

interface ColorGridProps {
  readonly category: ItemCategory;
  readonly view: ColorView;
  /** Shows how many colors there are: beside the heading, which stays when the query fails. */
  readonly countSlot: Element | null;
  readonly expanded: string | undefined;
  readonly onExpandedChange: (color: string | undefined) => void;
  /** Clears the search and the size filter. */
  readonly onShowAll: () => void;
}

export function ColorGrid({ countSlot, ...props }: ColorGridProps) {
  const colors = useColors(props.category);
  return (
    <>
      {/* A fragment: React shows no portal of the number 0. */}
      {countSlot && createPortal(<>{colors?.length}</>, countSlot)}
      {colors === undefined ? (
        <div className="flex justify-center py-20">
          <LoadingData what="The inventory" className="size-8" />
        </div>
      ) : (
        <ColorCards colors={colors} {...props} />
      )}
    </>
  );
}

interface ColorCardsProps extends Omit<ColorGridProps, "countSlot"> {
  readonly colors: readonly StockedColor[];
}

function ColorCards({
  colors,
  category,
  view,
  expanded,
  onExpandedChange,
  onShowAll,
}: ColorCardsProps) {
  const [openAtStart, setOpenAtStart] = useState(expanded);
  if (colors.length === 0) {
    return (
      <EmptyState
        drawing="coil"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <SeedDefaults />
            <Button onClick={() => openImport()}>
              Import colors and stock
            </Button>
          </div>
        }
      >
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
      <EmptyState
        drawing="coil"
        action={<Button onClick={onShowAll}>Show all colors</Button>}
      >
        No colors match this search and size.
      </EmptyState>
    );
  }
  return (
    <ul
      aria-label="Colors"
      // Dense: the cards after an open one fill its row, and its panel follows below.
      className="grid grid-flow-row-dense grid-cols-1 gap-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-3"
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
  );
}
