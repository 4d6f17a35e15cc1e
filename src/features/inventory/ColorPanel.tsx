import { clsx } from "clsx";
import { useEffect, useRef, type RefObject, useId } from "react";
import { parseHex } from "@domain/stock/colors";
import { stockSubject, type ItemCategory } from "@domain/stock/inventory";
import { Spinner } from "@/components/ui/Spinner";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { HistoryToggle } from "@/features/history/HistoryToggle";
import { AdjustStock } from "./AdjustStock";
import {
  type ColorBreakdown,
  type StockedColor,
  useColorBreakdown,
} from "@/offline/inventoryQueries";
import { ReorderLevels } from "./ReorderLevels";
import { formatCount } from "@domain/text/text";

interface ColorPanelProps {
  readonly id: string;
  readonly color: StockedColor;
  readonly category: ItemCategory;
  readonly card: RefObject<HTMLElement | null>;
  /** Whether the page was loaded with the card open. */
  readonly isOpenAtStart: boolean;
}

export function ColorPanel({ id, color, category, card, isOpenAtStart }: ColorPanelProps) {
  const breakdown = useColorBreakdown(color.colorNumber, category);
  const panel = useRef<HTMLDivElement>(null);
  const isLoading = breakdown === undefined;
  const isEmpty = breakdown?.items5.length === 0 && breakdown.items6.length === 0;

  // A color that is open when the page loads scrolls into view, again once its lists have loaded. A card that a person
  // opens stays where it is.
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
      <div
        className={clsx("grid gap-x-10 gap-y-4", !isEmpty && "md:grid-cols-[minmax(0,1fr)_20rem]")}
      >
        <div>
          {isLoading && <Spinner className="size-4" />}
          {breakdown && <ColorItems {...breakdown} />}
        </div>
        {/* Side by side if no list of items stands beside them. */}
        <div className={clsx("flex flex-col gap-4", isEmpty && "gap-x-16 md:flex-row")}>
          <AdjustStock color={color} category={category} />
          <ReorderLevels color={color} category={category} />
        </div>
      </div>
      <HistoryToggle
        className="border-t border-line pt-4"
        subjects={[
          {
            title: "Stock",
            subject: stockSubject(category, color.colorNumber),
            showsSubject: true,
          },
          { title: "Color", subject: color._id },
        ]}
      />
      {/* Below the buttons: this text comes and goes with each response, and must not move them under the finger. */}
      {color.waiting !== 0 && (
        <p role="status" className="text-sm text-ink-muted">
          {color.waiting > 0 && "+"}
          {color.waiting} of these wait for the server. The lists show them after its answer.
        </p>
      )}
    </div>
  );
}

/** The items received in a color, by size. */
function ColorItems({ items5, items6 }: ColorBreakdown) {
  if (items5.length === 0 && items6.length === 0) {
    return <p className="text-sm text-ink-muted">No items</p>;
  }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:gap-x-10">
      <ItemList title="5 inch" items={items5} />
      <ItemList title="6 inch" items={items6} />
    </div>
  );
}

interface ItemListProps {
  readonly title: string;
  readonly items: ColorBreakdown["items5"];
}

function ItemList({ title, items }: ItemListProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1 text-sm font-medium text-ink-muted">
        {title}
      </h3>
      {items.length === 0 ? (
        <p className="text-sm text-ink-faint">None</p>
      ) : (
        <ul aria-labelledby={id} className="divide-y divide-line text-sm">
          {items.map((item) => (
            <li key={item.name} className="flex justify-between gap-2 py-1.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
              <span className="shrink-0 font-medium tabular-nums">{formatCount(item.qty)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
