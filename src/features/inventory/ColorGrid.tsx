import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ItemCategory } from "@domain/inventory";
import { Spinner } from "@/components/ui/Spinner";
import { ColorCard } from "./ColorCard";
import { visibleColors, type ColorView } from "./colorView";
import { useColors } from "./inventoryQueries";

interface ColorGridProps {
  readonly category: ItemCategory;
  readonly view: ColorView;
  readonly expanded: string | undefined;
  readonly onExpandedChange: (color: string | undefined) => void;
}

export function ColorGrid({
  category,
  view,
  expanded,
  onExpandedChange,
}: ColorGridProps) {
  const colors = useColors(category);
  if (colors === undefined) {
    return (
      <div className="flex justify-center py-20">
        <Spinner className="size-8" />
      </div>
    );
  }
  if (colors.length === 0) {
    return (
      <Note>
        No colors yet. The defaults can be seeded in{" "}
        <Link to="/settings" className="text-accent-ink underline">
          Settings
        </Link>
        .
      </Note>
    );
  }
  const shown = visibleColors(colors, view);
  if (shown.length === 0) {
    return <Note>No colors match this search and size.</Note>;
  }
  return (
    <ul
      aria-label="Colors"
      className="grid grid-cols-1 items-start gap-3 sm:gap-4 md:grid-cols-2 lg:grid-cols-3"
    >
      {shown.map((color) => {
        const isExpanded = color.colorNumber === expanded;
        return (
          <li key={color.colorNumber}>
            <ColorCard
              color={color}
              category={category}
              isExpanded={isExpanded}
              onToggle={() =>
                onExpandedChange(isExpanded ? undefined : color.colorNumber)
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className="rounded-xl border border-dashed border-line px-6 py-16 text-center text-ink-muted">
      {children}
    </p>
  );
}
