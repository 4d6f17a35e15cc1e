import { useState } from "react";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import type { EntryType } from "@domain/job/entryTypes";
import { capitalFirst, spanWords } from "@domain/job/spanWords";
import { readSpan, readTypedVisits, START_REQUIRED, type ReadSpan } from "@domain/job/typedSpans";
import type { VisitSpan } from "@domain/job/visitLength";
import { DAY_MINUTES } from "@domain/dates/times";
import { FIELD_OF_VISIT } from "@domain/job/visits";
import { visitEndLine, withoutVisitEnd } from "@domain/job/visitTimes";
import { Input } from "@/components/ui/Input";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { minutesText, readMinutes } from "@/job/jobFormFields";
import { useJobForm } from "@/job/JobFormContext";
import { JobField } from "./FormFields";
import { spanLabel, spanReader, type VisitSpanFieldProps } from "@/job/fields/spanReader";
import { WithOffer } from "./WithOffer";

// Once this code is loaded, the date fields read lengths and windows too.
Object.assign(spanReader, { read: readTypedVisits, words: spanWords });

/** How long a visit takes, and the window in which its crew arrives, as one text that is read back in words. */
export function VisitSpanField({ type }: VisitSpanFieldProps) {
  const field = useSpan(type);
  const { form, names, text, read, offer } = field;
  const words = field.isTyping && read.span ? field.wordsOf(read.span) : "";
  return (
    <WithOffer offer={offer} words={words} keepsFocus>
      <JobField name={names.length} label={spanLabel(type)} problem={read.problem}>
        <Input
          name={names.length}
          autoComplete="off"
          // Short, because a desk would cut off a longer example.
          placeholder="until 4, or 2 days"
          readOnly={form.isLocked}
          value={text}
          onFocus={() => form.focus(names.length)}
          onChange={({ target }) => field.type(target.value)}
          onBlur={field.leave}
        />
      </JobField>
    </WithOffer>
  );
}

function useSpan(type: EntryType) {
  const form = useJobForm();
  const office = useOfficeSettings() ?? {};
  const names = {
    length: `job_${type}_length`,
    window: `job_${type}_window`,
  } as const;
  const date = FIELD_OF_VISIT[type];
  /** The text while it is being typed, which is shorter than the words shown afterwards. */
  const [typed, setTyped] = useState<string | null>(null);
  const at = fromDateTimeField(form.values[date]) || null;
  const [length, window] = [form.values[names.length], form.values[names.window]].map(readMinutes);
  const isUnread = Number.isNaN(length);
  const span = { length: length || undefined, window: window || undefined };
  const [initial] = useState(JSON.stringify(span));
  const read = (text: string): ReadSpan => {
    if (text.trim() === "") return { span: {} };
    return at === null ? { problem: START_REQUIRED } : readSpan(text, { type, at, office });
  };
  const put = (how: "type" | "leave", text: string) => {
    const { span: next } = read(text);
    if (next) form[how](names.window, minutesText(next.window));
    // The length comes last: the form's focus is on the last field that is typed.
    form[how](names.length, next ? minutesText(next.length) : text);
  };
  const choose = (next: VisitSpan) => {
    setTyped(null);
    form.choose(names.window, minutesText(next.window));
    form.choose(names.length, minutesText(next.length));
  };
  const text = isUnread ? form.values[names.length] : spanWords(at, span);
  const other = swapped(span);
  const isChanged = !isUnread && JSON.stringify(span) !== initial;
  const line = visitEndLine(form.values.job_notes, date);
  const ofLine = line === null ? undefined : read(line.replace(/^\w+ /, "")).span;
  const offers = [
    other &&
      isChanged && {
        label: `${capitalFirst(spanWords(at, other))} instead`,
        take: () => choose(other),
      },
    ofLine &&
      length === null && {
        label: `Use “${line}” from Notes`,
        take: () => {
          choose({ ...span, ...ofLine });
          form.choose("job_notes", withoutVisitEnd(form.values.job_notes, date));
        },
      },
  ];
  return {
    form,
    names,
    text: typed ?? text,
    isTyping: typed !== null,
    read: typed === null && !isUnread ? { span } : read(typed ?? text),
    wordsOf: (next: VisitSpan) => capitalFirst(spanWords(at, next)),
    offer: !form.isLocked && offers.find(Boolean),
    type: (next: string) => {
      setTyped(next);
      put("type", next);
    },
    leave: () => {
      setTyped(null);
      if (typed === null) form.leave(names.length, form.values[names.length]);
      else put("leave", typed);
    },
  };
}

/** The window read as a length, or the length read as a window; null if the other reading makes no sense. */
function swapped({ length, window }: VisitSpan): VisitSpan | null {
  if (length === undefined) return window === undefined ? null : { length: window };
  return window === undefined && length < DAY_MINUTES ? { window: length } : null;
}
