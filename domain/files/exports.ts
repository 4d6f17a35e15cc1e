/** The columns of the CSV files that people take out. */
import { FIELDS } from "../calls/fields";
import { PLACE_FIELDS, type Place } from "../customer/places";
import { csvTime, type CsvCell } from "./csv";
import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS, type ItemCategory } from "../stock/inventory";
import { formatTime } from "../dates/times";
import type { CrewedJob } from "../job/crewVisits";
import { ENTRY_TYPE_LABELS, ENTRY_TYPES } from "../job/entryTypes";
import { jobStatusLabel, type JobStatus } from "../job/jobs";
import { durationText } from "../job/spanWords";
import { spanOf, timeAfter, type SpannedJob, type VisitSpan } from "../job/visitLength";
import { FIELD_OF_VISIT } from "../job/visits";
import { formatPhone } from "../customer/phone";
import { PRICE_SIZES, type SizePrice } from "../stock/prices";

export const EXPORTS = ["jobs", "customers", "inventory", "prices"] as const;

export type ExportName = (typeof EXPORTS)[number];

export const EXPORT_LABELS: Readonly<Record<ExportName, string>> = {
  jobs: "Jobs",
  customers: "Customers",
  inventory: "Inventory",
  prices: "Prices",
};

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => CsvCell;
}

type Visits = CrewedJob & SpannedJob;

export interface ExportedJob extends Place, Visits {
  readonly _id: string;
  readonly _creationTime: number;
  readonly customer_name: string;
  readonly job_customer_id: string;
  readonly job_customer_phone?: string | undefined;
  readonly job_status: JobStatus;
  readonly job_categories: readonly string[];
  readonly jobs_price?: number | undefined;
  readonly job_notes?: string | undefined;
  readonly job_due_months?: number | undefined;
  readonly job_due_date?: number | undefined;
}

/** 0 where a job is not due again. */
const DUE_COLUMNS: readonly Column<ExportedJob>[] = [
  { title: "Due again after (months)", cell: (job) => job.job_due_months },
  { title: "Due again", cell: (job) => csvTime(job.job_due_date) },
];

/** A length and a window without a start are durations: "2 h 30 min". */
const VISIT_COLUMNS = ENTRY_TYPES.flatMap((type): readonly Column<ExportedJob>[] => {
  const [crew, window] = [`job_${type}_crew`, `job_${type}_window`] as const;
  const cellAt =
    (minutesOf: keyof VisitSpan, cell: (at: number, minutes: number) => CsvCell) =>
    (job: ExportedJob) => {
      const at = job[FIELD_OF_VISIT[type]];
      const minutes = spanOf(job, type)[minutesOf];
      if (minutes === undefined) return null;
      return at === undefined ? durationText(minutes) : cell(at, minutes);
    };
  return [
    { title: FIELDS[crew].label, cell: (job) => job[crew] },
    {
      title: `${ENTRY_TYPE_LABELS[type]} end`,
      cell: cellAt("length", (at, length) => csvTime(timeAfter(at, length))),
    },
    { title: FIELDS[window].label, cell: cellAt("window", windowCell) },
  ];
});

/** "9:00 AM to 11:00 AM". */
export function windowCell(at: number, window: number): string {
  return [at, timeAfter(at, window)].map(formatTime).join(" to ");
}

/** What the exports of earlier releases lack. */
export const LATER_TITLES = titlesOf([...DUE_COLUMNS, ...VISIT_COLUMNS]);

export const JOB_COLUMNS: readonly Column<ExportedJob>[] = [
  { title: "Job ID", cell: (job) => job._id },
  { title: "Customer ID", cell: (job) => job.job_customer_id },
  { title: "Customer", cell: (job) => job.customer_name },
  { title: "Phone", cell: (job) => formatPhone(job.job_customer_phone ?? "") },
  ...PLACE_FIELDS.map((field) => ({
    title: FIELDS[field].label,
    cell: (job: ExportedJob) => job[field],
  })),
  { title: "Status", cell: (job) => jobStatusLabel(job.job_status) },
  { title: "Categories", cell: (job) => job.job_categories.join("; ") },
  { title: "Estimate", cell: (job) => csvTime(job.job_estimate_date) },
  { title: "Install", cell: (job) => csvTime(job.job_install_date) },
  { title: "Price", cell: (job) => job.jobs_price },
  { title: "Notes", cell: (job) => job.job_notes },
  { title: "Created", cell: (job) => csvTime(job._creationTime) },
  ...DUE_COLUMNS,
  ...VISIT_COLUMNS,
];

export interface ExportedCustomer {
  readonly _creationTime: number;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
  readonly customer_obtained_type?: string | undefined;
}

export const CUSTOMER_COLUMNS: readonly Column<ExportedCustomer>[] = [
  { title: "Customer ID", cell: (customer) => customer.customer_id },
  { title: "Name", cell: (customer) => customer.customer_name },
  {
    title: "Phone",
    cell: (customer) => formatPhone(customer.customer_phone ?? ""),
  },
  { title: "E-mail", cell: (customer) => customer.customer_email },
  {
    title: "Obtained type",
    cell: (customer) => customer.customer_obtained_type,
  },
  { title: "Created", cell: (customer) => csvTime(customer._creationTime) },
];

/** A color with its stock of each category. */
export interface ExportedColor {
  readonly colorNumber: string;
  readonly colorName: string;
  readonly hexColor: string;
  readonly sizeOptions: readonly string[];
  readonly stock: Readonly<Record<ItemCategory, number>>;
}

export const COLOR_COLUMNS: readonly Column<ExportedColor>[] = [
  { title: "Color number", cell: (color) => color.colorNumber },
  { title: "Color", cell: (color) => color.colorName },
  { title: "Hex", cell: (color) => color.hexColor },
  { title: "Sizes", cell: (color) => color.sizeOptions.join(" & ") },
  ...ITEM_CATEGORIES.map((category) => ({
    title: `${ITEM_CATEGORY_LABELS[category]} in stock`,
    cell: (color: ExportedColor) => color.stock[category],
  })),
];

export interface ExportedItem {
  readonly name: string;
  readonly sku: string;
  readonly category: ItemCategory;
  readonly _prices: readonly SizePrice[];
}

/** The prices as they were set: an empty size has the price of any size. */
export const PRICE_COLUMNS: readonly Column<ExportedItem>[] = [
  { title: "Item", cell: (item) => item.name },
  { title: "SKU", cell: (item) => item.sku },
  { title: "Category", cell: (item) => ITEM_CATEGORY_LABELS[item.category] },
  ...PRICE_SIZES.map((size) => ({
    title: size === "any" ? "Any size" : `${size} in`,
    cell: (item: ExportedItem) => item._prices.find((price) => price.size === size)?.price,
  })),
];

export function titlesOf<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.map(({ title }) => title);
}

export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): CsvCell[] {
  return columns.map(({ cell }) => cell(row));
}
