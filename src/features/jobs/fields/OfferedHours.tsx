import {
  dayKeyOf,
  formatShortDay,
  nextDay,
  relativeDayLabel,
  type DayKey,
} from "@domain/dates/days";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import { formatMinute, formatTime } from "@domain/dates/times";
import { offeredHours } from "@domain/job/visitTimes";
import { openPageDialog } from "@/lib/pageDialogs";
import { useNow } from "@/lib/useNow";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { useFreeTimes, useSuggestedTime } from "@/job/fields/DayVisits";
import { LinkButton } from "./links";

interface OfferedHoursProps {
  readonly day: DayKey;
  /** Called with the next free time of a later day, as a date-time field holds it. */
  readonly onChoose: (value: string) => void;
}

/** Shows the office hours, with a button to change them, and offers the next morning if the day has no free time. */
export function OfferedHours({ day, onChoose }: OfferedHoursProps) {
  const { first, last } = offeredHours(useOfficeSettings() ?? {});
  const { isFull } = useFreeTimes(day);
  return (
    <div className="text-sm text-ink-muted">
      {isFull && <NextMorning {...{ day, onChoose }} />}
      <p className="flex flex-wrap items-center gap-x-3">
        {`Times from ${formatMinute(first)} to ${formatMinute(last)}`}
        <LinkButton
          aria-haspopup="dialog"
          className="touch:min-h-11"
          onClick={() => openPageDialog("hours")}
        >
          Change office hours
        </LinkButton>
      </p>
    </div>
  );
}

function NextMorning({ day, onChoose }: OfferedHoursProps) {
  const today = dayKeyOf(useNow());
  const morning = useSuggestedTime(day);
  const later = morning?.slice(0, 10);
  const time = formatTime(Number(fromDateTimeField(morning ?? "")));
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-ink">
      No free time is left that day.
      {morning !== undefined && later !== undefined && (
        <LinkButton className="touch:min-h-11" onClick={() => onChoose(morning)}>
          {`${dayName(later, today)} ${time}`}
        </LinkButton>
      )}
    </p>
  );
}

function dayName(day: DayKey, today: DayKey): string {
  return day === nextDay(today) ? relativeDayLabel(day, today) : formatShortDay(day);
}
