import { useState } from "react";
import { lineName, type LineFields, type LineRow, type Offer } from "@domain/estimate/lines";
import { quantityText } from "@domain/estimate/units";
import { CHANGED_LISTS } from "@domain/calls/inputLimits";
import { parseQuantity } from "@domain/stock/inventory";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { Select } from "@/components/ui/Select";

/** In place of an item's id. */
const SOME_OF_EACH = "both";

type Side = Required<Pick<LineFields, "name" | "itemId" | "sku">> &
  Partial<Pick<LineFields, "quantity">>;

interface SideChoiceProps {
  readonly line: LineRow;
  readonly offers: readonly Offer[];
  /** Whether the job has no room for one more row. */
  readonly isFull: boolean;
  /** Makes the row one of the side. A split row gets a smaller quantity, and `rest` becomes a row of its own. */
  readonly onChoose: (side: Side, rest?: LineFields) => void;
}

/** A row whose side is open takes nothing. It becomes one of either side, or two rows of some of each. */
export function SideChoice(props: SideChoiceProps) {
  const { line, offers, onChoose } = props;
  const [isSplit, setIsSplit] = useState(false);
  const { items = [] } = offers.find(({ name }) => name === line.name) ?? {};
  const [first, second] = items;
  const choose = (value: string) => {
    setIsSplit(value === SOME_OF_EACH);
    const item = items.find(({ _id }) => _id === value);
    if (item) onChoose(sideOf(item));
  };
  return (
    <>
      <Field label={`Side of ${quantityText(line.quantity)} ${lineName(line)}`}>
        <Select value={isSplit ? SOME_OF_EACH : ""} onChange={({ target }) => choose(target.value)}>
          <option value="">Choose before taking</option>
          {items.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          {line.quantity > 1 && <option value={SOME_OF_EACH}>Some of each</option>}
        </Select>
      </Field>
      {isSplit && first && second && (
        <SplitField {...props} sides={[sideOf(first), sideOf(second)]} />
      )}
    </>
  );
}

interface SplitFieldProps extends SideChoiceProps {
  readonly sides: readonly [Side, Side];
}

/** How many of the row are of the first side; half of them unless somebody says otherwise. */
function SplitField(props: SplitFieldProps) {
  const { line, sides, isFull, onChoose } = props;
  const { quantity } = line;
  const [typed, setTyped] = useState(String(Math.ceil(quantity / 2)));
  const [error, setError] = useState<string | null>(null);
  const [first, second] = sides;
  const split = () => {
    const count = parseQuantity(typed) ?? 0;
    const isBoth = count >= 1 && count < quantity;
    const refusal = isBoth ? null : `Enter from 1 to ${quantity - 1}.`;
    setError(isFull ? CHANGED_LISTS.lines.sentence : refusal);
    if (isFull || !isBoth) return;
    const rest = { ...fieldsOf(line), ...second, quantity: quantity - count };
    onChoose({ ...first, quantity: count }, rest);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Field
        label={`${first.name}, of ${quantity}`}
        hint={`The others become ${second.name}.`}
        error={error}
        className="w-full"
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(null);
          }}
        />
      </Field>
      <Button size="small" onClick={split}>
        Split
      </Button>
    </div>
  );
}

function sideOf({ _id: itemId, sku, name }: Offer["items"][number]): Side {
  return { itemId, sku, name };
}

/** Without what was taken of the line, and its place among the others. */
function fieldsOf(line: LineRow): LineFields {
  const { name, unit, pieceFeet, size, colorNumber, colorName } = line;
  const { quantity, price } = line;
  return {
    ...{ name, unit, pieceFeet, size, colorNumber, colorName },
    ...{ quantity, price },
  };
}
