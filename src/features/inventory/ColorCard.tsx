import { clsx } from "clsx";
import { useId, useRef, type CSSProperties } from "react";
import { inkOn, parseHex } from "@domain/stock/colors";
import { sizeBadge, type ItemCategory } from "@domain/stock/inventory";
import { lowStock, lowStockText } from "@domain/stock/reorder";
import { formatCount } from "@domain/text/text";
import { ChevronDown, TriangleAlert } from "@/components/icons/icons";
import { ColorPanel } from "./ColorPanel";
import type { StockedColor } from "@/offline/inventoryQueries";

interface ColorCardProps {
  readonly color: StockedColor;
  readonly category: ItemCategory;
  readonly isExpanded: boolean;
  readonly isOpenAtStart: boolean;
  readonly onToggle: () => void;
}

const PILL =
  "shrink-0 rounded-full border border-current px-2.5 text-xs leading-6 font-medium tabular-nums";

/** The card, which is one cell of the grid. While it is open, its panel follows and fills the next row. */
export function ColorCard({
  color,
  category,
  isExpanded,
  isOpenAtStart,
  onToggle,
}: ColorCardProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const style = colorStyle(color.hexColor);
  return (
    <>
      <article ref={card} className="scroll-mt-18 scroll-mb-24">
        <h2 className="h-full">
          <button
            type="button"
            data-list-entry
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? id : undefined}
            onClick={onToggle}
            style={style}
            className={clsx(
              "@container flex h-full w-full flex-col overflow-hidden rounded-xl border border-line text-left shadow-lift",
              isExpanded && "ring-2 ring-ink forced-colors:border-3",
            )}
          >
            <span
              style={style}
              className="flex w-full items-center justify-between gap-3 px-4 py-3 forced-color-adjust-none"
            >
              <span className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
                {color.colorName}
              </span>
              {color.demo && <span className={clsx(PILL, "ml-auto")}>Demo</span>}
              <span className={PILL}>{color.colorNumber}</span>
            </span>
            <StockLine color={color} isExpanded={isExpanded} />
          </button>
        </h2>
      </article>
      {isExpanded && (
        <ColorPanel
          id={id}
          color={color}
          category={category}
          card={card}
          isOpenAtStart={isOpenAtStart}
        />
      )}
    </>
  );
}

interface StockLineProps {
  readonly color: StockedColor;
  readonly isExpanded: boolean;
}

function StockLine({ color, isExpanded }: StockLineProps) {
  const sizes = sizeBadge(color.sizeOptions);
  const low = lowStock(color);
  return (
    // On a narrow card, the warning of low stock stands on a line of its own.
    <span className="flex w-full grow items-center gap-x-3 bg-surface @max-[24rem]:flex-wrap @max-[24rem]:content-start px-4 py-2.5 text-ink">
      {sizes !== "" && (
        <span className="rounded-md border border-line px-2 text-xs leading-6 whitespace-nowrap text-ink-muted">
          {sizes}
          <span className="sr-only"> inch</span>
        </span>
      )}
      {low.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5 text-sm text-amber-ink @max-[24rem]:order-1 @max-[24rem]:basis-full">
          <TriangleAlert aria-hidden="true" className="size-[18px] shrink-0" />
          <span className="min-w-0">{low.map(lowStockText).join(", ")}</span>
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <span className="leading-8 whitespace-nowrap">
          <span className="text-2xl font-semibold tracking-tight tabular-nums">
            {formatCount(color.quantity)}
          </span>{" "}
          <span className="text-sm">in stock</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={clsx(
            "size-[18px] shrink-0 text-ink-muted transition-transform",
            isExpanded && "rotate-180",
          )}
        />
      </span>
    </span>
  );
}

function colorStyle(hexColor: string): CSSProperties {
  const background = parseHex(hexColor);
  return {
    backgroundColor: background ?? "var(--surface)",
    color: background === null ? "var(--ink)" : inkOn(background),
  };
}
