import { useEffect, useRef, useState } from "react";
import { DayPicker } from "react-day-picker";
import { dayKeyOf, formatLongDay, type DayKey } from "@domain/dates/days";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import type { DateReading } from "@domain/job/typedTimes";
import { slashedDay } from "@/job/fields/dateReadings";
import { DayVisits } from "@/job/fields/DayVisits";
import { OfferedHours } from "./OfferedHours";
import { VisitTimes } from "./VisitTimes";

interface DateTimePickerProps {
  /** The date in the field, with or without a time. */
  readonly reading: DateReading | undefined;
  /** The day whose times are offered while the field names none. */
  readonly shownDay: DayKey;
  /** Whether the month takes the focus. */
  readonly takesFocus: boolean;
  /** `isWhole` if the value has a time. */
  readonly onChoose: (value: string, isWhole: boolean) => void;
}

/** A month, a list of times, and the other visits of the day: below them, or beside them in a low window. */
export function DateTimePicker({ reading, shownDay, takesFocus, onChoose }: DateTimePickerProps) {
  const day = reading?.day ?? shownDay;
  const time = reading?.value?.split("T")[1] ?? null;
  const times = useRef<HTMLDivElement>(null);

  const chooseDay = (next: DayKey) => {
    if (time !== null) onChoose(`${next}T${time}`, false);
    else {
      onChoose(`${slashedDay(next)} `, false);
      times.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    }
  };
  return (
    <div className="flex flex-col gap-3 short:grid short:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex gap-3 max-[27rem]:flex-col">
        <Month
          day={day}
          isChosen={reading !== undefined}
          takesFocus={takesFocus}
          onChoose={chooseDay}
        />
        <VisitTimes
          ref={times}
          day={day}
          time={time}
          onChoose={(next) => onChoose(`${day}T${next}`, true)}
        />
      </div>
      <OfferedHours day={day} onChoose={(next) => onChoose(next, true)} />
      <div className="border-t border-line pt-3 short:relative short:col-start-2 short:row-span-2 short:row-start-1 short:border-t-0 short:border-l">
        {/* A long list of visits scrolls beside the month, so that it does not make the picker higher. */}
        <div className="short:absolute short:inset-0 short:overflow-y-auto short:pl-2">
          <DayVisits key={day} day={day} at={fromDateTimeField(reading?.value ?? "")} />
        </div>
      </div>
    </div>
  );
}

interface MonthProps {
  readonly day: DayKey;
  /** Whether the field holds the day. */
  readonly isChosen: boolean;
  readonly takesFocus: boolean;
  readonly onChoose: (day: DayKey) => void;
}

function Month({ day, isChosen, takesFocus, onChoose }: MonthProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>("table button[tabindex='0']")?.focus();
  }, [takesFocus]);
  const [month, showMonth] = useShownMonth(day);
  return (
    <div ref={box} className="min-w-0 grow">
      <DayPicker
        mode="single"
        selected={isChosen ? dateOf(day) : undefined}
        month={month}
        onMonthChange={showMonth}
        onSelect={(_selected, picked) => onChoose(dayKeyOf(picked.getTime()))}
        showOutsideDays
        fixedWeeks
        labels={DAY_LABELS}
        classNames={MONTH_CLASSES}
      />
    </div>
  );
}

/** The shown month: the month of the day, which may have been typed, until the person pages to another one. */
function useShownMonth(day: DayKey) {
  const [leafed, setLeafed] = useState({ from: day, month: dateOf(day) });
  const month = leafed.from === day ? leafed.month : dateOf(day);
  return [month, (next: Date) => setLeafed({ from: day, month: next })] as const;
}

/** Includes the number as the cell shows it, so that speech control can be given the visible text. */
const DAY_LABELS = {
  labelDayButton: (date: Date, { today }: { readonly today?: boolean }) =>
    `${today ? "Today, " : ""}${formatLongDay(dayKeyOf(date.getTime()))}`,
};

/** Noon, because in some zones a day has no midnight. */
function dateOf(day: DayKey): Date {
  return new Date(`${day}T12:00`);
}

const NAV_BUTTON =
  "flex size-8 items-center justify-center rounded-lg hover:bg-hover [&_svg]:size-4 [&_svg]:fill-current";

const MONTH_CLASSES = {
  months: "relative",
  month_caption: "flex h-8 items-center pl-2 text-sm font-semibold",
  nav: "absolute top-0 right-0 flex",
  button_previous: NAV_BUTTON,
  button_next: NAV_BUTTON,
  month_grid: "mt-1 w-full border-collapse text-sm tabular-nums",
  weekday: "h-8 text-xs font-normal text-ink-muted",
  day: "p-0 text-center",
  day_button: "mx-auto flex size-8 items-center justify-center rounded-full hover:bg-hover",
  outside: "text-ink-faint",
  today:
    "*:ring-1 *:ring-control *:ring-inset forced-colors:*:underline forced-colors:*:underline-offset-4",
  selected:
    "font-semibold *:bg-accent *:text-on-accent *:hover:bg-accent-hover forced-colors:*:outline-2 forced-colors:*:outline-solid",
};
