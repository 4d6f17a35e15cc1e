import { useMemo } from "react";
import { calendarEntries, type CalendarEntry } from "@domain/job/calendar";
import { crewName } from "@domain/job/crews";
import { crewKey } from "@domain/job/crewVisits";
import { weekOf, type DayKey } from "@domain/dates/days";
import { groupBy } from "@domain/text/groups";
import type { OfficeSettings } from "@domain/job/officeSettings";
import type { DayCopy } from "@/offline/days/copiedDay";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { useListedCopies } from "@/job/useListedCopies";
import { copiedEntries, crewsOn, useWeeks, type DatedJobs } from "../calendar/useMonthEntries";
import { useShownDates } from "../calendar/useShownDates";

export type EntriesOfDays = ReadonlyMap<DayKey, readonly CalendarEntry[]>;

export interface WeekEntries {
  /** The visits of each day; undefined while loading, and if this device has none of them. */
  readonly entries: EntriesOfDays | undefined;
  /** The crew of each visit of the shown days, of all crews. */
  readonly crews: readonly (string | undefined)[] | undefined;
  /** The copy that is shown while the days are not live, or "none"; null while they are live. */
  readonly copied: DayCopy | "none" | null;
  /** The jobs of which a change waits on this device. */
  readonly waiting: ReadonlySet<string>;
  /** Applies the changes that wait on this device. */
  readonly withWaiting: (jobs: DatedJobs) => DatedJobs;
}

/**
 * The visits of the shown days, from the subscriptions of their weeks or, without signal, from the copy of days.
 * `undated` are jobs to which a waiting change may give a visit on these days. With a crew's key, only its visits.
 */
export function useWeekEntries(
  days: readonly DayKey[],
  undated: DatedJobs,
  crew?: string,
): WeekEntries {
  const weeks = useMemo(() => weeksOf(days), [days]);
  const live = useWeeks(weeks);
  const { copy, isOffline } = useListedCopies();
  const { withWaiting, waiting } = useShownDates();
  const settings = useOfficeSettings();
  const found = useMemo(() => {
    const saved = live ?? (copy ? copiedEntries(copy, days) : []);
    const isKnown = live !== undefined || saved.length > 0;
    const isMissing = !isKnown && copy !== undefined && isOffline;
    const there = new Set(saved.map(({ _id }) => _id));
    const others = undated.filter(({ _id }) => !there.has(_id));
    const visits = calendarEntries(withWaiting([...saved, ...others]));
    const own = visits
      .filter((visit) => crew === undefined || crewKey(visit.crew) === crew)
      .map((visit) => withCrewName(visit, settings));
    return {
      entries: isKnown ? groupBy(own, ({ date }) => date) : undefined,
      crews: isKnown ? crewsOn(days, visits) : undefined,
      copied: live === undefined ? savedAs(copy, isKnown, isMissing) : null,
    };
  }, [live, copy, days, undated, crew, settings, isOffline, withWaiting]);
  return { ...found, waiting, withWaiting };
}

/** The visit with the present name of its crew. */
function withCrewName(visit: CalendarEntry, settings: OfficeSettings = {}): CalendarEntry {
  const { crew } = visit;
  return crew === undefined ? visit : { ...visit, crew: crewName(crew, settings) };
}

function savedAs(
  copy: DayCopy | null | undefined,
  isKnown: boolean,
  isMissing: boolean,
): DayCopy | "none" | null {
  if (isKnown && copy) return copy;
  return isMissing ? "none" : null;
}

/** The whole weeks that hold the days, each once. */
function weeksOf(days: readonly DayKey[]): DayKey[][] {
  const weeks = days.map(weekOf);
  return [...new Map(weeks.map((week) => [week[0], week])).values()];
}
