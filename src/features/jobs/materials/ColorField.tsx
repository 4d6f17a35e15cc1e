import { useState } from "react";
import { colorRefusal, type LineRow } from "@domain/estimate/lines";
import { matchesColor, type NamedColor } from "@domain/stock/inventory";
import { Combobox } from "@/components/ui/Combobox";
import { Field } from "@/components/ui/Field";
import type { Catalogue } from "@/offline/useCatalogue";
import type { LineChanges } from "./useLineChanges";

interface ColorFieldProps extends Pick<Catalogue, "colors"> {
  readonly label: string;
  readonly color: NamedColor | undefined;
  /** The lines that get the chosen color. */
  readonly lines: readonly LineRow[];
  readonly changes: LineChanges;
}

const NO_COLOR = { value: "", label: "No color" };

/** Finds a color by its name or number. A text that names several chooses none; a color without a size is refused. */
export function ColorField(props: ColorFieldProps) {
  const { label, colors, color, lines, changes } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const fitting = colors
    .filter((each) => typed === null || matchesColor(each, typed.trim()))
    .map(({ colorNumber: value, colorName }) => ({
      ...{ value, label: colorName, detail: value },
    }));
  const choose = (value: string) => {
    const chosen = colors.find(({ colorNumber }) => colorNumber === value);
    const refusals = lines.map(({ size }) => chosen && colorRefusal(chosen, size));
    const refusal = refusals.find(Boolean) ?? null;
    setTyped(null);
    setError(refusal);
    if (refusal !== null || lines.length === 0) return;
    const { colorNumber = null, colorName = null } = chosen ?? {};
    changes.edit(
      lines.map(({ clientKey }) => ({ clientKey, colorNumber, colorName })),
      { label: "Color", seen: lines.length === 1 ? lines[0] : undefined },
    );
  };
  return (
    <Field label={label} error={error} hint={unmatched(lines, colors)}>
      <Combobox
        text={typed ?? color?.colorName ?? ""}
        placeholder="Name or number"
        emptyText="No color has these words."
        selectsOnFocus
        options={typed === null && color ? [NO_COLOR, ...fitting] : fitting}
        onTextChange={(text) => {
          setTyped(text);
          setError(null);
        }}
        onSelect={({ value }) => choose(value)}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}

/**
 * Says that a color does not come in a row's size. Nothing is refused, because one person may choose the size while
 * another one chooses the color.
 */
function unmatched(lines: readonly LineRow[], colors: Catalogue["colors"]): string | null {
  const refusals = lines.map(({ size, colorNumber }) => {
    const color = colors.find((each) => each.colorNumber === colorNumber);
    return color && colorRefusal(color, size);
  });
  return refusals.find(Boolean) ?? null;
}
