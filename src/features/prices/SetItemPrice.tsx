import { useId, useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { GUTTER_SIZES, gutterSizeLabel, type GutterSize } from "@domain/stock/gutterSizes";
import { formatMoney } from "@domain/text/money";
import { priceFor } from "@domain/stock/prices";
import { Link2 } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Field } from "@/components/ui/Field";
import { MoneyInput } from "@/components/ui/MoneyInput";
import { usePendingWork } from "@/lib/pendingWork";
import { HistoryToggle } from "@/features/history/HistoryToggle";
import type { Item } from "@/offline/inventoryQueries";
import { priceError, priceText, describeChange, type PriceChange } from "./priceForm";
import { usePriceForm } from "./usePriceForm";
import { matchesItem } from "@domain/stock/inventory";
import { Combobox } from "@/components/ui/Combobox";

interface SetItemPriceProps {
  readonly items: readonly Item[] | undefined;
  readonly itemId: Id<"inventoryItems"> | null;
  readonly onItemChange: (itemId: Id<"inventoryItems">) => void;
}

export function SetItemPrice({ items, itemId, onItemChange }: SetItemPriceProps) {
  const form = usePriceForm(items, itemId);
  const { item, pair, typed, change, isSaving } = form;
  const isTyped = GUTTER_SIZES.some((size) => typed[size] !== null);
  usePendingWork(isTyped ? "unsaved" : null);
  const titleId = useId();

  return (
    <Card className="p-5 print:hidden">
      <h2 id={titleId} className="mb-4 font-semibold">
        Set Item Price
      </h2>
      <form
        noValidate
        aria-labelledby={titleId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label="Item" className="max-sm:col-span-full">
            <ItemCombobox items={items} item={item} onChange={onItemChange} />
          </Field>
          {GUTTER_SIZES.map((size) => (
            <PriceField
              key={size}
              item={item}
              size={size}
              text={priceText(item, size, typed)}
              isTyped={typed[size] !== null}
              isLocked={isSaving}
              onType={(text) => form.type(size, text)}
            />
          ))}
        </div>
        {form.serverError && (
          <p role="alert" className="text-sm text-danger-ink">
            {form.serverError}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div aria-live="polite" className="min-w-0 grow basis-64">
            {pair && <PairNotice pair={pair} change={change ?? {}} />}
          </div>
          <Button
            type="submit"
            variant="primary"
            disabled={change === null}
            busy={isSaving}
            className="max-sm:w-full"
          >
            Save Price
          </Button>
        </div>
      </form>
      {item && (
        <HistoryToggle
          key={item._id}
          className="mt-5 border-t border-line pt-5"
          subjects={[{ title: "Item", subject: item._id, showsSubject: true }]}
        />
      )}
    </Card>
  );
}

interface PriceFieldProps {
  readonly item: Item | null;
  readonly size: GutterSize;
  readonly text: string;
  readonly isTyped: boolean;
  readonly isLocked: boolean;
  readonly onType: (text: string) => void;
}

function PriceField(props: PriceFieldProps) {
  const { item, size, text, isTyped, isLocked, onType } = props;
  const current = item && priceFor(item._prices, size);
  const isFallback = current?.source === "any" && !isTyped;
  return (
    <Field
      label={`${gutterSizeLabel(size)} price`}
      error={priceError(text)}
      hint={isFallback && `The ${formatMoney(current.amount)} of any size`}
    >
      <MoneyInput
        value={text}
        readOnly={isLocked}
        disabled={item === null}
        onType={onType}
        onLeave={(left) => left !== text && onType(left)}
      />
    </Field>
  );
}

interface PairNoticeProps {
  /** The paired item. */
  readonly pair: Item;
  readonly change: PriceChange;
}

/** Shows that a save changes the paired item too. */
function PairNotice({ pair, change }: PairNoticeProps) {
  const changes = describeChange(pair, change);
  return (
    <p className="flex gap-2 text-sm text-ink-muted">
      <Link2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {changes.length === 0
          ? `${pair.name} costs the same and is saved with it.`
          : `${pair.name} will change too: ${changes.join(", ")}.`}
      </span>
    </p>
  );
}

interface ItemComboboxProps {
  readonly items: readonly Item[] | undefined;
  readonly item: Item | null;
  readonly onChange: (itemId: Item["_id"]) => void;
}

/** Selects an item by words of its name or SKU. A text that names no item changes nothing. */
function ItemCombobox({ items, item, onChange }: ItemComboboxProps) {
  /** The text typed since the last choice; null if none. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Combobox
      text={typed ?? (item ? label(item) : "")}
      placeholder={items === undefined ? "Loading..." : "Choose an item"}
      disabled={items === undefined}
      emptyText="No item has these words."
      selectsOnFocus
      options={(items ?? [])
        .filter((each) => typed === null || matchesItem(each, typed))
        .map((each) => ({ value: each._id, label: label(each) }))}
      onTextChange={setTyped}
      onSelect={({ value }) => {
        setTyped(null);
        const chosen = items?.find(({ _id }) => _id === value);
        if (chosen) onChange(chosen._id);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function label({ name, sku }: Item): string {
  return `${name} (${sku})`;
}
