/** What the check of a file finds, and what a person decides. */
import { daysText, formatCount } from "../text/text";
import { IMPORT_UNDO_MS, MAX_STAGED_BYTES } from "./rows";
import type { SourceKey } from "./sourceKeys";

/** The states of a file, in order: being sent, checked, being imported, imported. */
export const IMPORT_STATES = ["staging", "checked", "running", "done"] as const;

export const IMPORT_CHOICES = ["same", "new"] as const;

export type ImportChoice = (typeof IMPORT_CHOICES)[number];

export const CHOICE_LABELS: Readonly<Record<ImportChoice, string>> = {
  same: "The same customer",
  new: "A new customer",
};

/** What the import does with a row. Without `customer` it does nothing: the row was imported before. */
export interface RowPlan extends SourceKey {
  readonly customer?: CustomerPlan;
}

/** The customer of a row: one that an earlier import wrote under this key, the known one, or a new one. */
export interface CustomerPlan extends SourceKey {
  /** A known customer with the same name and contacts. */
  readonly known?: string;
  /** Whether a person decides: see the finding with this key. Without a decision, the customer is a new one. */
  readonly isAsked: boolean;
  /** Whether the row may have a contact that the customer of an earlier row lacks. */
  readonly completes?: boolean;
}

/** The counts of a check, with the words for one and for several. */
const IMPORT_COUNTS = {
  customers: ["new customer", "new customers"],
  jobs: ["new job", "new jobs"],
  same: ["row that is here already", "rows that are here already"],
  joined: [
    "customer joined with one of the same name and contact",
    "customers joined with ones of the same name and contact",
  ],
  lookalikes: ["look-alike to decide", "look-alikes to decide"],
} as const;

export type ImportCount = keyof typeof IMPORT_COUNTS;

/** For example "5,000 new customers" for each count that is not 0. */
export function foundLines(
  found: Readonly<Record<string, number>>,
): { readonly count: ImportCount; readonly text: string }[] {
  return (Object.keys(IMPORT_COUNTS) as ImportCount[]).flatMap((count) => {
    const number = found[count] ?? 0;
    if (number === 0) return [];
    const noun = IMPORT_COUNTS[count][number === 1 ? 0 : 1];
    return [{ count, text: `${formatCount(number)} ${noun}` }];
  });
}

/** Why the undo of an import keeps a row. */
export const KEPT_REASONS = {
  edited: "edited since",
  files: "got a photo or drawing since",
  jobs: "has a later job",
  colors: "counted or given a reorder level since",
  stock: "stock has been taken since",
} as const;

export const IMPORT_GONE = "This file is no longer there. Read it again, then import it.";
export const IMPORT_INCOMPLETE = "This file has not been sent as a whole. Read it again.";
export const IMPORT_NOT_AS_DECLARED = "More rows were sent than this file has. Read it again.";
export const IMPORT_TOO_LARGE = `This file has more than ${MAX_STAGED_BYTES / 1024 ** 2} MB of rows. Import it in parts.`;
export const IMPORT_NOT_CHECKED = "Look at what was found first, then import the file.";
export const IMPORT_STARTED = "This file is being imported already.";
export const TOO_MANY_IMPORTS =
  "Others in your office have files open that are not imported yet. Try again when they are done.";
export const IMPORT_UNDO_OVER = `An import can be undone for ${daysText(IMPORT_UNDO_MS)}. This one is older.`;

const REMOVED_NOUNS: Readonly<Record<string, string>> = {
  customers: "customer",
  jobs: "job",
  customerDetails: "imported detail",
  inventoryColors: "color",
  inventoryTxns: "stock count",
  inventoryPrices: "price",
};

/** For example "This removes 20 jobs and 5 customers." */
export function undoLine(removed: Readonly<Record<string, number>>, isUndone: boolean): string {
  const parts = Object.entries(REMOVED_NOUNS).flatMap(([table, noun]) => {
    const count = removed[table] ?? 0;
    if (count === 0) return [];
    return [`${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`];
  });
  if (parts.length === 0) return isUndone ? "The import was undone." : "This removes nothing.";
  const list = new Intl.ListFormat("en-US").format(parts);
  return isUndone ? `Removed ${list}.` : `This removes ${list}.`;
}
