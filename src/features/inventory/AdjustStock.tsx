import { useId, useState } from "react";
import { parseQuantity, type ItemCategory } from "@domain/stock/inventory";
import type { PriceSize } from "@domain/stock/prices";
import { stockedSizes, stockSizeLabel } from "@domain/stock/reorder";
import { formatCount } from "@domain/text/text";
import { Plus } from "@/components/icons/firstIcons";
import { Minus } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { useAdjustColor } from "./useAdjustColor";
import type { Color } from "@/offline/inventoryQueries";

interface AdjustStockProps {
  readonly color: Color;
  readonly category: ItemCategory;
}

/** Corrects the stock of a color by an amount, per size. */
export function AdjustStock({ color, category }: AdjustStockProps) {
  const sizes = stockedSizes(color);
  const [chosen, setChosen] = useState<PriceSize | null>(null);
  const [text, setText] = useState("1");
  const id = useId();
  const adjust = useAdjustColor(color, category);
  const amount = parseQuantity(text);
  const isValid = amount !== null && amount > 0;
  // A color whose stock has no sizes is adjusted without a size.
  const isUnsized = color.sizes?.length === 1 && color.sizes[0]?.size === "any";
  const wanted = chosen ?? (isUnsized ? "any" : null);
  const size = sizes.find((each) => each === wanted) ?? sizes[0];
  const adjustBy = (direction: 1 | -1) => {
    if (!isValid) return;
    void adjust({
      delta: direction * amount,
      size: size === "any" ? null : (size ?? null),
    });
  };

  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-sm font-medium text-ink-muted">
        Adjust stock
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        {size !== undefined && sizes.some((each) => each !== "any") && (
          <SegmentedControl
            label="Size"
            options={sizes.map((each) => ({
              value: each,
              label: stockSizeLabel(each),
            }))}
            value={size}
            onChange={setChosen}
          />
        )}
        {/* At the left on a phone, where the floating button never covers it. */}
        <div className="flex items-center gap-1 sm:ml-auto">
          <IconButton
            label={`Take off ${isValid ? amount : ""}`.trim()}
            variant="secondary"
            disabled={!isValid}
            onClick={() => adjustBy(-1)}
          >
            <Minus aria-hidden="true" />
          </IconButton>
          <Input
            aria-label="Amount"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={!isValid || undefined}
            className="w-14! px-1! text-center tabular-nums"
            value={text}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => !isValid && setText("1")}
          />
          <IconButton
            label={`Add ${isValid ? amount : ""}`.trim()}
            variant="secondary"
            disabled={!isValid}
            onClick={() => adjustBy(1)}
          >
            <Plus aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {formatCount(color.quantity)} in stock
      </p>
    </div>
  );
}
