import { useMemo, useState } from "react";
import { dayKeyOf, parseDayKey } from "@domain/days";
import { isJobLine, readJobLine, type JobLine } from "@domain/jobLine";
import { whyNotBooked, type LineCustomer } from "@domain/lineBooking";
import { placeText } from "@domain/places";
import type { DateReading } from "@domain/typedTimes";
import { checkJobForm } from "@/features/jobs/checkJobForm";
import type { Customer } from "@/features/jobs/jobForm";
import { newDraft, type NewJobDraft } from "@/features/jobs/newJobDraft";
import { openNewJob } from "@/features/jobs/requestedStart";
import { useCreateJob } from "@/features/jobs/useCreateJob";
import type { Go } from "@/lib/openJob";
import { describeReading, formOfLine } from "./lineForm";
import type { PaletteEntry } from "./paletteEntries";
import { useLineCustomer } from "./useLineCustomer";

export interface ReadLine {
  readonly line: JobLine;
  readonly customer: LineCustomer<Customer> | undefined;
  /** One for each reading of the date. */
  readonly entries: readonly PaletteEntry[];
  /** Why Ctrl+Enter opens the form; null if it books. */
  readonly reason: string | null;
  readonly now: number;
}

/** The day that the screen shows: that of the Dashboard's address, else today. */
export function shownDay(now: number): string {
  const { pathname, search } = window.location;
  const date = new URLSearchParams(search).get("date");
  const day = pathname === "/dashboard" ? parseDayKey(date) : null;
  return day ?? dayKeyOf(now);
}

/** The typed text as a new job; null if it is a search. */
export function useJobLine(typed: string, go: Go): ReadLine | null {
  const [now] = useState(Date.now);
  const line = useMemo(() => {
    const read = readJobLine(typed, { now, shownDay: shownDay(now) });
    return read !== null && isJobLine(read) ? read : null;
  }, [typed, now]);
  const customer = useLineCustomer(line);
  const book = useBooking(go);
  if (line === null) return null;
  const readings = line.date?.readings ?? [];
  const asJobs = readings.length > 0 ? readings : [undefined];
  const open = (reading: DateReading | undefined) =>
    openForm(draftOf(line, reading, customer), go);
  const [reading] = readings;
  const reason =
    whyNotBooked({ line, reading, customer, now }) ??
    formFault(draftOf(line, reading, customer));
  const entries = asJobs.map((each, at) => ({
    id: `line ${at}`,
    label: `New job${line.name === "" ? "" : `: ${line.name}`}`,
    detail: each ? describeReading(each, now) : line.address,
    choose: () => open(each),
    book: () => {
      // What has passed since the palette was opened is not booked.
      const isOpen = whyNotBooked({
        line,
        reading: each,
        customer,
        now: Date.now(),
      });
      if (reason !== null || isOpen !== null || !each) open(each);
      else void book(draftOf(line, each, customer), describeReading(each, now));
    },
  }));
  return { line, customer, entries: withBooking(entries, reason), reason, now };
}

/** A phone has no Ctrl key: there, and for the pointer, booking at once is an entry too. */
function withBooking(
  entries: readonly LineEntry[],
  reason: string | null,
): readonly PaletteEntry[] {
  const [first] = entries;
  if (reason !== null || first === undefined) return entries;
  const { label, detail, book } = first;
  const booking = label.replace("New job", "Book at once");
  return [
    ...entries,
    { id: "line book", label: booking, detail, staysHere: true, choose: book },
  ];
}

type LineEntry = PaletteEntry & { readonly book: () => void };

function draftOf(
  line: JobLine,
  reading: DateReading | undefined,
  customer: LineCustomer<Customer> | undefined,
): NewJobDraft {
  return { ...newDraft(), ...formOfLine(line, reading, customer) };
}

function formFault({ values }: NewJobDraft): string | null {
  return Object.values(checkJobForm(values))[0] ?? null;
}

function openForm({ id, values, chosen }: NewJobDraft, go: Go): void {
  openNewJob({ id, values, chosen, isTyped: true }, go);
}

/** Creates the job without the form, which opens with what the server refused. */
function useBooking(go: Go) {
  const { create } = useCreateJob();
  return async (draft: NewJobDraft, when: string) => {
    const { customer_name, job_address, job_city } = draft.values;
    const created = await create(draft, {
      title: `Booked ${customer_name}, ${when}`,
      detail: placeText({ job_address, job_city }),
    });
    if (created.ok) return;
    await created.withdraw();
    openForm(draft, go);
  };
}
