import { useMemo, useState } from "react";
import { useQueries } from "convex/react";
import { dayKeyOf, parseDayKey } from "@domain/days";
import {
  canBeJobLine,
  isJobLine,
  readJobLine,
  type JobLine,
} from "@domain/jobLine";
import {
  whyNotBooked,
  type LineCustomer,
  customerOfLine,
} from "@domain/lineBooking";
import { placeText } from "@domain/places";
import type { DateReading } from "@domain/typedTimes";
import { checkJobForm } from "@/features/jobs/checkJobForm";
import type { Customer } from "@/features/jobs/jobForm";
import { newDraft } from "@/features/jobs/newJobDraft";
import { openNewJob } from "@/features/jobs/requestedStart";
import { useCreateJob } from "@/features/jobs/useCreateJob";
import type { Go } from "@/lib/openJob";
import { describeReading, formOfLine } from "./lineForm";
import type { PaletteEntry } from "./paletteEntries";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/inputLimits";
import { correctedCustomer } from "@/features/jobs/shownJobs";
import { useWaitingChanges } from "@/features/jobs/useWaitingChanges";
import { usePaced } from "@/lib/usePaced";
import { waitingCustomers } from "@/offline/outbox/shownRows";

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
    if (!canBeJobLine(typed)) return null;
    const read = readJobLine(typed, { now, shownDay: shownDay(now) });
    return read !== null && isJobLine(read) ? read : null;
  }, [typed, now]);
  const customer = useLineCustomer(line);
  const { create } = useCreateJob();
  if (line === null) return null;

  const entryOf = (reading: DateReading | undefined, id: number) => {
    const when = reading ? describeReading(reading, now) : line.address;
    const draft = { ...newDraft(), ...formOfLine(line, reading, customer) };
    const faultAt = (at: number) =>
      whyNotBooked({ line, reading, customer, now: at }) ??
      Object.values(checkJobForm(draft.values))[0] ??
      null;
    const choose = () => openNewJob({ ...draft, isTyped: true }, go);
    /** Creates the job without the form, which opens with what the server refused. */
    const book = async () => {
      const created = await create(draft, {
        title: `Booked ${draft.values.customer_name}, ${when}`,
        detail: placeText(draft.values),
      });
      if (created.ok) return;
      await created.withdraw();
      choose();
    };
    return {
      id: `line ${id}`,
      label: `New job${line.name === "" ? "" : `: ${line.name}`}`,
      detail: when,
      reason: faultAt(now),
      choose,
      // What has passed since the palette was opened is not booked.
      book: () => (faultAt(Date.now()) === null ? void book() : choose()),
    };
  };
  const [first, ...others] = line.date?.readings ?? [];
  const entry = entryOf(first, 0);
  const entries: PaletteEntry[] = [
    entry,
    ...others.map((each, at) => entryOf(each, at + 1)),
  ];
  const { label, detail, reason, book } = entry;
  // A phone has no Ctrl key: there, and for the pointer, booking at once is an entry too.
  if (reason === null)
    entries.push({
      id: "line book",
      label: label.replace("New job", "Book at once"),
      detail,
      staysHere: true,
      choose: book,
    });
  return { line, customer, entries, reason, now };
}

const SEARCH_PACE_MS = 50;

/** The customer of the line among all of the office; undefined until the server has answered. */
function useLineCustomer(
  line: JobLine | null,
): LineCustomer<Customer> | undefined {
  const waiting = useWaitingChanges();
  const said = [line?.name, line?.phone, line?.email]
    .filter(Boolean)
    .join("\n");
  const settled = usePaced(said, SEARCH_PACE_MS);
  const queries = useMemo(() => {
    const terms = settled === "" ? [] : settled.split("\n").map(cutSearch);
    const query = api.customers.search;
    return Object.fromEntries(
      terms.map((term) => [term, { query, args: { term } }]),
    );
  }, [settled]);
  const answers = useQueries(queries);
  return useMemo(() => {
    const lists = Object.keys(queries).map(
      (term) => answers[term] as Customer[] | Error | undefined,
    );
    if (line === null || settled !== said) return undefined;
    if (!lists.every((list) => Array.isArray(list))) return undefined;
    const all = [...waitingCustomers(waiting.items), ...lists.flat()];
    return customerOfLine(
      line,
      all.map((one) => correctedCustomer(one, waiting)),
    );
  }, [line, settled, said, queries, answers, waiting]);
}
