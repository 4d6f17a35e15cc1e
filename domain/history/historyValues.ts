/** The values of a history as a person reads them, and the fields that have a label. */
import type { Crew } from "../job/crews";
import { FIELDS, type FieldKind } from "../calls/fields";
import { ITEM_CATEGORY_LABELS } from "../stock/inventory";
import { isJobStatus, JOB_FILE_FIELD_LABELS, jobStatusLabel } from "../job/jobs";
import { TEMPLATE_LABELS } from "../messages/messageTemplates";
import { formatMoney } from "../text/money";
import { HOUR_LABELS, SETTING_LABELS } from "../job/officeSettings";
import { formatPhone } from "../customer/phone";
import { durationText } from "../job/spanWords";
import { monthsText } from "../job/dueAgain";
import { formatMinute } from "../dates/times";

export type HistoryValue = string | number | boolean | null | readonly (string | Crew)[];

export type HistoryValues = Readonly<Record<string, HistoryValue>>;

/** Writes a time as the reader's screen does. */
export type FormatTime = (time: number) => string;

interface ShownField {
  readonly label: string;
  readonly kind?: FieldKind | "category" | "files" | "minutes" | "months" | undefined;
}

/** The fields with a label. Fields that no reader needs, such as a mark or a key, have none. */
export const SHOWN_FIELDS: ReadonlyMap<string, ShownField> = new Map([
  ...Object.entries<ShownField>(FIELDS),
  ...labeled(JOB_FILE_FIELD_LABELS, "files"),
  ...labeled({ price: "Price" }, "money"),
  ...labeled({ category: "Category" }, "category"),
  ...labeled({ level: "Reorder level", name: "Name", sku: "SKU" }),
  ...labeled({ quantity: "Quantity", size: "Size", colorName: "Color" }),
  ...labeled({ job_line: "Materials" }),
  ...labeled({ unit: "Unit", pieceFeet: "Feet of a piece" }),
  ...labeled({ taken: "Taken from stock" }),
  ...labeled(TEMPLATE_LABELS),
  ...labeled(SETTING_LABELS),
  ...labeled(HOUR_LABELS, "minutes"),
  ...labeled({ due_months: SETTING_LABELS.due_months }, "months"),
  ...labeled({ job_due_months: FIELDS.job_due_months.label }, "months"),
  ...labeled({ company_phone: SETTING_LABELS.company_phone }, "phone"),
]);

function labeled(
  labels: Readonly<Record<string, string>>,
  kind?: ShownField["kind"],
): [string, ShownField][] {
  return Object.entries(labels).map(([name, label]) => [name, { label, kind }]);
}

export function isHistoryValue(value: unknown): value is HistoryValue {
  if (Array.isArray(value)) return value.every((each) => typeof each === "string" || isCrew(each));
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

export function fieldLine(
  field: string,
  [before = null, after = null]: readonly (HistoryValue | undefined)[],
  formatTime: FormatTime,
): string | null {
  const { label, kind } = SHOWN_FIELDS.get(field) ?? {};
  if (label === undefined) return null;
  if (kind === "files") return filesLine(label, listOf(before), listOf(after));
  const [from, to] = [before, after].map((value) => shown(field, value, formatTime));
  return `${label}: ${from} → ${to}`;
}

function filesLine(label: string, before: readonly string[], after: readonly string[]): string {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  return `${label}: ${parts.length === 0 ? "reordered" : parts.join(", ")}`;
}

function listOf(value: HistoryValue): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return value.map((each) => (typeof each === "string" ? each : each.name));
}

function isCrew(value: unknown): value is Crew {
  return typeof value === "object" && value !== null && "name" in value;
}

const EMPTY = "empty";

export function shown(field: string, value: HistoryValue, formatTime: FormatTime): string {
  if (value === null || value === "") return EMPTY;
  if (typeof value === "object") return listOf(value).join(", ") || EMPTY;
  const text = String(value);
  const kind = SHOWN_FIELDS.get(field)?.kind;
  if (typeof value === "number") {
    if (kind === "time") return formatTime(value);
    if (kind === "minutes") return formatMinute(value);
    if (kind === "duration") return durationText(value);
    if (kind === "months") return monthsText(value);
    return kind === "money" ? formatMoney(value) : text;
  }
  if (kind === "status" && isJobStatus(value)) return jobStatusLabel(value);
  // An imported text without digits is shown as it is.
  if (kind === "phone") return formatPhone(text) || text;
  if (kind === "category" && Object.hasOwn(ITEM_CATEGORY_LABELS, text))
    return ITEM_CATEGORY_LABELS[text as keyof typeof ITEM_CATEGORY_LABELS];
  return text;
}
