import type { ReactNode } from "react";
import { crewName } from "@domain/job/crews";
import { FIELDS } from "@domain/calls/fields";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatMoney } from "@domain/text/money";
import { formatPhone } from "@domain/customer/phone";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import { capitalFirst, spanWords } from "@domain/job/spanWords";
import { DayVisits, VisitContext } from "@/job/fields/DayVisits";
import { spanLabel } from "@/job/fields/spanReader";
import { FIELD_OF_VISIT } from "@domain/job/visits";
import { useCrews } from "@/offline/useCrews";
import { describeReading, spanOfLine } from "./lineForm";
import type { ReadLine } from "./useJobLine";

/** Shows how a typed line is understood, before anything is saved. */
export function LinePreview({ read }: { readonly read: ReadLine }) {
  const { line, customer, now, reason } = read;
  const [reading] = line.date?.readings ?? [];
  const days = new Set(line.date?.readings.map(({ day }) => day));
  const visit = line.date?.visit ?? "estimate";
  const crews = useCrews();
  const at = fromDateTimeField(reading?.value ?? "");
  const span = spanOfLine(line, reading);
  const dates = line.date?.readings.map((each) => describeReading(each, now));
  const person = line.name && <Person name={line.name} customer={customer} />;
  const notes = line.notes.length > 0 && (
    <span className="text-amber-ink">{line.notes.join(" · ")}</span>
  );
  const rows: readonly (readonly [string, ReactNode])[] = [
    ["Customer", person],
    [FIELDS.customer_phone.label, formatPhone(line.phone)],
    [FIELDS.customer_email.label, line.email],
    [FIELDS.job_address.label, line.address],
    [FIELDS.job_city.label, line.city],
    [FIELDS[FIELD_OF_VISIT[visit]].label, dates?.join(" or ")],
    [spanLabel(visit), capitalFirst(spanWords(at, span))],
    [FIELDS[`job_${visit}_crew`].label, line.crew && crewName(line.crew, { crews })],
    [FIELDS.job_categories.label, line.categories.join(", ")],
    [FIELDS.jobs_price.label, line.price !== null && formatMoney(line.price)],
    [FIELDS.job_status.label, line.status && jobStatusLabel(line.status)],
    [FIELDS.job_notes.label, notes],
  ];
  return (
    <section
      aria-label="What is understood"
      className="max-h-[45dvh] shrink-0 overflow-y-auto border-b border-line px-4 py-3 text-sm"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 break-words tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
      {reading && days.size === 1 && (
        <div className="mt-2 border-t border-line pt-2">
          <VisitContext value={{ crew: line.crew ?? "", length: span.length }}>
            <DayVisits day={reading.day} at={at} />
          </VisitContext>
        </div>
      )}
      <p role="status" className="mt-2 text-ink-muted">
        {reason === null ? "Everything is understood." : `${reason} The form asks for the rest.`}
      </p>
    </section>
  );
}

type PersonProps = Pick<ReadLine, "customer"> & { readonly name: string };

function Person({ name, customer }: PersonProps) {
  if (customer === undefined) return name;
  if (customer.kind === "new") return `${name}, new customer`;
  if (customer.kind === "known")
    return `${customer.customer.customer_name}, ${customer.customer.customer_id}`;
  const { customer_id, customer_name, customer_phone = "" } = customer.like;
  return (
    <>
      {name}.{" "}
      <span className="text-amber-ink">
        Looks like {customer_name},{" "}
        <span className="whitespace-nowrap">{formatPhone(customer_phone) || customer_id}</span>
      </span>
    </>
  );
}
