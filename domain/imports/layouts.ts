/**
 * The files of programs whose columns are documented. Any other file is mapped by the titles that many programs share,
 * and by hand.
 */
import {
  COLOR_COLUMNS,
  CUSTOMER_COLUMNS,
  JOB_COLUMNS,
  PRICE_COLUMNS,
  titlesOf,
} from "../exports";
import { PHONES } from "../pastedContact";
import { toKey } from "../text";
import { readFileDate } from "./dates";
import type { ColumnTarget, ImportField } from "./fields";
import { fieldsByTitle } from "./titles";
import type { ImportKind } from "./rows";
import type { ImportTable } from "./table";

interface Layout {
  readonly name: string;
  readonly kind: ImportKind;
  /** A file with all these titles is of this program. */
  readonly titles: readonly string[];
  /** Titles whose text another column of the same file has, or that say nothing about a person. */
  readonly skipped?: readonly string[];
}

const OURS = "Downspout";

const LAYOUTS: readonly Layout[] = [
  {
    name: OURS,
    kind: "jobs",
    titles: titlesOf(JOB_COLUMNS),
    skipped: ["Created"],
  },
  {
    name: OURS,
    kind: "customers",
    titles: titlesOf(CUSTOMER_COLUMNS),
    skipped: ["Created"],
  },
  { name: OURS, kind: "stock", titles: titlesOf(COLOR_COLUMNS) },
  { name: OURS, kind: "prices", titles: titlesOf(PRICE_COLUMNS) },
  {
    // Clients, "Export clients". Jobber's help names no columns; programs that read the file agree on these.
    name: "Jobber",
    kind: "customers",
    titles: [
      "J-ID",
      "Display Name",
      "Main Phone #s",
      "E-mails",
      "Billing Street 1",
    ],
    skipped: ["Is Company?"],
  },
  {
    // The report "Customer Contact List". Above its titles stand the company and the name of the report.
    name: "QuickBooks Online",
    kind: "customers",
    titles: ["Customer full name", "Email", "Bill address", "Ship address"],
    skipped: ["Full name"],
  },
  {
    // The customer list. It has a status and a start of the job, which most offices leave empty.
    name: "QuickBooks Desktop",
    kind: "customers",
    titles: ["Active Status", "Customer", "Balance Total", "Main Phone"],
  },
  {
    // "Google CSV", as exported since 2024.
    name: "Google Contacts",
    kind: "customers",
    titles: ["First Name", "Last Name", "E-mail 1 - Value", "Phone 1 - Value"],
    skipped: [
      ...["E-mail", "Phone", "Address"].flatMap((what) =>
        [1, 2, 3, 4].map((at) => `${what} ${at} - Label`),
      ),
      "Address 1 - Formatted",
      "Photo",
      "File As",
    ],
  },
];

export interface Recognition {
  /** The program that the file comes from, where its columns are documented. */
  readonly program: string | null;
  readonly kind: ImportKind;
}

export function recognize({
  titles,
}: Pick<ImportTable, "titles">): Recognition {
  const layout = layoutOf(titles);
  return layout === undefined
    ? { program: null, kind: likelyKind(titles) }
    : { program: layout.name, kind: layout.kind };
}

function layoutOf(titles: readonly string[]): Layout | undefined {
  const keys = new Set(titles.map(toKey));
  return LAYOUTS.find((layout) =>
    layout.titles.every((title) => keys.has(toKey(title))),
  );
}

function likelyKind(titles: readonly string[]): ImportKind {
  const has = (kind: ImportKind) => {
    const fields = new Set(fieldsByTitle(kind, titles).values());
    return (...wanted: readonly ImportField[]) =>
      wanted.some((field) => fields.has(field));
  };
  const jobs = has("jobs");
  const hasPerson = jobs(
    "first_name",
    "last_name",
    "phone",
    "email",
    "address",
  );
  const prices = has("prices");
  if (
    !hasPerson &&
    prices("sku", "item") &&
    prices("price", "price_5", "price_6", "price_any")
  )
    return "prices";
  const stock = has("stock");
  if (
    !hasPerson &&
    stock("color_number") &&
    stock("quantity", "stock_gutter", "hex")
  )
    return "stock";
  return hasPerson &&
    jobs("status", "estimate_date", "install_date", "price", "job_id")
    ? "jobs"
    : "customers";
}

/** What each column most likely becomes: by its title, else by its content. */
export function suggestedTargets(
  table: ImportTable,
  kind: ImportKind,
): ColumnTarget[] {
  const { titles } = table;
  const layout = layoutOf(titles);
  const skipped = new Set(
    layout?.kind === kind ? layout.skipped?.map(toKey) : [],
  );
  const found = fieldsByTitle(kind, titles);
  if (isFileOfQuotes(titles)) moveToEstimate(found);
  if (kind === "customers" || kind === "jobs") {
    for (const content of CONTENTS) addByContent(table, found, content);
  }
  const rest = kind === "customers" || kind === "jobs" ? "keep" : "skip";
  return titles.map((title, index) => {
    const target = skipped.has(toKey(title)) ? "skip" : rest;
    return found.get(index) ?? target;
  });
}

const CONTENTS = [
  ["email", /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/],
  ["phone", new RegExp(`^(?:${PHONES.source})$`, "i")],
] as const;

/** So many rows show what a column holds. */
const SAMPLE = 50;

/** A field without a title is filled by the only column that holds nothing else. */
function addByContent(
  { titles, rows }: ImportTable,
  found: Map<number, ImportField>,
  [field, content]: readonly [ImportField, RegExp],
): void {
  if ([...found.values()].includes(field)) return;
  const sample = rows.slice(0, SAMPLE);
  const columns = titles.flatMap((_, index) => {
    const cells = sample.map((row) => row.cells[index] ?? "").filter(Boolean);
    const isIt = cells.length > 0 && cells.every((cell) => content.test(cell));
    return isIt && !found.has(index) ? [index] : [];
  });
  const [only] = columns;
  if (only !== undefined && columns.length === 1) found.set(only, field);
}

/** Whether a column has dates and nothing else. */
export function holdsDates({ rows }: ImportTable, column: number): boolean {
  const cells = rows
    .slice(0, SAMPLE)
    .map(({ cells: all }) => all[column] ?? "")
    .filter(Boolean);
  const isDate = (cell: string) =>
    /\D/.test(cell) &&
    (["month", "day"] as const).some(
      (order) => readFileDate(cell, order, 0) !== null,
    );
  return cells.length > 0 && cells.every(isDate);
}

function isFileOfQuotes(titles: readonly string[]): boolean {
  return titles.some((title) =>
    /\b(?:quote|request|estimate) ?(?:#|no\b|number|id\b|status|title)/i.test(
      title,
    ),
  );
}

/** The unnamed date of a quote or a request is that of its estimate; of a job, its install. */
function moveToEstimate(found: Map<number, ImportField>): void {
  if ([...found.values()].includes("estimate_date")) return;
  for (const [index, field] of found) {
    if (field === "install_date") found.set(index, "estimate_date");
    if (field === "install_time") found.set(index, "estimate_time");
  }
}
