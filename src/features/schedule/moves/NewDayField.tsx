import { useRef, useState, type KeyboardEvent } from "react";
import { dayKeyOf, formatLongDay, parseDayKey, type DayKey } from "@domain/dates/days";
import { readTypedDates } from "@domain/job/typedTimes";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { DateChoice } from "@/job/fields/DateChoice";
import { shortDayText } from "@/job/fields/dateReadings";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useNow } from "@/lib/useNow";
import { withDistance } from "./withDistance";

interface NewDayFieldProps {
  /** The day that is moved, from which "fri" and "+3" count; absent if the visits are of several days. */
  readonly moved?: DayKey;
  /** Null while the field names no single day. */
  readonly day: DayKey | null;
  readonly onChange: (day: DayKey | null) => void;
  /** Why visits cannot be moved to the day. */
  readonly error: string | null;
  /** Called when Enter is pressed on a day. */
  readonly onEnter: () => void;
}

/** A day as people say it, such as "next tue" or "12/8"; the browser's control on touch. */
export function NewDayField(props: NewDayFieldProps) {
  return useMediaQuery("(pointer: fine)") ? <TypedDay {...props} /> : <NativeDay {...props} />;
}

function NativeDay({ moved, day, onChange, error }: NewDayFieldProps) {
  return (
    <Field label="New day" error={error} hint={hintOf(day, moved)}>
      <Input
        type="date"
        value={day ?? ""}
        onChange={(event) => onChange(parseDayKey(event.target.value))}
      />
    </Field>
  );
}

function hintOf(day: DayKey | null, moved: DayKey | undefined) {
  if (day === null) return undefined;
  const text = formatLongDay(day);
  return moved === undefined ? text : withDistance(text, { moved, day });
}

function TypedDay({ moved, day, onChange, error, onEnter }: NewDayFieldProps) {
  const now = useNow();
  const [text, setText] = useState(day === null ? "" : shortDayText(day));
  const box = useRef<HTMLDivElement>(null);
  // A text with a time is not read as a day, because the visits keep their times.
  const daysIn = (typed: string) =>
    readTypedDates(typed, {
      now,
      shownDay: dayKeyOf(now),
      ...(moved && { moved }),
    }).filter(({ value }) => value === null);
  const readings = daysIn(text);
  const type = (next: string) => {
    setText(next);
    const [first, ...others] = daysIn(next);
    onChange(first && others.length === 0 ? first.day : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && day !== null && !event.repeat) onEnter();
    if (event.key !== "ArrowDown" || readings.length < 2) return;
    event.preventDefault();
    box.current?.querySelector<HTMLElement>("[role='group'] button")?.focus();
  };
  const isChoice = readings.length > 1 && day === null;
  return (
    <Field
      label="New day"
      error={day === null ? dayProblem(isChoice) : error}
      hint={hintOf(day, moved)}
    >
      <div ref={box}>
        <Input
          autoComplete="off"
          autoFocus
          value={text}
          // Selects the offered day, so that typing replaces it.
          onFocus={({ target }) => target.select()}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isChoice && (
          <DateChoice
            label="Which new day"
            readings={readings}
            onChoose={({ day: chosen }) => {
              // The button disappears with its choice.
              box.current?.querySelector("input")?.focus();
              setText(shortDayText(chosen));
              onChange(chosen);
            }}
          />
        )}
      </div>
    </Field>
  );
}

function dayProblem(isChoice: boolean): string {
  return isChoice
    ? "Choose which day is meant."
    : "Enter a day, for example “wed”, “12/8” or “in 2 days”.";
}
