import { clsx } from "clsx";
import { useState, type KeyboardEvent } from "react";
import {
  lineChange,
  PUT_BACK_FIRST,
  type EditOfLines,
  type LineChange,
} from "@domain/changes/jobLines";
import { colorOfLines, lineNameBeside } from "@domain/materials/choices";
import {
  colorRefusal,
  isSideOpen,
  lineAmount,
  lineName,
  offerOf,
  offerSizes,
  offersOf,
  type LineRow,
} from "@domain/estimate/lines";
import { gutterSizeLabel, withSize, type GutterSize } from "@domain/stock/gutterSizes";
import { checkInput } from "@domain/calls/inputRules";
import { parseQuantity, type NamedColor } from "@domain/stock/inventory";
import { formatMoney, parseMoney } from "@domain/text/money";
import { Trash2 } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { MoneyInput } from "@/components/ui/MoneyInput";
import { Select } from "@/components/ui/Select";
import { isComposing } from "@/lib/isComposing";
import type { Catalogue } from "@/offline/useCatalogue";
import { amountText } from "./AddLine";
import { ColorField } from "./ColorField";
import type { LineChanges } from "./useLineChanges";

interface LineItemProps {
  readonly line: LineRow;
  readonly catalogue: Catalogue | undefined;
  readonly changes: LineChanges;
  /** The color shown above the rows, if all of them share it. */
  readonly color: NamedColor | undefined;
  readonly isOpen: boolean;
  /** True for a row that was just added: its quantity gets the focus. */
  readonly isNew: boolean;
  readonly onToggle: () => void;
  /** Called when the person ends the row with Enter. */
  readonly onDone: () => void;
}

/** A row, which opens to be changed. */
export function LineItem(props: LineItemProps) {
  const { line, color, isOpen, onToggle } = props;
  const amount = lineAmount(line);
  return (
    <li className={clsx("rounded-lg", isOpen && "bg-sunken")}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-11 w-full items-baseline justify-between gap-3 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover touch:text-base"
      >
        <span className="min-w-0">
          <span className="block break-words">{lineNameBeside(line, color)}</span>
          <span className="block text-sm text-ink-muted tabular-nums">
            {amountText(line)}
            {isSideOpen(line) && ", side not chosen"}
          </span>
        </span>
        <span className={clsx("shrink-0 tabular-nums", amount === null && "text-amber-ink")}>
          {amount === null ? "No price" : formatMoney(amount)}
        </span>
      </button>
      {isOpen && <OpenLine {...props} />}
    </li>
  );
}

function OpenLine(props: LineItemProps) {
  const { line, catalogue, changes, isNew, onToggle, onDone } = props;
  const { clientKey, price } = line;
  const edit: Edit = (change, seen = line) =>
    changes.edit([{ clientKey, ...change }], { label: lineName(line), seen });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (event.key !== "Enter" || isComposing(event)) return;
    if (!(target instanceof HTMLInputElement) || event.defaultPrevented) return;
    event.preventDefault();
    target.blur();
    if (target.validity.valid) onDone();
    else target.focus();
  };
  return (
    <div className="grid grid-cols-2 gap-3 px-2 pt-1 pb-3" onKeyDown={onKeyDown}>
      <LineField
        label={line.unit === "foot" ? "Feet" : "Quantity"}
        isFirst={isNew}
        text={String(line.quantity)}
        read={(text) => ({ quantity: parseQuantity(text) ?? Number.NaN })}
        onSave={edit}
      />
      <LineField
        label="Price each"
        isMoney
        text={price?.toFixed(2) ?? ""}
        read={(text) => ({ price: parseMoney(text) })}
        onSave={edit}
      />
      {catalogue && <SizeField {...{ line, catalogue, edit }} />}
      {catalogue && line.unit !== undefined && (
        <ColorField
          label="Color"
          {...{ changes, colors: catalogue.colors }}
          color={colorOfLines([line])}
          lines={[line]}
        />
      )}
      {catalogue && <SideField {...{ line, catalogue, edit }} />}
      <div className="col-span-full flex justify-end">
        {line.taken ? (
          <p className="text-sm text-ink-muted">{PUT_BACK_FIRST}</p>
        ) : (
          <Button
            variant="dangerGhost"
            size="small"
            onClick={() => {
              onToggle();
              changes.remove(line);
            }}
          >
            <Trash2 aria-hidden="true" />
            Remove row
          </Button>
        )}
      </div>
    </div>
  );
}

/** `seen` is the line as the person saw it, if it has changed since. */
type Edit = (change: Omit<LineChange, "clientKey">, seen?: EditOfLines["seen"]) => void;

interface LineFieldProps {
  readonly label: string;
  readonly isMoney?: boolean;
  readonly isFirst?: boolean;
  readonly text: string;
  readonly read: (text: string) => Omit<LineChange, "clientKey">;
  readonly onSave: Edit;
}

/** The field of a number of a line. It is saved when it loses the focus, unless it breaks a rule. */
function LineField(props: LineFieldProps) {
  const { label, isMoney = false, isFirst = false, text, read, onSave } = props;
  const [typed, setTyped] = useState<string | null>(null);
  /** The line's text when the person began to type. */
  const [seen, setSeen] = useState(text);
  const [error, setError] = useState<string | null>(null);
  const leave = (input: HTMLInputElement) => {
    if (typed === null) return;
    const change = read(typed);
    const refusal = checkInput(lineChange, change).errors?.[0]?.message ?? null;
    // Marks the input at once: a dialog that is closing looks for invalid fields before the next render.
    input.setCustomValidity(refusal ?? "");
    setError(refusal);
    if (refusal !== null) return;
    setTyped(null);
    if (JSON.stringify(change) !== JSON.stringify(read(text))) onSave(change, read(seen));
  };
  const type = (next: string) => {
    if (typed === null) setSeen(text);
    setTyped(next);
    setError(null);
  };
  return (
    <Field label={label} error={error}>
      <div onBlur={({ target }) => leave(target as HTMLInputElement)}>
        {isMoney ? (
          <MoneyInput value={typed ?? text} onType={type} onLeave={() => undefined} />
        ) : (
          <Input
            inputMode="numeric"
            autoComplete="off"
            autoFocus={isFirst}
            className="tabular-nums"
            value={typed ?? text}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </div>
    </Field>
  );
}

interface ItemFieldProps {
  readonly line: LineRow;
  readonly catalogue: Catalogue;
  readonly edit: Edit;
}

/** The size of an item that comes in sizes. A size without the row's color is refused. The price stays. */
function SizeField({ line, catalogue, edit }: ItemFieldProps) {
  const [error, setError] = useState<string | null>(null);
  const { size, colorNumber } = line;
  const offer = offerOf(line, offersOf(catalogue.items));
  const sizes = offer === undefined ? [] : offerSizes(offer);
  if (sizes.length === 0) return null;
  const color = catalogue.colors.find((each) => each.colorNumber === colorNumber);
  const choose = (chosen: GutterSize) => {
    const refusal = color === undefined ? null : colorRefusal(color, chosen);
    setError(refusal);
    if (refusal === null) edit({ size: chosen });
  };
  return (
    <Field label="Size" error={error}>
      <Select value={size ?? ""} onChange={({ target }) => choose(target.value as GutterSize)}>
        {size === undefined && <option value="">Not chosen</option>}
        {(size === undefined ? sizes : withSize(sizes, size)).map((each) => (
          <option key={each} value={each}>
            {gutterSizeLabel(each)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The side of a paired item. Both items of a pair cost the same, and the side may stay open until stock is taken. */
function SideField({ line, catalogue, edit }: ItemFieldProps) {
  const pair = offersOf(catalogue.items).find(
    ({ name, items: [first, second] }) =>
      second !== undefined && [first._id, second._id, name].includes(line.itemId ?? line.name),
  );
  if (pair === undefined) return null;
  return (
    <Field label="Side">
      <Select
        value={line.itemId ?? ""}
        onChange={({ target }) => {
          const item = pair.items.find(({ _id }) => _id === target.value);
          edit({
            name: item?.name ?? pair.name,
            itemId: item?._id ?? null,
            sku: item?.sku ?? null,
          });
        }}
      >
        <option value="">Not chosen</option>
        {pair.items.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
