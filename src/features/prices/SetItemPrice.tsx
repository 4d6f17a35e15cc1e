import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { formatMoney } from "@domain/money";
import { priceFor } from "@domain/prices";
import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/Button";
import { Card } from "@/components/ui/Card";
import { Field } from "@/components/ui/Field";
import { MoneyInput } from "@/components/ui/MoneyInput";
import { Select } from "@/components/ui/Select";
import { useSave } from "@/lib/useSave";
import { PairNotice } from "./PairNotice";
import {
  canSavePrices,
  FORM_SIZES,
  NOTHING_TYPED,
  pairedItem,
  priceChange,
  priceError,
  priceText,
  type FormSize,
  type TypedPrices,
} from "./priceForm";
import type { PricedItem } from "./usePricedItems";

interface SetItemPriceProps {
  readonly items: readonly PricedItem[] | undefined;
  readonly itemId: Id<"inventoryItems"> | null;
  readonly onItemChange: (itemId: Id<"inventoryItems"> | null) => void;
}

/** What was typed for an item. Another item is another form: nothing goes from one to the next. */
interface Draft {
  readonly itemId: Id<"inventoryItems"> | null;
  readonly typed: TypedPrices;
  readonly refusal: string | null;
}

const NO_DRAFT: Draft = { itemId: null, typed: NOTHING_TYPED, refusal: null };

export function SetItemPrice({
  items,
  itemId,
  onItemChange,
}: SetItemPriceProps) {
  const [draft, setDraft] = useState<Draft>(NO_DRAFT);
  const upsert = useMutation(api.inventory.upsertAliasPrices);
  const { save, isSaving } = useSave();
  const titleId = useId();
  const item = items?.find(({ _id }) => _id === itemId) ?? null;
  const pair = item && pairedItem(item, items ?? []);
  const { typed, refusal } = draft.itemId === itemId ? draft : NO_DRAFT;
  const canSave = canSavePrices(item, typed);

  const type = (size: FormSize, text: string) =>
    setDraft({ itemId, typed: { ...typed, [size]: text }, refusal: null });
  const submit = async () => {
    if (!canSave || isSaving) return;
    const { "5": price5, "6": price6 } = priceChange(item, typed);
    const outcome = await save(
      () =>
        upsert({
          sourceItemId: item._id,
          aliasItemIds: pair ? [pair._id] : [],
          ...(price5 !== undefined && { price5 }),
          ...(price6 !== undefined && { price6 }),
        }),
      {
        name: pair ? `${item.name} and ${pair.name}` : item.name,
        shows: ({ code }) => code === "INVALID",
      },
    );
    if (outcome.ok) setDraft(NO_DRAFT);
    else if (outcome.error.code === "INVALID")
      setDraft({ itemId, typed, refusal: outcome.error.message });
  };

  return (
    <Card className="p-5">
      <h2 id={titleId} className="mb-4 font-semibold">
        Set Item Price
      </h2>
      <form
        noValidate
        aria-labelledby={titleId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label="Item" className="max-sm:col-span-full">
            <Select
              value={itemId ?? ""}
              disabled={items === undefined}
              onChange={({ target }) =>
                onItemChange(
                  items?.find(({ _id }) => _id === target.value)?._id ?? null,
                )
              }
            >
              <option value="">
                {items === undefined ? "Loading..." : "Choose an item"}
              </option>
              {items?.map((each) => (
                <option key={each._id} value={each._id}>
                  {each.name} ({each.sku})
                </option>
              ))}
            </Select>
          </Field>
          {FORM_SIZES.map((size) => (
            <PriceField
              key={size}
              item={item}
              size={size}
              text={priceText(item, size, typed)}
              isTyped={typed[size] !== null}
              isLocked={isSaving}
              onType={(text) => type(size, text)}
            />
          ))}
        </div>
        {refusal && (
          <p role="alert" className="text-sm text-danger-ink">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div aria-live="polite" className="min-w-0 grow basis-64">
            {item && pair && (
              <PairNotice
                pair={pair}
                change={canSave ? priceChange(item, typed) : {}}
              />
            )}
          </div>
          <Button
            type="submit"
            variant="primary"
            disabled={!canSave}
            busy={isSaving}
            className="max-sm:w-full"
          >
            Save Price
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface PriceFieldProps {
  readonly item: PricedItem | null;
  readonly size: FormSize;
  readonly text: string;
  readonly isTyped: boolean;
  readonly isLocked: boolean;
  readonly onType: (text: string) => void;
}

function PriceField(props: PriceFieldProps) {
  const { item, size, text, isTyped, isLocked, onType } = props;
  const present = item && priceFor(item._prices, size);
  const isFallBack = present?.source === "any" && !isTyped;
  return (
    <Field
      label={`${size} in price`}
      error={priceError(text)}
      hint={isFallBack && `The ${formatMoney(present.amount)} of any size`}
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
