import { useState } from "react";
import { dayKeyOf } from "@domain/dates/days";
import { fromDateTimeField, toDateTimeField } from "@domain/dates/dateTimeField";
import { readTypedDates, type DateReading } from "@domain/job/typedTimes";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { DateChoice } from "@/job/fields/DateChoice";
import { dateProblem } from "@/job/fields/dateReadings";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { withDistance } from "../moves/withDistance";

interface NewTimeFieldProps {
  /** The time in the field; null while the text names no single time. */
  readonly at: number | null;
  /** The present time of the visit: a typed day keeps its time of day. */
  readonly present: number | null;
  readonly now: number;
  readonly onChange: (at: number | null) => void;
  /** Called when Enter is pressed on a time. */
  readonly onEnter: () => void;
}

/** A day and a time as people say them, such as "wed 10"; the browser's control on touch. */
export function NewTimeField(props: NewTimeFieldProps) {
  return useMediaQuery("(pointer: fine)") ? <TypedTime {...props} /> : <NativeTime {...props} />;
}

function NativeTime({ at, present, onChange }: NewTimeFieldProps) {
  return (
    <Field label="New time">
      <Input
        type="datetime-local"
        step={900}
        value={toDateTimeField(at)}
        onChange={({ target }) => {
          const next = fromDateTimeField(target.value, at ?? present);
          onChange(Number.isNaN(next) ? null : next);
        }}
      />
    </Field>
  );
}

function TypedTime(props: NewTimeFieldProps) {
  const { at, present, now, onChange, onEnter } = props;
  /** The typed text; null while the field shows a time that was not typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const context = {
    now,
    shownDay: dayKeyOf(at ?? present ?? now),
    ...(present !== null && {
      moved: dayKeyOf(present),
      keptTime: toDateTimeField(present).slice(11),
    }),
  };
  // A time that was set by the step buttons replaces the typed text.
  const [shown, setShown] = useState(at);
  if (at !== shown) {
    setShown(at);
    if (at !== null && typed !== null && timesIn(typed)[0] !== at) setTyped(null);
  }
  const text = typed ?? (at === null ? "" : formatVisitTime(at));
  const readings = typed === null ? [] : readTypedDates(typed, context);

  function timesIn(each: string): (number | null)[] {
    return readTypedDates(each, context).map((one) => timeOf(one, present));
  }
  const type = (next: string) => {
    setTyped(next);
    const times = timesIn(next);
    onChange(times.length === 1 ? (times[0] ?? null) : null);
  };
  return (
    <Field
      label="New time"
      error={
        at === null && typed !== null && typed !== ""
          ? dateProblem(typed, readings, context)
          : undefined
      }
      hint={hintOf(at, present)}
    >
      <div>
        <Input
          autoComplete="off"
          value={text}
          placeholder="wed 10, 11/26 2p"
          onChange={(event) => type(event.target.value)}
          onKeyDown={({ key, repeat }) => {
            if (key === "Enter" && !repeat && at !== null) onEnter();
          }}
        />
        {readings.length > 1 && at === null && (
          <DateChoice
            label="Which new time"
            readings={readings}
            onChoose={(reading) => {
              setTyped(null);
              onChange(timeOf(reading, present));
            }}
          />
        )}
      </div>
    </Field>
  );
}

function hintOf(at: number | null, present: number | null) {
  if (at === null) return "For example “wed 10”";
  const text = formatVisitTime(at);
  const [moved, day] = [dayKeyOf(present ?? at), dayKeyOf(at)];
  return moved === day ? text : withDistance(text, { moved, day });
}

function timeOf({ value }: DateReading, present: number | null): number | null {
  return value === null ? null : fromDateTimeField(value, present);
}
