import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api } from "@convex/_generated/api";
import { dayRange, type DayKey } from "@domain/days";
import { FIELDS } from "@domain/fields";
import { jobStatusLabel } from "@domain/jobs";
import { formatMoney } from "@domain/money";
import { formatPhone } from "@domain/phone";
import { formatTime } from "@domain/times";
import { visitsOn } from "@domain/visits";
import { describeReading } from "./lineForm";
import type { ReadLine } from "./useJobLine";

interface Row {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is understood of a typed line, before anything is saved. */
export function LinePreview({ read }: { readonly read: ReadLine }) {
  const { line, customer, now, reason } = read;
  const days = new Set(line.date?.readings.map(({ day }) => day));
  const date = line.date?.visit === "install" ? "install" : "estimate";
  const notes = line.notes.join(" · ");
  const rows: Row[] = [
    {
      label: "Customer",
      value: line.name && <Person name={line.name} customer={customer} />,
    },
    { label: FIELDS.customer_phone.label, value: formatPhone(line.phone) },
    { label: FIELDS.customer_email.label, value: line.email },
    { label: FIELDS.job_address.label, value: line.address },
    { label: FIELDS.job_city.label, value: line.city },
    {
      label: FIELDS[`job_${date}_date`].label,
      value: line.date?.readings
        .map((reading) => describeReading(reading, now))
        .join(" or "),
    },
    {
      label: FIELDS.job_categories.label,
      value: line.categories.join(", "),
    },
    {
      label: FIELDS.jobs_price.label,
      value: line.price !== null && formatMoney(line.price),
    },
    {
      label: FIELDS.job_status.label,
      value: line.status && jobStatusLabel(line.status),
    },
    {
      label: FIELDS.job_notes.label,
      value: notes && <span className="text-amber-ink">{notes}</span>,
    },
  ];
  return (
    <section
      aria-label="What is understood"
      className="max-h-[45dvh] shrink-0 overflow-y-auto border-b border-line px-4 py-3 text-sm"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows
          .filter(({ value }) => Boolean(value))
          .map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 break-words tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
      {days.size === 1 && <Visits day={[...days][0] ?? ""} />}
      <p role="status" className="mt-2 text-ink-muted">
        {reason === null
          ? "Everything is understood."
          : `${reason} The form asks for the rest.`}
      </p>
    </section>
  );
}

type PersonProps = Pick<ReadLine, "customer"> & { readonly name: string };

function Person({ name, customer }: PersonProps) {
  if (customer === undefined) return name;
  if (customer.kind === "new") return <>{name}, new customer</>;
  if (customer.kind === "unclear")
    return (
      <>
        {name}.{" "}
        <span className="text-amber-ink">
          Looks like {customer.like.customer_name},{" "}
          {formatPhone(customer.like.customer_phone ?? "") ||
            customer.like.customer_id}
        </span>
      </>
    );
  const { customer_id, customer_name } = customer.customer;
  return (
    <>
      {customer_name}, {customer_id}
    </>
  );
}

const MAX_VISITS = 4;

function Visits({ day }: { readonly day: DayKey }) {
  const range = dayRange(day);
  const jobs = useQuery(api.jobs.getScheduledForDay, {
    dayStart: range.from,
    dayEnd: range.until,
  });
  const visits = jobs && visitsOn(jobs, range);
  const shown = visits
    ?.slice(0, MAX_VISITS)
    .map(({ job, at }) => `${formatTime(at)} ${job.customer_name}`);
  const more = (visits?.length ?? 0) - MAX_VISITS;
  if (more > 0) shown?.push(`${more} more`);
  return (
    <p className="mt-2 text-ink-muted tabular-nums">
      {shown === undefined && "The visits of that day are loading."}
      {shown?.length === 0 && "No other visits that day."}
      {shown && shown.length > 0 && `That day: ${shown.join("; ")}`}
    </p>
  );
}
