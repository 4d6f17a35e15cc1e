import type { EntryType } from "@domain/job/entryTypes";
import { FIELDS } from "@domain/calls/fields";
import { withLeftovers } from "@domain/imports/leftoverNotes";
import type { ImportedPlace, ImportRow } from "@domain/imports/rows";
import { monthsText } from "@domain/job/dueAgain";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatMoney } from "@domain/text/money";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { spanWords } from "@domain/job/spanWords";
import { spanOf } from "@domain/job/visitLength";
import { formatDateTime } from "@/lib/formatDateTime";

/** Three rows are enough to see whether the columns are right. */
const FIRST = 3;

export function FirstRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  if (rows.length === 0)
    return <p className="text-sm text-ink-muted">No row can be imported with these columns.</p>;
  return (
    <ul aria-label="First rows" className="flex flex-col gap-2">
      {rows.slice(0, FIRST).map((row, at) => (
        <li
          // The index is a stable key: the rows of a file do not move.
          key={at}
          className="rounded-lg border border-line px-3 py-2 text-sm"
        >
          <p className="font-semibold wrap-anywhere">{customerOf(row).customer_name}</p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            {linesOf(row).map(([label, text], line) => (
              <div key={line} className="contents">
                <dt className="max-w-36 truncate text-ink-muted">{label}</dt>
                <dd className="line-clamp-3 whitespace-pre-line wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

type Line = readonly [label: string, text: string];

function customerOf(row: ImportRow) {
  return row.kind === "customers" ? row : row.customer;
}

/** The values of a row as they will be, each by the name of its field. */
function linesOf(row: ImportRow): Line[] {
  const { customer_phone = "", ...customer } = customerOf(row);
  const contacts: Line[] = [
    [FIELDS.customer_phone.label, formatPhone(customer_phone)],
    [FIELDS.customer_email.label, customer.customer_email ?? ""],
    [FIELDS.customer_obtained_type.label, customer.customer_obtained_type ?? ""],
  ];
  const lines: Line[] =
    row.kind === "customers"
      ? [
          ...contacts,
          ...row.places.map(placeLine),
          ...row.leftovers.map(({ label, text }): Line => [label, text]),
        ]
      : [
          [FIELDS.job_status.label, jobStatusLabel(row.job_status)],
          placeLine(row),
          [FIELDS.job_estimate_date.label, timeText(row, "estimate")],
          [FIELDS.job_install_date.label, timeText(row, "install")],
          [
            FIELDS.job_due_months.label,
            row.job_due_months === undefined ? "" : monthsText(row.job_due_months),
          ],
          [
            FIELDS.job_due_date.label,
            row.job_due_date === undefined ? "" : formatDateTime(row.job_due_date),
          ],
          [
            FIELDS.jobs_price.label,
            row.jobs_price === undefined ? "" : formatMoney(row.jobs_price),
          ],
          [FIELDS.job_categories.label, row.job_categories.join(", ")],
          ...contacts,
          [FIELDS.job_notes.label, withLeftovers(row.job_notes, row.leftovers).notes ?? ""],
        ];
  return lines.filter(([, text]) => text !== "");
}

function placeLine(place: ImportedPlace): Line {
  return [FIELDS.job_address.label, placeText(place)];
}

/** "May 14, 27 9:00 AM, arrives 9 to 11 AM, Crew 2". */
function timeText(row: ImportRow & { readonly kind: "jobs" }, type: EntryType): string {
  const at = row[`job_${type}_date`];
  const words = spanWords(at ?? null, spanOf(row, type));
  return [at !== undefined && formatDateTime(at), words, row[`job_${type}_crew`]]
    .filter(Boolean)
    .join(", ");
}
