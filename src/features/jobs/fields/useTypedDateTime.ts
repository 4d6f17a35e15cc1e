import { useContext, useState } from "react";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { dayKeyOf } from "@domain/dates/days";
import type { EntryType } from "@domain/job/entryTypes";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import type { VisitReading } from "@domain/job/typedSpans";
import type { VisitSpan } from "@domain/job/visitLength";
import type { VisitField } from "@domain/job/visits";
import { withoutVisitEnd } from "@domain/job/visitTimes";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { JOB_FIELDS, minutesText } from "@/job/jobFormFields";
import { useJobForm, type JobFormControl } from "@/job/JobFormContext";
import { ShownDayContext } from "@/job/shownDay";
import { dateProblem, slashedDay } from "@/job/fields/dateReadings";
import { spanReader } from "@/job/fields/spanReader";

export type TypedDateTime = ReturnType<typeof useTypedDateTime>;

/** A date field's text, what it can mean, and the events of its input, popover and choice. */
export function useTypedDateTime(name: VisitField) {
  const form = useJobForm();
  const value = form.values[name];
  /** The text while it is being typed; null while the form's value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const popover = usePopover();
  const reader = useReader(JOB_FIELDS[name].visit);
  const text = typed ?? shownText(value);
  const readings = typed === null ? readingsOf(value, reader.read) : reader.read(typed);
  const [reading] = readings.length === 1 ? readings : [];
  const isUnread = text !== "" && !reading?.value;
  const problem = isUnread ? dateProblem(text, readings, reader.context) : reading?.problem;
  return {
    name,
    text,
    readings,
    /** The reading of the field, if it has one day. */
    reading,
    shownDay: reader.context.shownDay,
    problem,
    isTyping: typed !== null,
    // Several days cannot be shown: the choice at the field comes first.
    isOpen: popover.isOpen && readings.length < 2,
    takesFocus: popover.takesFocus,
    isLocked: form.isLocked,
    open: () => !form.isLocked && popover.open(),
    openMonth: popover.openMonth,
    focus: () => {
      popover.leaveMonth();
      reader.beginAt(reading);
      form.focus(name);
    },
    ...textEvents({
      name,
      form,
      typed: typed === null ? undefined : reading,
      setTyped,
      popover,
      reader,
    }),
  };
}

interface TextParts {
  readonly name: VisitField;
  readonly form: JobFormControl;
  /** The reading of a text typed since the field was left or a choice was made. */
  readonly typed: VisitReading | undefined;
  readonly setTyped: (text: string | null) => void;
  readonly popover: ReturnType<typeof usePopover>;
  readonly reader: ReturnType<typeof useReader>;
}

function textEvents(parts: TextParts) {
  const { name, form, typed, setTyped, popover, reader } = parts;
  const value = form.values[name];
  const close = () => {
    popover.close();
    setTyped(null);
  };
  /** Called with the field's new value: later texts are read from it, and Notes lose an end that it makes wrong. */
  const settleAt = (next: string, span?: VisitSpan) => {
    const [reading, ...others] = readingsOf(next, reader.read);
    if (next !== "" && (others.length > 0 || !isRead(reading))) return;
    const { keptTime } = reader.context;
    const isOther = keptTime !== undefined && next.slice(11) !== keptTime;
    keepSpan({ name, form }, { span, isOther });
    reader.beginAt(reading);
  };
  const type = (text: string) => {
    setTyped(text);
    popover.open();
    form.type(name, valueOf(text, reader.read(text)));
  };
  return {
    type,
    /** Called by the popover, which stays open. */
    choose: (chosen: string) => {
      setTyped(null);
      form.type(name, chosen);
    },
    /** Chooses one of several readings: saves it, or asks for its time. */
    chooseReading: (chosenReading: VisitReading) => {
      const { day, value: chosen, span } = chosenReading;
      if (chosen === null) {
        reader.beginAt(chosenReading);
        type(`${slashedDay(day)} `);
        return;
      }
      close();
      form.choose(name, chosen);
      settleAt(chosen, span);
    },
    /** Closes the popover, and saves the value or shows why it cannot be saved. */
    settle: (chosen = value) => {
      close();
      form.choose(name, chosen);
      settleAt(chosen, chosen === value ? typed?.span : undefined);
    },
    leave: () => {
      close();
      form.leave(name, value);
      settleAt(value, typed?.span);
    },
  };
}

/** A line in Notes says an end that a typed length or another time of day makes wrong. */
function keepSpan(
  { name, form }: Pick<TextParts, "name" | "form">,
  { span, isOther }: { readonly span?: VisitSpan | undefined; readonly isOther: boolean },
): void {
  const type = JOB_FIELDS[name].visit;
  for (const kind of ["length", "window"] as const) {
    const minutes = span?.[kind];
    if (minutes) form.choose(`job_${type}_${kind}`, minutesText(minutes));
  }
  const { job_notes } = form.values;
  const notes = withoutVisitEnd(job_notes, name);
  if ((isOther || span?.length) && notes !== job_notes) form.choose("job_notes", notes);
}

function usePopover() {
  const [isOpen, setIsOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  return {
    isOpen,
    takesFocus,
    open: () => setIsOpen(true),
    openMonth: () => {
      setIsOpen(true);
      setTakesFocus(true);
    },
    leaveMonth: () => setTakesFocus(false),
    close: () => {
      setIsOpen(false);
      setTakesFocus(false);
    },
  };
}

/**
 * Reads a text for the day that the field itself shows, else the day of the screen, else today. A day alone keeps the
 * time that the field had.
 */
function useReader(type: EntryType) {
  const now = useNow();
  const office = useOfficeSettings() ?? {};
  const screenDay = useContext(ShownDayContext);
  const [own, setOwn] = useState<VisitReading | undefined>();
  const context = {
    now,
    shownDay: own?.day ?? screenDay ?? dayKeyOf(now),
    isSpoken: true,
    ...(own?.value && { keptTime: own.value.slice(11) }),
  };
  return {
    context,
    read: (text: string) => spanReader.read(text, context, { type, office }),
    beginAt: setOwn,
  };
}

function readingsOf(
  value: string,
  read: (text: string) => readonly VisitReading[],
): readonly VisitReading[] {
  const at = fromDateTimeField(value);
  if (at === null) return [];
  return Number.isNaN(at) ? read(value) : [{ day: dayKeyOf(at), value, end: null }];
}

/** The value of a date-time field, or the text itself if it is not one time. */
function valueOf(text: string, readings: readonly VisitReading[]): string {
  if (text.trim() === "") return "";
  const [reading] = readings;
  return readings.length === 1 && isRead(reading) ? reading.value : text;
}

function isRead(
  reading: VisitReading | undefined,
): reading is VisitReading & { readonly value: string } {
  return Boolean(reading?.value) && reading?.problem === undefined;
}

/** For example "Wed, Nov 25, 26, 10:00 AM", which is read back as the same time. */
function shownText(value: string): string {
  if (value === UNREADABLE) return "";
  const instant = fromDateTimeField(value);
  if (instant === null || Number.isNaN(instant)) return value;
  return formatVisitTime(instant);
}
