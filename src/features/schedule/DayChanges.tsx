import { useEffect, useMemo, type ReactNode } from "react";
import { markText, visitKey, type DayMark } from "@domain/job/dayChanges";
import { dayRange, type DayKey } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { formatTime } from "@domain/dates/times";
import { Button } from "@/components/ui/Button";
import { useSeenDay } from "./useSeenDay";
import type { DayList } from "./dayJobs/useDayJobs";

/** A visit that left the day since this device last showed it. */
interface LeftVisit {
  /** The time that the visit had on the day, by which it is sorted into the list. */
  readonly at: number;
  /** The list item that is shown in its place. */
  readonly item: ReactNode;
}

/** The changes since this device last showed the day, as the list shows them. */
export interface ShownChanges {
  /** The mark of a job's card, by the job's id. */
  readonly marks: ReadonlyMap<string, string>;
  readonly left: readonly LeftVisit[];
  /** Called when the person opened the card of a job. */
  readonly onOpened: (jobId: string) => void;
}

export interface DayChangesProps {
  readonly day: DayKey;
  readonly list: DayList;
  readonly onChanges: (changes: ShownChanges | null) => void;
}

/**
 * Says how much changed on the day since this device last showed it, and gives the day's list the mark of each change.
 * The list does not wait for this part, which is loaded later.
 */
export function DayChanges({ day, list, onChanges }: DayChangesProps) {
  const range = useMemo(() => dayRange(day), [day]);
  const { marks, look } = useSeenDay(range, list);
  useEffect(() => {
    const onCards = marks.filter(({ hasLeft }) => !hasLeft);
    onChanges({
      marks: new Map(
        onCards.map(({ visit: { jobId } }) => [
          jobId,
          onCards
            .filter(({ visit }) => visit.jobId === jobId)
            .map(markText)
            .join(". "),
        ]),
      ),
      left: marks
        .filter(({ hasLeft }) => hasLeft)
        .map((mark) => ({
          at: mark.visit.at,
          item: <LeftItem key={visitKey(mark.visit)} mark={mark} />,
        })),
      onOpened: (jobId) => look((visit) => visit.jobId === jobId),
    });
  }, [marks, look, onChanges]);
  useEffect(() => () => onChanges(null), [onChanges]);

  if (marks.length === 0) return null;
  return (
    <section
      aria-label="What changed"
      className="mb-2 flex items-center justify-between gap-2 rounded-xl bg-info-tint py-1 pr-1 pl-3.5 text-sm text-info-ink print:hidden"
    >
      <p role="status">{`${counted(marks.length, "change")} since you looked`}</p>
      <Button size="small" variant="ghost" onClick={() => look(() => true)}>
        Seen
      </Button>
    </section>
  );
}

/** An item in the place of a visit that left the day. */
function LeftItem({ mark }: { readonly mark: DayMark }) {
  const { at, name } = mark.visit;
  return (
    <li className="flex gap-2 rounded-xl border border-dashed border-line px-3.5 py-2 text-sm text-ink-muted print:hidden">
      <time
        dateTime={new Date(at).toISOString()}
        className="shrink-0 font-semibold tabular-nums line-through"
      >
        {formatTime(at)}
      </time>
      <span className="min-w-0 wrap-anywhere">{`${name}: ${lowerFirst(markText(mark))}`}</span>
    </li>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
