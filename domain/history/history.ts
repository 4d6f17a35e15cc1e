import { CHANGES, changeKindOf } from "../changes/all";
import {
  fieldLine,
  isHistoryValue,
  shown,
  SHOWN_FIELDS,
  type FormatTime,
  type HistoryValue,
  type HistoryValues,
} from "./historyValues";
import { withOneName } from "../job/officeSettings";
import { OPERATIONS } from "../calls/operations";

/** The tables whose rows have a history of their fields. */
export const RECORDED_TABLES = [
  "jobs",
  "customers",
  "inventoryItems",
  "inventoryPrices",
  "inventoryColors",
  "inventoryReorderLevels",
  "customerDetails",
  "messageTemplates",
  "officeSettings",
  "jobLines",
] as const;

export type RecordedTable = (typeof RECORDED_TABLES)[number];

/** The tables whose deleted rows are kept for 30 days. */
export const TRASHED_TABLES = [
  ...RECORDED_TABLES,
  "inventoryColorStock",
  "inventoryItemStock",
  "inventoryTxns",
  "files",
] as const;

export type TrashedTable = (typeof TRASHED_TABLES)[number];

/** The calls that a history names. A long-running operation has the name of its task. */
export const CHANGE_KINDS = [
  "jobs.generateUploadUrl",
  "customers.create",
  ...CHANGES.map(changeKindOf),
  "inventory.recordTxn",
  "inventory.listColorBreakdownMut",
  "inventory.upsertPrice",
  "inventorySeed.seedDefaults",
  "changes.undo",
  "changes.restore",
  "changes.deleteForGood",
  ...OPERATIONS,
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Runs that cannot be undone as a whole, and changes that leave nothing to restore. */
const LASTING: readonly ChangeKind[] = [
  "undoRun",
  "generate",
  ...CHANGES.filter(({ isUndoable }) => isUndoable === false).map(changeKindOf),
];

/** Whether a person may request an undo of the change. */
export function isUndoable({
  kind,
  undoneBy,
}: {
  readonly kind: ChangeKind;
  readonly undoneBy?: string | undefined;
}): boolean {
  return undoneBy === undefined && !LASTING.includes(kind);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a deleted row is kept, with its files. */
export const TRASH_KEPT_MS = 30 * DAY_MS;

/** How long a history is kept: two years. */
export const HISTORY_KEPT_MS = 2 * 365 * DAY_MS;

/** Successive edits of one field by one person within this time are one entry. */
export const ONE_EDIT_MS = 2 * 60 * 1000;

/** Clocks that differ by less are taken as equal. */
export const CLOCK_TOLERANCE_MS = 60 * 1000;

export const DEVICE_CLOCK_WRONG = "The clock of this device shows no date. Set it, then try again.";
export const SAME_INTENT_OTHER_CALL = "This was already sent with other values. Enter it again.";
export const NOT_UNDOABLE = "This cannot be undone.";
export const UNDO_AT_JOB = "This was taken for a job. Undo it in the history of the job.";
export const UNDO_OF_DEMO_DATA = 'This cannot be undone. Use "Remove demo data" in Settings.';
export const UNDONE_ALREADY = "This has been undone already.";
export const UNDO_GONE = "What this would bring back has been deleted for good.";
export const CUSTOMER_IN_TRASH =
  "The customer of this job was deleted. Restore the customer first.";
export const JOB_IN_TRASH = "The job of this row was deleted. Restore the job first.";
export const CUSTOMER_HAS_JOBS = "This customer has other jobs by now, so this cannot be undone.";
export const UNDO_RUN_AGAIN = "A restored run cannot be undone. Run it again instead.";

export type RecordedWrite = {
  readonly table: RecordedTable;
  readonly moved?: "trashed" | "restored" | undefined;
  /** The size of a price or of a reorder level. */
  readonly size?: string | undefined;
  /** The name of a job's line; the category of a reorder level's stock. */
  readonly name?: string | undefined;
  readonly before: HistoryValues | null;
  readonly after: HistoryValues;
};

/** The refusal of an undo: the field has another value by now. Names the person who wrote it, if that is known. */
export function changedSinceSentence(field: string, byName = ""): string {
  const label = SHOWN_FIELDS.get(field)?.label ?? "This";
  const by = byName === "" ? "" : ` by ${byName}`;
  return `${label} was changed since${by}, so this cannot be undone.`;
}

/** How many names a sentence lists before it counts the rest. */
const MAX_NAMED = 5;

/** The refusal of a restoration: other rows have the unique names of the rows. */
export function takenSentence(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const listed = names.slice(0, MAX_NAMED).join(", ");
  return `These exist again: ${listed}${more > 0 ? ` and ${more} more` : ""}. Delete them first, then restore.`;
}

/** The lines of an entry, such as "Status: New Lead → Approved". */
export function historyLines(writes: readonly RecordedWrite[], formatTime: FormatTime): string[] {
  return withOneName(writes).flatMap((write) => writeLines(write, formatTime));
}

/** Values as a person reads them, one line for each field that has a label: "Price: $450.00". */
export function valueLines(
  values: Readonly<Record<string, unknown>>,
  formatTime: FormatTime,
): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const known = SHOWN_FIELDS.get(field);
    if (!known || known.kind === "files" || !isHistoryValue(value)) return [];
    return [`${known.label}: ${shown(field, value, formatTime)}`];
  });
}

/** The name of a row, by its table, as shown to the person. */
export const ROW_NOUNS: Readonly<Record<RecordedTable, string>> = {
  jobs: "Job",
  customers: "Customer",
  inventoryItems: "Item",
  inventoryPrices: "Price",
  inventoryColors: "Color",
  inventoryReorderLevels: "Reorder level",
  customerDetails: "Imported details",
  messageTemplates: "Messages to customers",
  officeSettings: "Office settings",
  jobLines: "Material",
};

/** The first value that an office sets creates the row: it reads like every later one. */
const ONE_ROW_TABLES: readonly RecordedTable[] = ["messageTemplates", "officeSettings"];

function writeLines(write: RecordedWrite, formatTime: FormatTime): string[] {
  const { table, moved, size, before, after } = write;
  if (table === "jobLines") return linesOfLine(write, formatTime);
  if (before === null && !ONE_ROW_TABLES.includes(table)) return [createdLine(write, formatTime)];
  const fields = Object.keys(after).flatMap((field) => {
    const line = fieldLine(field, [before?.[field], after[field]], formatTime);
    if (line === null) return [];
    if (table === "inventoryPrices" && field === "price")
      return [line.replace(/^Price/, priceLabel(size))];
    return [
      table === "inventoryReorderLevels" && field === "level"
        ? line.replace(/^Reorder level/, levelLabel(write, formatTime))
        : line,
    ];
  });
  if (moved === undefined) return fields;
  const verb = moved === "trashed" ? "deleted" : "restored";
  return [`${ROW_NOUNS[table]} ${verb}`, ...fields];
}

/** The words for changed fields of a line that have no label. */
const UNNAMED: Readonly<Record<string, string>> = {
  order: "moved",
  takenItem: "taken from other stock",
  takenSize: "taken from other stock",
  takenColor: "taken from other stock",
};

/** "Out Strip Miter added"; "Gutter Coil .032: Quantity: 40 → 60". */
function linesOfLine(
  { moved, name = "", before, after }: RecordedWrite,
  formatTime: FormatTime,
): string[] {
  if (before === null) return [`${name} added`];
  if (moved !== undefined) return [`${name} ${moved === "trashed" ? "removed" : "restored"}`];
  const fields = Object.keys(after).flatMap(
    (field) => fieldLine(field, [before[field], after[field]], formatTime) ?? [],
  );
  const unnamed = Object.keys(after).flatMap((field) => UNNAMED[field] ?? []);
  return [...fields, ...unnamed].slice(0, fields.length || 1).map((line) => `${name}: ${line}`);
}

function createdLine(write: RecordedWrite, formatTime: FormatTime): string {
  const { table, after } = write;
  if (table === "inventoryReorderLevels")
    return `${levelLabel(write, formatTime)}: ${shown("level", after["level"] ?? null, formatTime)}`;
  if (table !== "inventoryPrices") return `${ROW_NOUNS[table]} created`;
  return `${priceLabel(after["size"])}: ${shown("price", after["price"] ?? null, formatTime)}`;
}

/** "Reorder level, Gutter 5 in". Entries of earlier versions have neither category nor size. */
function levelLabel({ size, name }: RecordedWrite, formatTime: FormatTime): string {
  const noun = ROW_NOUNS.inventoryReorderLevels;
  if (name === undefined) return noun;
  return `${noun}, ${shown("category", name, formatTime)}${inches(size)}`;
}

function priceLabel(size: HistoryValue | undefined): string {
  return `Price${inches(size)}`;
}

function inches(size: HistoryValue | undefined): string {
  return size === "5" || size === "6" ? ` ${size} in` : "";
}
