import { ChevronDown } from "lucide-react";
import { clsx } from "clsx";
import { useId, type CSSProperties, type ReactNode } from "react";
import { inkOn, otherInk, parseHex } from "@domain/colors";
import { sizeBadge, type ItemCategory } from "@domain/inventory";
import { ColorPanel } from "./ColorPanel";
import type { Color } from "./inventoryQueries";

interface ColorCardProps {
  readonly color: Color;
  readonly category: ItemCategory;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

export function ColorCard({
  color,
  category,
  isExpanded,
  onToggle,
}: ColorCardProps) {
  const id = useId();
  const sizes = sizeBadge(color.sizeOptions);
  return (
    <article
      className={clsx(
        "w-full scroll-mt-18 scroll-mb-24 overflow-hidden rounded-xl border border-line bg-surface shadow-lift",
        isExpanded && "ring-2 ring-accent-ink",
      )}
    >
      <h2>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? id : undefined}
          onClick={onToggle}
          style={cardStyle(color.hexColor)}
          className="flex min-h-28 w-full flex-col justify-between gap-3 p-4 max-sm:min-h-24 max-sm:p-3 text-left outline-current focus-visible:-outline-offset-4"
        >
          <span className="flex w-full items-start justify-between gap-2">
            <ColorBadge isFilled>{color.colorName}</ColorBadge>
            <ColorBadge>{color.colorNumber}</ColorBadge>
          </span>
          <span className="flex w-full items-end justify-between gap-2">
            <span className="leading-none">
              <span className="text-3xl font-semibold tracking-tight tabular-nums">
                {color.quantity}
              </span>{" "}
              <span className="text-sm">in stock</span>
            </span>
            <span className="flex items-center gap-1.5">
              {sizes !== "" && (
                <ColorBadge>
                  {sizes}
                  <span className="sr-only"> inch</span>
                </ColorBadge>
              )}
              <ChevronDown
                aria-hidden="true"
                className={clsx(
                  "size-5 shrink-0 transition-transform",
                  isExpanded && "rotate-180",
                )}
              />
            </span>
          </span>
        </button>
      </h2>
      {isExpanded && <ColorPanel id={id} color={color} category={category} />}
    </article>
  );
}

interface ColorBadgeProps {
  readonly isFilled?: boolean;
  readonly children: ReactNode;
}

/** Black or white, whichever contrasts with the color of the card. */
function ColorBadge({ isFilled = false, children }: ColorBadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6 min-w-0 items-center rounded-full px-2.5 text-xs font-semibold tabular-nums",
        isFilled
          ? "bg-(--card-ink) text-(--card-on-ink)"
          : "shrink-0 border border-current",
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

function cardStyle(hexColor: string): CSSProperties {
  const background = parseHex(hexColor);
  const ink = background === null ? "var(--ink)" : inkOn(background);
  const onInk =
    background === null ? "var(--surface)" : otherInk(inkOn(background));
  return {
    backgroundColor: background ?? "var(--surface)",
    color: ink,
    "--card-ink": ink,
    "--card-on-ink": onInk,
  } as CSSProperties;
}
