import { suggestColors } from "@domain/inventory";
import { Combobox } from "@/components/ui/Combobox";
import type { Color } from "./inventoryQueries";

interface ColorComboboxProps {
  readonly text: string;
  readonly colors: readonly Color[] | undefined;
  readonly onChange: (text: string) => void;
}

/** Suggests colors by number or name. The text before the first "-" counts. */
export function ColorCombobox({ text, colors, onChange }: ColorComboboxProps) {
  return (
    <Combobox
      text={text}
      placeholder="Number or name"
      options={suggestColors(colors ?? [], text).map((color) => ({
        value: color.colorNumber,
        label: `${color.colorNumber} - ${color.colorName}`,
      }))}
      onTextChange={onChange}
      onSelect={({ label }) => onChange(label)}
    />
  );
}
