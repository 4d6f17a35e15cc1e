import { useId, type ReactNode } from "react";
import { clsx } from "clsx";
import { TriangleAlert, X } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { withItem, type DraftRow, type RowErrors } from "./intakeRows";
import type { Color, Item } from "@/offline/inventoryQueries";
import {
  suggestColors,
  itemSizes,
  nextRowSize,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
} from "@domain/stock/inventory";
import { Combobox } from "@/components/ui/Combobox";
import type { PriceSize } from "@domain/stock/prices";
import { Button } from "@/components/ui/Button";
import { Select } from "@/components/ui/Select";
import { FieldContext } from "@/components/ui/fieldControl";

interface IntakeRowFieldsProps {
  readonly row: DraftRow;
  readonly label: string;
  readonly errors: RowErrors[number] | undefined;
  /** The question to answer before an unusual amount is sent. */
  readonly question: string | undefined;
  readonly items: readonly Item[] | undefined;
  readonly colors: readonly Color[] | undefined;
  readonly onChange: (row: DraftRow) => void;
  /** Removes the row. Null for the only row. */
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
      className="relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 rounded-xl border border-line p-3 sm:grid-cols-[minmax(0,3fr)_4.5rem_5rem_minmax(0,2fr)]"
    >
      <CellField
        label="Item"
        isInvalid={errors.itemId !== undefined}
        errorId={errorId}
        className="max-sm:col-span-full"
      >
        <ItemSelect value={row.itemId} items={items} onChange={choose} />
      </CellField>
      <SizeToggle item={item} size={row.size} onChange={(size) => onChange({ ...row, size })} />
      <CellField label="Qty" isInvalid={errors.quantity !== undefined} errorId={errorId}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          className="tabular-nums"
          value={row.quantity}
          onChange={({ target }) => onChange({ ...row, quantity: target.value })}
        />
      </CellField>
      <CellField
        label="Color"
        isInvalid={errors.color !== undefined}
        errorId={errorId}
        // On a row of its own: beside other fields, a phone would show a third of "002 - 80 Degree White".
        className="max-sm:col-span-full"
      >
        <ColorCombobox
          text={row.color}
          colors={colors}
          onChange={(color) => onChange({ ...row, color })}
        />
      </CellField>
      <RowErrorList id={errorId} errors={errors} />
      {props.question !== undefined && (
        <p
          role="alert"
          className="col-span-full flex gap-2 rounded-lg bg-amber-tint px-3 py-2 text-sm text-amber-ink"
        >
          <TriangleAlert aria-hidden="true" className="size-[18px] shrink-0" />
          {props.question} Press Submit again to add it.
        </p>
      )}
      {onRemove && (
        <IconButton
          label={`Remove ${label.toLowerCase()}`}
          className="absolute! top-0.5 right-0.5 touch:-top-1"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

interface ColorComboboxProps {
  readonly text: string;
  readonly colors: readonly Color[] | undefined;
  readonly onChange: (text: string) => void;
}

/** Suggests colors by number or name. The text before the first "-" counts. */
function ColorCombobox({ text, colors, onChange }: ColorComboboxProps) {
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

const SIZE_LABELS: Record<PriceSize, string> = {
  "5": "5",
  "6": "6",
  any: "Any",
};

interface SizeToggleProps {
  readonly item: Item | null;
  readonly size: PriceSize;
  readonly onChange: (size: PriceSize) => void;
}

/** Cycles through the item's sizes; "Any" if it has none. */
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

interface ItemSelectProps {
  readonly value: string;
  readonly items: readonly Item[] | undefined;
  readonly onChange: (itemId: string) => void;
}

/** The items grouped by category. Takes the focus when its row appears, even while the items load. */
function ItemSelect({ value, items, onChange }: ItemSelectProps) {
  return (
    <Select
      value={value}
      aria-busy={items === undefined}
      autoFocus
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{placeholder(items)}</option>
      <ItemOptions items={items ?? []} />
    </Select>
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

function placeholder(items: readonly Item[] | undefined): string {
  if (items === undefined) return "Loading...";
  return items.length === 0 ? "No items yet" : "Choose an item";
}

interface CellFieldProps {
  readonly label: string;
  readonly isInvalid: boolean;
  /** Id of the row's error list; a cell is too narrow for a message. */
  readonly errorId: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A labeled field of a row. */
function CellField({ label, isInvalid, errorId, className, children }: CellFieldProps) {
  const id = useId();
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink-muted">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          describedBy: isInvalid ? errorId : undefined,
          invalid: isInvalid,
          required: false,
        }}
      >
        {children}
      </FieldContext>
    </div>
  );
}

interface RowErrorListProps {
  readonly id: string;
  readonly errors: RowErrors[number];
}

function RowErrorList({ id, errors }: RowErrorListProps) {
  const sentences = Object.values(errors);
  if (sentences.length === 0) return null;
  return (
    <p id={id} role="alert" className="col-span-full text-sm text-danger-ink">
      {sentences.join(" ")}
    </p>
  );
}
