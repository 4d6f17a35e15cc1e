import { clsx } from "clsx";
import type { CalendarEntry } from "@domain/job/calendar";
import { dayOfMonth, weekdayName, type DayKey } from "@domain/dates/days";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { groupBy } from "@domain/text/groups";
import { dayOfVisitText } from "@domain/job/lastingVisits";
import { spanWords } from "@domain/job/spanWords";
import { formatTime } from "@domain/dates/times";
import type { ShownHours } from "@domain/job/weekGrid";
import { entryColorClass } from "../calendar/entryColorClass";
import { entryKey } from "../calendar/entryKey";
import { hourLabel } from "./hourLabel";
import { dayPercents, HOURS_PERCENT } from "./paperColumns";
import type { EntriesOfDays } from "./useWeekEntries";

interface WeekSheetProps {
  readonly days: readonly DayKey[];
  readonly hours: ShownHours;
  readonly entries: EntriesOfDays | undefined;
}

/** Before the first hour: the row of the visits that have begun on an earlier day. */
const LASTING = -1;

/**
 * The most visits of a day in an hour that is kept on one sheet, where its label stands. A fuller hour would leave up
 * to half of the sheet before it empty.
 */
const MOST_UNBROKEN = 3;

/** The week on paper, where nothing can be opened: each hour is as high as its visits, which are written out. */
export function WeekSheet({ days, entries, ...props }: WeekSheetProps) {
  const { from, until } = props.hours;
  const byHour = new Map(
    days.map((day) => [
      day,
      groupBy(entries?.get(day) ?? [], ({ at, part }) =>
        part ? LASTING : new Date(at).getHours(),
      ),
    ]),
  );
  const isLasting = days.some((day) => byHour.get(day)?.has(LASTING));
  const hours = Array.from({ length: until - from }, (_, at) => from + at);
  const widths = dayPercents(days.map((day) => entries?.get(day)?.length ?? 0));
  const isKept = (hour: number) =>
    days.every((day) => (byHour.get(day)?.get(hour)?.length ?? 0) <= MOST_UNBROKEN);
  return (
    <table className="hidden h-[170mm] w-full table-fixed border-collapse text-[0.6875rem] leading-3 print:table">
      <thead>
        <tr>
          <th style={{ width: `${HOURS_PERCENT}%` }} />
          {days.map((day, at) => (
            <th
              key={day}
              scope="col"
              style={{ width: `${widths[at] ?? 0}%` }}
              className="h-5 font-semibold"
            >
              {weekdayName(day).slice(0, 3)} {dayOfMonth(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="border-b border-ink-faint">
        {(isLasting ? [LASTING, ...hours] : hours).map((hour) => (
          <tr key={hour} className={clsx(isKept(hour) && "break-inside-avoid")}>
            <th
              scope="row"
              className="border-t border-ink-faint py-0.5 pr-2 text-right align-top font-normal tabular-nums"
            >
              {hour !== LASTING && hourLabel(hour)}
            </th>
            {days.map((day) => (
              <td key={day} className="border border-ink-faint p-0.5 align-top">
                {byHour
                  .get(day)
                  ?.get(hour)
                  ?.map((entry) => (
                    <WrittenVisit key={entryKey(entry)} entry={entry} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A visit with its type as a word, because most prints have no colors. */
function WrittenVisit({ entry }: { readonly entry: CalendarEntry }) {
  const { type, name, at, end, address, crew, part } = entry;
  const span = spanWords(at, entry);
  return (
    <p
      className={clsx(
        "break-inside-avoid border-l-3 pb-0.5 pl-1 wrap-break-word",
        entryColorClass(type),
      )}
    >
      <span className="tabular-nums">
        {part ? dayOfVisitText(part) : formatTime(at)} {ENTRY_TYPE_LABELS[type]}
        {span && `, ${span}`}
        {crew !== undefined && `, ${crew}`}
      </span>{" "}
      <span className={clsx("font-semibold", end === "cancelled" && "line-through")}>{name}</span>
      {address !== name && <span className="block">{address}</span>}
    </p>
  );
}
