import { ENTRY_TYPE_LABELS, type EntryType } from "@domain/job/entryTypes";
import { readTypedDates, spanOfRange } from "@domain/job/typedTimes";
import type { spanWords } from "@domain/job/spanWords";
import type { readTypedVisits } from "@domain/job/typedSpans";

export interface VisitSpanFieldProps {
  readonly type: EntryType;
}

export function spanLabel(type: EntryType): string {
  return `${ENTRY_TYPE_LABELS[type]} length or window`;
}

interface SpanReader {
  read: typeof readTypedVisits;
  words: typeof spanWords;
}

/**
 * Reads lengths and windows beside a date, and writes them in words. Their grammar is loaded with VisitSpanField, after
 * the dialog is shown: until then only a range of times is read.
 */
export const spanReader: SpanReader = {
  read: (typed, context, { type }) =>
    readTypedDates(typed, context).map((reading) => ({
      ...reading,
      ...spanOfRange(reading, type),
    })),
  words: () => "",
};
