import {
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  itemSizes,
  nextRowSize,
} from "@domain/inventory";
import type { PriceSize } from "@domain/prices";
import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { Select } from "@/components/ui/Select";
import { CellField, RowErrorList } from "./CellField";
import { ColorCombobox } from "./ColorCombobox";
import { withItem, type DraftRow, type RowErrors } from "./intakeRows";
import type { Color } from "./useColors";
import type { Item } from "./useItems";

const SIZE_LABELS: Record<PriceSize, string> = {
  "5": "5",
  "6": "6",
  any: "Any",
};

interface IntakeRowFieldsProps {
  readonly row: DraftRow;
  readonly label: string;
  readonly errors: RowErrors[number] | undefined;
  readonly items: readonly Item[] | undefined;
  readonly colors: readonly Color[] | undefined;
  readonly onChange: (row: DraftRow) => void;
  /** Null for the only row. */
  readonly onRemove: (() => void) | null;
}

export function IntakeRowFields(props: IntakeRowFieldsProps) {
  const { row, label, errors = {}, items, colors, onChange, onRemove } = props;
  const errorId = useId();
  const item = items?.find(({ _id }) => _id === row.itemId) ?? null;
  const choose = (itemId: string) => {
    const chosen = items?.find(({ _id }) => _id === itemId) ?? null;
    onChange(withItem(row, itemId, chosen));
  };
  return (
    <div
      role="group"
      aria-label={label}
      className="relative grid grid-cols-[4.5rem_5rem_minmax(0,1fr)] gap-3 rounded-xl border border-line p-3 sm:grid-cols-[minmax(0,3fr)_4.5rem_5rem_minmax(0,2fr)]"
    >
      <CellField
        label="Item"
        isInvalid={errors.itemId !== undefined}
        errorId={errorId}
        className="max-sm:col-span-full"
      >
        <Select
          value={row.itemId}
          disabled={items === undefined}
          autoFocus={row.id > 0}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{itemPrompt(items)}</option>
          <ItemOptions items={items ?? []} />
        </Select>
      </CellField>
      <SizeToggle
        item={item}
        size={row.size}
        onChange={(size) => onChange({ ...row, size })}
      />
      <CellField
        label="Qty"
        isInvalid={errors.quantity !== undefined}
        errorId={errorId}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          className="tabular-nums"
          value={row.quantity}
          onChange={({ target }) =>
            onChange({ ...row, quantity: target.value })
          }
        />
      </CellField>
      <CellField
        label="Color"
        isInvalid={errors.color !== undefined}
        errorId={errorId}
      >
        <ColorCombobox
          text={row.color}
          colors={colors}
          onChange={(color) => onChange({ ...row, color })}
        />
      </CellField>
      <RowErrorList id={errorId} errors={errors} />
      {onRemove && (
        <IconButton
          label={`Remove ${label.toLowerCase()}`}
          className="absolute! top-0.5 right-0.5 h-9! w-9!"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

interface SizeToggleProps {
  readonly item: Item | null;
  readonly size: PriceSize;
  readonly onChange: (size: PriceSize) => void;
}

/** Goes through the sizes that the item offers; 'Any' where it offers none. */
function SizeToggle({ item, size, onChange }: SizeToggleProps) {
  const id = useId();
  const hasChoice = item !== null && itemSizes(item).length > 1;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink-muted">
        Size
      </span>
      <Button
        aria-labelledby={`${id} ${id}-value`}
        className="px-2!"
        disabled={!hasChoice}
        onClick={() => onChange(nextRowSize(item, size))}
      >
        <span id={`${id}-value`}>{SIZE_LABELS[size]}</span>
      </Button>
    </div>
  );
}

function ItemOptions({ items }: { readonly items: readonly Item[] }) {
  return ITEM_CATEGORIES.map((category) => {
    const ofCategory = items.filter((item) => item.category === category);
    return (
      ofCategory.length > 0 && (
        <optgroup key={category} label={ITEM_CATEGORY_LABELS[category]}>
          {ofCategory.map((item) => (
            <option key={item._id} value={item._id}>
              {item.name} ({item.sku})
            </option>
          ))}
        </optgroup>
      )
    );
  });
}

function itemPrompt(items: readonly Item[] | undefined): string {
  if (items === undefined) return "Loading...";
  return items.length === 0 ? "No items yet" : "Choose an item";
}
