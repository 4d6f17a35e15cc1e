/** The rows of the Add Inventory dialog as text, and their validation. */
import { textRefusal, TYPED_TEXTS } from "@domain/calls/inputLimits";
import {
  colorNumberOf,
  intakeEntries,
  itemSizes,
  nextRowSize,
  parseQuantity,
  type IntakeEntry,
  type IntakeRow,
  type SizedItem,
} from "@domain/stock/inventory";
import { intakeQuestion } from "@domain/stock/inventoryInput";
import type { PriceSize } from "@domain/stock/prices";
import { counted } from "@domain/text/text";

export interface DraftRow extends IntakeRow {
  readonly id: number;
}

type RowField = "itemId" | "size" | "quantity" | "color";
export type RowErrors = Readonly<Record<number, Partial<Record<RowField, string>>>>;

export const QUANTITY_NOT_WHOLE = "Enter a whole number.";
const ITEM_MISSING = "Choose an item.";
export const QUANTITY_MISSING = "Enter a quantity.";

export function blankRow(id: number): DraftRow {
  return { id, itemId: "", size: "any", quantity: "", color: "" };
}

export function isBlank(row: DraftRow): boolean {
  return row.itemId === "" && row.quantity.trim() === "" && row.color.trim() === "";
}

/** Changes the item. Keeps the size if the item offers it, else its first. */
export function withItem(row: DraftRow, itemId: string, item: SizedItem | null): DraftRow {
  const isOffered = item !== null && itemSizes(item).some((size) => size === row.size);
  const size: PriceSize = isOffered ? row.size : nextRowSize(item, null);
  return { ...row, itemId, size };
}

export interface Intake {
  readonly entries: readonly IntakeEntry[];
  /** The row id of each entry, to find the row of a server error. */
  readonly rowIds: readonly number[];
  readonly skippedCount: number;
}

/** The entries to submit. Rows without an item or a quantity are skipped. */
export function toIntake(rows: readonly DraftRow[]): Intake {
  const sent = rows.flatMap((row) => intakeEntries([row]).map((entry) => ({ entry, id: row.id })));
  return {
    entries: sent.map(({ entry }) => entry),
    rowIds: sent.map(({ id }) => id),
    skippedCount: rows.filter((row) => !isBlank(row)).length - sent.length,
  };
}

/**
 * The errors in typed text. A quantity that is not a whole number is an error,
 * not a skipped row.
 */
export function typedErrors(rows: readonly DraftRow[]): RowErrors {
  return Object.fromEntries(
    rows.flatMap(({ id, quantity, color }) => {
      const isQuantity = quantity.trim() === "" || parseQuantity(quantity) !== null;
      const tooLong = textRefusal(TYPED_TEXTS.colorNumber, colorNumberOf(color) ?? "");
      if (isQuantity && tooLong === null) return [];
      return [
        [
          id,
          {
            ...(!isQuantity && { quantity: QUANTITY_NOT_WHOLE }),
            ...(tooLong !== null && { color: tooLong }),
          },
        ],
      ];
    }),
  );
}

/** The errors of filled rows in which something is missing, for a submit without any entry. */
export function missingErrors(rows: readonly DraftRow[]): RowErrors {
  return Object.fromEntries(
    rows
      .filter((row) => !isBlank(row))
      .map(({ id, itemId, quantity }) => [
        id,
        {
          ...(itemId === "" && { itemId: ITEM_MISSING }),
          ...(quantity.trim() === "" && { quantity: QUANTITY_MISSING }),
        },
      ]),
  );
}

const ENTRY_FIELD = /^entries\.(\d+)\.(itemId|size|quantity|colorNumber)$/;

/** Maps a server error on "entries.1.colorNumber" to its row, else null. */
export function serverErrors(
  { rowIds }: Intake,
  error: { readonly field?: string; readonly message: string },
): RowErrors | null {
  const [, index, name] = ENTRY_FIELD.exec(error.field ?? "") ?? [];
  const id = rowIds[Number(index)];
  if (id === undefined || name === undefined) return null;
  const field = name === "colorNumber" ? "color" : (name as RowField);
  return { [id]: { [field]: error.message.replace(/^Row \d+: /, "") } };
}

/** The questions about the amounts of a submit, by row id. */
export function intakeQuestions(
  { entries, rowIds }: Intake,
  stockOf: (entry: IntakeEntry) => number | null,
): Readonly<Record<number, string>> {
  return Object.fromEntries(
    entries.flatMap((entry, index) => {
      const question = intakeQuestion(entry.quantity, stockOf(entry));
      return question === null ? [] : [[rowIds[index], question]];
    }),
  ) as Record<number, string>;
}

export function countRows(count: number): string {
  return counted(count, "row");
}
