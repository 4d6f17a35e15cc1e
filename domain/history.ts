import { CHANGES, changeKindOf } from "./changes/all";
import { FIELDS, type FieldKind } from "./fields";
import { ITEM_CATEGORY_LABELS } from "./inventory";
import { isJobStatus, JOB_FILE_FIELD_LABELS, jobStatusLabel } from "./jobs";
import { TEMPLATE_LABELS } from "./messageKinds";
import { formatMoney } from "./money";
import { HOUR_LABELS, SETTING_LABELS, withOneName } from "./officeSettings";
import { OPERATIONS } from "./operations";
import { formatPhone } from "./phone";
import { formatMinute } from "./times";

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

/** Runs that cannot be undone as a whole, and what changed nothing that could be put back. */
const LASTING: readonly ChangeKind[] = [
  "undoRun",
  "generate",
  ...CHANGES.filter(({ isUndoable }) => isUndoable === false).map(changeKindOf),
];

/** Whether an undo of the change may be asked for. */
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

/** How many entries the history of the whole office shows at most. */
export const RECENT_CHANGES = 200;

/** Successive edits of one field by one person within this time are one entry. */
export const ONE_EDIT_MS = 2 * 60 * 1000;

/** Clocks that differ by less are taken as equal. */
export const CLOCK_TOLERANCE_MS = 60 * 1000;

export const DEVICE_CLOCK_WRONG =
  "The clock of this device shows no date. Set it, then try again.";
export const SAME_INTENT_OTHER_CALL =
  "This was already sent with other values. Enter it again.";
export const NOT_UNDOABLE = "This cannot be undone.";
export const UNDO_OF_DEMO_DATA =
  'This cannot be undone. Use "Remove demo data" in Settings.';
export const UNDONE_ALREADY = "This has been undone already.";
export const UNDO_GONE =
  "What this would bring back has been deleted for good.";
export const CUSTOMER_IN_TRASH =
  "The customer of this job was deleted. Restore the customer first.";
export const CUSTOMER_HAS_JOBS =
  "This customer has other jobs by now, so this cannot be undone.";
export const UNDO_RUN_AGAIN =
  "A restored run cannot be undone. Run it again instead.";

type HistoryValue = string | number | boolean | null | readonly string[];

type HistoryValues = Readonly<Record<string, HistoryValue>>;

export type RecordedWrite = {
  readonly table: RecordedTable;
  readonly moved?: "trashed" | "restored" | undefined;
  readonly before: HistoryValues | null;
  readonly after: HistoryValues;
};

interface ShownField {
  readonly label: string;
  readonly kind?: FieldKind | "category" | "files" | "minutes" | undefined;
}

/** Lacks the fields that readers do not need, such as a mark or a key. */
const SHOWN_FIELDS: ReadonlyMap<string, ShownField> = new Map([
  ...Object.entries<ShownField>(FIELDS),
  ...labeled(JOB_FILE_FIELD_LABELS, "files"),
  ...labeled({ price: "Price" }, "money"),
  ...labeled({ category: "Category" }, "category"),
  ...labeled({ level: "Reorder level", name: "Name", sku: "SKU" }),
  ...labeled(TEMPLATE_LABELS),
  ...labeled(SETTING_LABELS),
  ...labeled(HOUR_LABELS, "minutes"),
]);

function labeled(
  labels: Readonly<Record<string, string>>,
  kind?: ShownField["kind"],
): [string, ShownField][] {
  return Object.entries(labels).map(([name, label]) => [name, { label, kind }]);
}

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

/** Writes a time as the reader's screen does. */
export type FormatTime = (time: number) => string;

/** The lines of an entry, such as "Status: New Lead → Approved". */
export function historyLines(
  writes: readonly RecordedWrite[],
  formatTime: FormatTime,
): string[] {
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

function isHistoryValue(value: unknown): value is HistoryValue {
  if (Array.isArray(value))
    return value.every((each) => typeof each === "string");
  return (
    value === null || ["string", "number", "boolean"].includes(typeof value)
  );
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
};

/** The first value that an office sets creates the row: it reads like every later one. */
const ONE_ROW_TABLES: readonly RecordedTable[] = [
  "messageTemplates",
  "officeSettings",
];

function writeLines(
  { table, moved, before, after }: RecordedWrite,
  formatTime: FormatTime,
): string[] {
  if (before === null && !ONE_ROW_TABLES.includes(table))
    return [createdLine(table, after, formatTime)];
  const fields = Object.keys(after).flatMap((field) => {
    const line = fieldLine(field, [before?.[field], after[field]], formatTime);
    return line === null ? [] : [line];
  });
  if (moved === undefined) return fields;
  const verb = moved === "trashed" ? "deleted" : "restored";
  return [`${ROW_NOUNS[table]} ${verb}`, ...fields];
}

function createdLine(
  table: RecordedTable,
  after: HistoryValues,
  formatTime: FormatTime,
): string {
  if (table === "inventoryReorderLevels")
    return `${ROW_NOUNS[table]}: ${shown("level", after["level"] ?? null, formatTime)}`;
  if (table !== "inventoryPrices") return `${ROW_NOUNS[table]} created`;
  return `${priceLabel(after)}: ${shown("price", after["price"] ?? null, formatTime)}`;
}

function priceLabel({ size }: HistoryValues): string {
  return size === "5" || size === "6" ? `Price ${size} in` : "Price";
}

function fieldLine(
  field: string,
  [before = null, after = null]: readonly (HistoryValue | undefined)[],
  formatTime: FormatTime,
): string | null {
  const { label, kind } = SHOWN_FIELDS.get(field) ?? {};
  if (label === undefined) return null;
  if (kind === "files") return filesLine(label, listOf(before), listOf(after));
  const [from, to] = [before, after].map((value) =>
    shown(field, value, formatTime),
  );
  return `${label}: ${from} → ${to}`;
}

function filesLine(
  label: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  return `${label}: ${parts.length === 0 ? "reordered" : parts.join(", ")}`;
}

function listOf(value: HistoryValue): readonly string[] {
  return typeof value === "object" && value !== null ? value : [];
}

const EMPTY = "empty";

function shown(
  field: string,
  value: HistoryValue,
  formatTime: FormatTime,
): string {
  if (value === null || value === "") return EMPTY;
  if (Array.isArray(value)) return value.join(", ") || EMPTY;
  const text = String(value);
  const kind = SHOWN_FIELDS.get(field)?.kind;
  if (typeof value === "number") {
    if (kind === "time") return formatTime(value);
    if (kind === "minutes") return formatMinute(value);
    return kind === "money" ? formatMoney(value) : text;
  }
  if (kind === "status" && isJobStatus(value)) return jobStatusLabel(value);
  // An imported text without digits is shown as it is.
  if (kind === "phone") return formatPhone(text) || text;
  if (kind === "category" && Object.hasOwn(ITEM_CATEGORY_LABELS, text))
    return ITEM_CATEGORY_LABELS[text as keyof typeof ITEM_CATEGORY_LABELS];
  return text;
}
