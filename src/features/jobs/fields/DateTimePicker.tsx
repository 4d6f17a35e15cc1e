import { clsx } from "clsx";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { DayPicker } from "react-day-picker";
import { useNow } from "@/lib/useNow";
import { dayKeyOf, formatLongDay, type DayKey } from "@domain/days";
import { formatTime, fromDateTimeField } from "@domain/times";
import { readTypedDates } from "@domain/typedTimes";
import { DayVisits } from "./DayVisits";

interface DateTimePickerProps {
  /** The value of a date-time field, or text that is not a time yet. */
  readonly value: string;
  /** Whether the month takes the focus. */
  readonly takesFocus: boolean;
  /** `isWhole` if the value has a time. */
  readonly onChoose: (value: string, isWhole: boolean) => void;
}

/** A month, a list of times, and the other visits of the day. */
export function DateTimePicker({
  value,
  takesFocus,
  onChoose,
}: DateTimePickerProps) {
  const now = useNow();
  const readings = readTypedDates(value, { now, shownDay: dayKeyOf(now) });
  const read = readings.length === 1 ? readings[0] : undefined;
  const day = read?.day ?? null;
  const time = read?.value?.split("T")[1] ?? null;
  const times = useRef<HTMLDivElement>(null);

  const chooseDay = (next: DayKey) => {
    if (time !== null) onChoose(`${next}T${time}`, false);
    else {
      onChoose(formatSlashed(next), false);
      times.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm font-medium">
        {summary(day, read?.value ?? null)}
      </p>
      <div className="flex gap-3">
        <Month day={day} takesFocus={takesFocus} onChoose={chooseDay} />
        <Times
          ref={times}
          time={time}
          disabled={day === null}
          onChoose={(next) => day && onChoose(`${day}T${next}`, true)}
        />
      </div>
      {day && (
        <div className="border-t border-line pt-3">
          <DayVisits
            key={day}
            day={day}
            at={fromDateTimeField(read?.value ?? "")}
          />
        </div>
      )}
    </div>
  );
}

function summary(day: DayKey | null, value: string | null): string {
  if (day === null) return "Type wed 10, 11/26 2p or tomorrow 9:30";
  const at = value === null ? null : fromDateTimeField(value);
  return at === null
    ? `${formatLongDay(day)}: choose a time`
    : `${formatLongDay(day)} at ${formatTime(at)}`;
}

/** For example "11/25/26": a day that still needs a time. */
function formatSlashed(day: DayKey): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${Number(month)}/${Number(date)}/${year.slice(-2)} `;
}

interface MonthProps {
  readonly day: DayKey | null;
  readonly takesFocus: boolean;
  readonly onChoose: (day: DayKey) => void;
}

function Month({ day, takesFocus, onChoose }: MonthProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus)
      box.current
        ?.querySelector<HTMLElement>("table button[tabindex='0']")
        ?.focus();
  }, [takesFocus]);
  const selected = dateOf(day);
  const [month, showMonth] = useShownMonth(day);
  return (
    <div ref={box} className="min-w-0 grow">
      <DayPicker
        mode="single"
        selected={selected}
        {...(month && { month })}
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

/** The shown month: that of the day, which may have been typed, until the person pages to another one. */
function useShownMonth(day: DayKey | null) {
  const [leafed, setLeafed] = useState({ from: day, month: dateOf(day) });
  const month = leafed.from === day ? leafed.month : dateOf(day);
  return [
    month,
    (next: Date) => setLeafed({ from: day, month: next }),
  ] as const;
}

/** Includes the number as the cell shows it, so that speech control can be given the visible text. */
const DAY_LABELS = {
  labelDayButton: (date: Date, { today }: { readonly today?: boolean }) =>
    `${today ? "Today, " : ""}${formatLongDay(dayKeyOf(date.getTime()))}`,
};

/** Noon, because in some zones a day has no midnight. */
function dateOf(day: DayKey | null): Date | undefined {
  return day === null ? undefined : new Date(`${day}T12:00`);
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
  day_button:
    "mx-auto flex size-8 items-center justify-center rounded-full hover:bg-hover",
  outside: "text-ink-faint",
  today:
    "*:ring-1 *:ring-control *:ring-inset forced-colors:*:underline forced-colors:*:underline-offset-4",
  selected:
    "font-semibold *:bg-accent *:text-on-accent *:hover:bg-accent-hover forced-colors:*:outline-2 forced-colors:*:outline-solid",
};

const FIRST_TIME = "06:00";
const DEFAULT_TIME = "09:00";

/** The offered times: every half hour from 6:00 AM to 8:00 PM. */
const TIMES = Array.from({ length: 29 }, (_, index) => {
  const minutes = 6 * 60 + index * 30;
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
});

interface TimesProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly time: string | null;
  readonly disabled: boolean;
  readonly onChoose: (time: string) => void;
}

/** The list of times: one stop of the Tab key, in which the arrow keys move. */
function Times({ ref, time, disabled, onChoose }: TimesProps) {
  const wanted = time ?? DEFAULT_TIME;
  const current = TIMES.findLast((each) => each <= wanted) ?? FIRST_TIME;
  useEffect(() => {
    const list = ref.current;
    const button = list?.querySelector<HTMLElement>("[tabindex='0']");
    if (list && button) list.scrollTop = button.offsetTop - list.offsetTop - 32;
  }, [ref, current]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === event.target);
    buttons[at + step]?.focus();
  };
  return (
    <div
      ref={ref}
      role="group"
      aria-label="Times"
      onKeyDown={onKeyDown}
      className={clsx(
        "h-64 w-24 shrink-0 border-l border-line pl-2",
        // Scrolls only while the keyboard can reach its buttons.
        disabled ? "overflow-hidden" : "overflow-y-auto overscroll-contain",
      )}
    >
      {TIMES.map((each) => (
        <button
          key={each}
          type="button"
          tabIndex={each === current ? 0 : -1}
          aria-pressed={each === time}
          disabled={disabled}
          onClick={() => onChoose(each)}
          className={clsx(
            "flex h-8 w-full items-center justify-end rounded-lg px-2 text-sm tabular-nums disabled:text-ink-faint",
            each === time
              ? "bg-accent font-semibold text-on-accent forced-colors:border-2"
              : "enabled:hover:bg-hover",
          )}
        >
          {formatTime(Number(fromDateTimeField(`2026-01-05T${each}`)))}
        </button>
      ))}
    </div>
  );
}
