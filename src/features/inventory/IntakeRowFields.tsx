import { TriangleAlert, X } from "lucide-react";
import { useId } from "react";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { CellField, RowErrorList } from "./CellField";
import { ColorCombobox } from "./ColorCombobox";
import { withItem, type DraftRow, type RowErrors } from "./intakeRows";
import type { Color, Item } from "./inventoryQueries";
import { ItemSelect } from "./ItemSelect";
import { SizeToggle } from "./SizeToggle";

interface IntakeRowFieldsProps {
  readonly row: DraftRow;
  readonly label: string;
  readonly errors: RowErrors[number] | undefined;
  /** Asked before an unusual amount is sent. */
  readonly question: string | undefined;
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
        <ItemSelect value={row.itemId} items={items} onChange={choose} />
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
