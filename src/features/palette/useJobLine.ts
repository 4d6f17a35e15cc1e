import { useMemo, useState } from "react";
import { useQueries } from "convex/react";
import type { Crews } from "@domain/job/crews";
import { dayKeyOf, parseDayKey } from "@domain/dates/days";
import { canBeJobLine, isJobLine, readJobLine, withPrice, type JobLine } from "@domain/job/jobLine";
import { whyNotBooked, type LineCustomer, customerOfLine } from "@domain/job/lineBooking";
import { formatMoney } from "@domain/text/money";
import { placeText } from "@domain/customer/places";
import type { DateReading } from "@domain/job/typedTimes";
import { checkJobForm } from "@/job/checkJobForm";
import type { Customer } from "@/job/jobForm";
import { newDraft } from "@/job/newJobDraft";
import { openNewJob } from "@/job/requestedStart";
import { useCreateJob } from "@/job/useCreateJob";
import type { Go } from "@/lib/openJob";
import { useCrews } from "@/offline/useCrews";
import { describeReading, formOfLine } from "./lineForm";
import type { PaletteEntry } from "./paletteEntries";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/calls/inputLimits";
import { correctedCustomer } from "@/job/shownJobs";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { usePaced } from "@/lib/usePaced";
import { waitingCustomers } from "@/offline/outbox/shownRows";

export interface ReadLine {
  readonly line: JobLine;
  readonly customer: LineCustomer<Customer> | undefined;
  /** An entry for each reading of the date. */
  readonly entries: readonly PaletteEntry[];
  /** The reason why Ctrl+Enter opens the form; null if it books at once. */
  readonly reason: string | null;
  readonly now: number;
}

/** The day that the screen shows: the day in the Dashboard's URL, or today. */
export function shownDay(now: number): string {
  const { pathname, search } = window.location;
  const date = new URLSearchParams(search).get("date");
  const day = pathname === "/dashboard" ? parseDayKey(date) : null;
  return day ?? dayKeyOf(now);
}

interface LineForm {
  readonly of: JobLine;
  readonly reading: DateReading | undefined;
}

/** The time of the visit, or the place of a job without one, with the price of a reading that has one. */
function whenText(
  { of, reading }: LineForm,
  { price, now }: { readonly price: number | null; readonly now: number },
): string {
  const when = reading ? describeReading(reading, now) : of.address;
  return price === null ? when : `${when}, ${formatMoney(price)}`;
}

/** The typed text as a new job, and the same with its number as the price; none if it is a search. */
function linesOf(typed: string, now: number, office: Crews): readonly JobLine[] {
  if (!canBeJobLine(typed)) return [];
  const context = { now, shownDay: shownDay(now), isSpoken: true };
  const line = readJobLine(typed, context, office);
  if (line === null || !isJobLine(line)) return [];
  const priced = withPrice(typed, line);
  const offered = priced === null ? null : readJobLine(priced, context, office);
  return offered === null || offered.price === null ? [line] : [line, offered];
}

/** The typed text read as a new job; null for a search. */
export function useJobLine(typed: string, go: Go): ReadLine | null {
  const [now] = useState(Date.now);
  const crews = useCrews();
  const lines = useMemo(() => linesOf(typed, now, { crews }), [typed, now, crews]);
  const [line = null] = lines;
  const customer = useLineCustomer(line);
  const create = useCreateJob();
  if (line === null) return null;

  const entryOf = ({ of, reading }: LineForm, id: number) => {
    const price = of === line ? null : of.price;
    const when = whenText({ of, reading }, { price, now });
    const draft = { ...newDraft(), ...formOfLine(of, reading, customer) };
    const faultAt = (at: number) =>
      whyNotBooked({ line: of, reading, customer, now: at }) ??
      Object.values(checkJobForm(draft.values))[0] ??
      null;
    const choose = () => openNewJob({ ...draft, isTyped: true }, go);
    /** Creates the job without opening the form. If the server refuses it, the form opens with it. */
    const book = async () => {
      const title = `Booked ${draft.values.customer_name}, ${when}`;
      const detail = placeText(draft.values);
      const created = await create(draft, { announcement: { title, detail } });
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
      // Checked again: a time that has passed since the palette was opened is not booked.
      book: () => (faultAt(Date.now()) === null ? void book() : choose()),
    };
  };
  const forms = lines.flatMap((of) =>
    (of.date?.readings ?? [undefined]).map((reading) => ({ of, reading })),
  );
  const read = forms.map(entryOf);
  const entries: PaletteEntry[] = [...read];
  // Booking at once is an entry too, for a pointer and for a phone, which has no Ctrl key.
  const bookable = read.find(({ reason }) => reason === null);
  if (bookable !== undefined)
    entries.push({
      id: "line book",
      label: bookable.label.replace("New job", "Book at once"),
      detail: bookable.detail,
      staysHere: true,
      choose: bookable.book,
    });
  const reason = read[0]?.reason ?? null;
  return { line, customer, entries, reason, now };
}

const SEARCH_PACE_MS = 50;

/** The customer of the line among all of the office; undefined until the server has answered. */
function useLineCustomer(line: JobLine | null): LineCustomer<Customer> | undefined {
  const waiting = useWaitingChanges();
  const said = [line?.name, line?.phone, line?.email].filter(Boolean).join("\n");
  const settled = usePaced(said, SEARCH_PACE_MS);
  const queries = useMemo(() => {
    const terms = settled === "" ? [] : settled.split("\n").map(cutSearch);
    const query = api.customers.search;
    return Object.fromEntries(terms.map((term) => [term, { query, args: { term } }]));
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
