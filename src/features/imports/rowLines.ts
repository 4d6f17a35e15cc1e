import { FIELDS } from "@domain/fields";
import type {
  CustomerImportRow,
  ImportedCustomer,
  ImportRow,
  JobImportRow,
} from "@domain/imports/rows";
import { jobStatusLabel } from "@domain/jobs";
import { formatMoney } from "@domain/money";
import { formatPhone } from "@domain/phone";
import { placeText } from "@domain/places";
import { formatDateTime } from "@/lib/formatDateTime";

type Line = readonly [label: string, text: string];

interface RowLines {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A row as it will be: its title, and each of its values by the name of its field. */
export function rowLines(row: ImportRow): RowLines {
  return row.kind === "customers"
    ? { title: row.customer_name, lines: customerRowLines(row) }
    : { title: row.customer.customer_name, lines: jobLines(row) };
}

function contactLines(customer: ImportedCustomer): Line[] {
  return [
    [FIELDS.customer_phone.label, formatPhone(customer.customer_phone ?? "")],
    [FIELDS.customer_email.label, customer.customer_email ?? ""],
    [
      FIELDS.customer_obtained_type.label,
      customer.customer_obtained_type ?? "",
    ],
  ];
}

const filled = (lines: readonly Line[]) => lines.filter(([, text]) => text);

function customerRowLines(row: CustomerImportRow): Line[] {
  return filled([
    ...contactLines(row),
    ...row.places.map((place): Line => [
      FIELDS.job_address.label,
      placeText(place),
    ]),
    ...row.leftovers.map(({ label, text }): Line => [label, text]),
  ]);
}

function jobLines(row: JobImportRow): Line[] {
  const at = (instant: number | undefined) =>
    instant === undefined ? "" : formatDateTime(instant);
  return filled([
    [FIELDS.job_status.label, jobStatusLabel(row.job_status)],
    [FIELDS.job_address.label, placeText(row)],
    [FIELDS.job_estimate_date.label, at(row.job_estimate_date)],
    [FIELDS.job_install_date.label, at(row.job_install_date)],
    [
      FIELDS.jobs_price.label,
      row.jobs_price === undefined ? "" : formatMoney(row.jobs_price),
    ],
    [FIELDS.job_categories.label, row.job_categories.join(", ")],
    ...contactLines(row.customer),
    [
      FIELDS.job_notes.label,
      [
        row.job_notes ?? "",
        ...row.leftovers.map(({ label, text }) => `${label}: ${text}`),
      ]
        .filter(Boolean)
        .join("\n"),
    ],
  ]);
}
