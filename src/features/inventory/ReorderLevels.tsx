import { useId, useState } from "react";
import { checkInput } from "@domain/calls/inputRules";
import { parseQuantity, type ItemCategory } from "@domain/stock/inventory";
import type { PriceSize } from "@domain/stock/prices";
import {
  LEVEL_OUT_OF_RANGE,
  levelInput,
  stockedSizes,
  stockSizeLabel,
} from "@domain/stock/reorder";
import { formatCount } from "@domain/text/text";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { usePendingWork } from "@/lib/pendingWork";
import type { StockedColor } from "@/offline/inventoryQueries";
import { useSetReorderLevel } from "./useAdjustColor";

interface ReorderLevelsProps {
  readonly color: StockedColor;
  readonly category: ItemCategory;
}

/** The levels below which the sizes of a color are ordered again. */
export function ReorderLevels({ color, category }: ReorderLevelsProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-sm font-medium text-ink-muted">
        Order when below
      </h3>
      <div className="flex flex-wrap items-start gap-3">
        {stockedSizes(color).map((size) => (
          <LevelField key={size} color={color} category={category} size={size} />
        ))}
      </div>
    </div>
  );
}

type LevelFieldProps = ReorderLevelsProps & { readonly size: PriceSize };

function LevelField({ color, category, size }: LevelFieldProps) {
  const setLevel = useSetReorderLevel(color, category);
  const stock = color.sizes?.find((each) => each.size === size)?.quantity;
  const level = color.levels.find((each) => each.size === size)?.level ?? null;
  /** Null while nothing is typed: the field then shows the level as others change it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const saved = level === null ? "" : String(level);
  usePendingWork(typed !== null && typed.trim() !== saved ? "unsaved" : null);

  const save = () => {
    if (typed === null) return;
    const text = typed.trim();
    const { data, errors } = checkInput(levelInput, {
      level: text === "" ? null : (parseQuantity(text) ?? Number.NaN),
    });
    if (errors !== undefined) {
      setError(LEVEL_OUT_OF_RANGE);
      return;
    }
    setTyped(null);
    if (data.level !== level) void setLevel({ size, level: data.level });
  };
  return (
    <Field
      label={
        <>
          {stockSizeLabel(size)}
          {color.sizes !== null && (
            <span className="font-normal tabular-nums"> ({formatCount(stock ?? 0)} in stock)</span>
          )}
        </>
      }
      error={error}
      className="max-w-36"
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        className="w-20! tabular-nums"
        value={typed ?? saved}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(null);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
        }}
      />
    </Field>
  );
}
