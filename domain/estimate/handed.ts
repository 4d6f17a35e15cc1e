/** The estimate as the customer receives it, on paper or as text, and what the history keeps of it. */
import type { DayKey } from "../dates/days";
import { formatMoney } from "../text/money";
import { formatPhone } from "../customer/phone";
import { placeText, type Place } from "../customer/places";
import type { OfficeSettings } from "../job/officeSettings";
import { lineAmount, lineName, sumOf, sumText, type LineFields } from "./lines";
import { quantityText } from "./units";

/** Whether an estimate shows rows with prices, or only the work and the total. */
export const ESTIMATE_SHOWS = ["rows", "total"] as const;

/** What the history notes: an estimate that was opened in another app or printed, or one that was only written. */
export const ESTIMATE_NOTES = ["estimate", "estimate_draft"] as const;

export type EstimateNote = (typeof ESTIMATE_NOTES)[number];

/** What a person chooses and writes for one estimate. */
export interface EstimateChoice {
  readonly shows: (typeof ESTIMATE_SHOWS)[number];
  /** Whether the job's first drawing or photo is on the sheet. */
  readonly hasPicture: boolean;
  readonly validUntil?: DayKey | undefined;
  readonly notes?: string | undefined;
}

export interface HandedEstimate extends EstimateChoice {
  readonly estimateRows: readonly string[];
  /** "$1,845.00 and 2 rows without a price"; empty without any price. */
  readonly total: string;
}

export interface EstimateRow {
  readonly name: string;
  /** Empty for a line of text with the quantity 1. */
  readonly quantity: string;
  /** Empty without a price. */
  readonly price: string;
  readonly amount: string;
}

interface PricedJob {
  readonly job_categories: readonly string[];
  readonly jobs_price?: number | undefined;
}

/** The rows of an estimate: the lines of the job, or its categories, which have no price each. */
export function estimateRows(
  lines: readonly LineFields[],
  { job_categories }: PricedJob,
  shows: EstimateChoice["shows"],
): EstimateRow[] {
  if (shows === "total" || lines.length === 0)
    return job_categories.map((name) => ({ name, ...NO_PRICE }));
  return lines.map((line) => {
    const amount = lineAmount(line);
    return {
      name: lineName(line),
      quantity:
        line.unit === undefined && line.quantity === 1
          ? ""
          : quantityText(line.quantity, line.unit),
      price: line.price === undefined ? "" : formatMoney(line.price),
      amount: amount === null ? "" : formatMoney(amount),
    };
  });
}

const NO_PRICE = { quantity: "", price: "", amount: "" };

/** The sum of the lines, or the price of a job that has no lines. */
export function estimateTotal(lines: readonly LineFields[], { jobs_price }: PricedJob): string {
  if (lines.length > 0) return sumText(sumOf(lines));
  return jobs_price === undefined ? "" : formatMoney(jobs_price);
}

/** "120 ft Seamless Gutter, 6 in: $540.00". */
export function rowText({ name, quantity, amount }: EstimateRow): string {
  const what = [quantity, name].filter(Boolean).join(" ");
  return amount === "" ? what : `${what}: ${amount}`;
}

interface EstimateFacts extends HandedEstimate {
  readonly customer: string;
  readonly job: Place;
  readonly office: OfficeSettings;
  /** The day in words, as the person's screen shows it. */
  readonly validUntilText: string;
}

/** The estimate for a message or a mail. */
export function estimateText(facts: EstimateFacts): string {
  const { customer, job, office, total, notes, validUntilText } = facts;
  const phone = formatPhone(office.company_phone ?? "");
  const from = office.company_name ? ` from ${office.company_name}` : "";
  const parts = [
    [`Estimate${from}`, [customer, placeText(job)].filter(Boolean).join(", ")],
    facts.estimateRows,
    [
      total === "" ? "" : `Total: ${total}`,
      validUntilText === "" ? "" : `Valid until ${validUntilText}`,
    ],
    [notes ?? ""],
    [office.estimate_terms ?? ""],
    [office.company_name ?? "", office.company_address ?? "", phone],
  ];
  return parts
    .map((lines) => lines.filter(Boolean).join("\n"))
    .filter(Boolean)
    .join("\n\n");
}
