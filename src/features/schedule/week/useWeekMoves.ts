import { useRef, useState } from "react";
import type { CalendarEntry } from "@domain/job/calendar";
import { dayKeyOf, type DayKey } from "@domain/dates/days";
import { JOB_SCHEDULED_ALREADY, VISIT_MOVED_ALREADY } from "@domain/job/visits";
import { formatVisitTime } from "@/lib/formatDateTime";
import { showToast } from "@/lib/toasts";
import { entryKey } from "../calendar/entryKey";
import { useMoves } from "../moves/useMoves";
import { useVisitEnd } from "./useVisitEnd";
import type { EntriesOfDays } from "./useWeekEntries";
import type { Lifted, WeekMoves } from "./weekMoves";
import { nameOf, type Moved, type TrayJob } from "../moves/moved";

interface Options {
  readonly days: readonly DayKey[];
  /** The present entries, even while the screen is frozen during a drag. */
  readonly entries: EntriesOfDays | undefined;
  /** The present jobs of the tray, by id. */
  readonly trayJobs: ReadonlyMap<string, TrayJob>;
  readonly waiting: ReadonlySet<string>;
  readonly onShow: (day: DayKey) => void;
}

/** Moves visits and schedules jobs of the tray: by drag, by key, and by a dialog. */
export function useWeekMoves(options: Options) {
  const { days, waiting, onShow } = options;
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [asked, setAsked] = useState<Moved | null>(null);
  /** The visit that a key has moved, until it is shown at its new place. */
  const focused = useRef<{ key: string; at: number } | null>(null);
  const { moveToTime } = useMoves();
  const setLength = useVisitEnd();

  const place = (moved: Moved, to: number) => {
    const present = presentOf(moved, options);
    if (present === null) {
      const reason = moved.kind === "visit" ? VISIT_MOVED_ALREADY : JOB_SCHEDULED_ALREADY;
      sayNotMoved(nameOf(moved), reason);
      return;
    }
    if (isAt(present, to)) return;
    moveToTime(present, to, noteOf(moved, present));
  };
  const setEnd = (entry: CalendarEntry, length: number) => {
    const present = presentOf({ kind: "visit", entry }, options);
    if (present?.kind !== "visit") sayNotMoved(entry.name, VISIT_MOVED_ALREADY);
    else if (present.entry.length !== length) setLength(present.entry, length);
  };
  const drop: WeekMoves["drop"] = ({ keepsFocus }) => {
    if (lifted === null) return;
    const { entry, to, length } = lifted;
    setLifted(null);
    if (length !== undefined) {
      setEnd(entry, length);
      return;
    }
    if (keepsFocus) focused.current = { key: entryKey(entry), at: to };
    const day = dayKeyOf(to);
    if (!days.includes(day) && entry.part === undefined) onShow(day);
    place({ kind: "visit", entry }, to);
  };
  const takeFocus = (entry: CalendarEntry, link: HTMLElement) => {
    const { key, at } = focused.current ?? {};
    if (key !== entryKey(entry) || at !== entry.at) return;
    focused.current = null;
    link.focus();
  };
  const moves: WeekMoves = {
    waiting,
    lifted,
    lift: setLifted,
    drop,
    ask: setAsked,
    takeFocus,
  };
  return { moves, place, asked, closeAsked: () => setAsked(null) };
}

function sayNotMoved(name: string, reason: string): void {
  showToast("warning", "Not moved", { description: `${name}. ${reason}` });
}

/** What is moved, as it is now; null if it is not on the screen any more. */
function presentOf(moved: Moved, { entries, trayJobs }: Options): Moved | null {
  if (moved.kind === "job") {
    const job = trayJobs.get(moved.job._id);
    return job ? { ...moved, job } : null;
  }
  const key = entryKey(moved.entry);
  const entry = [...(entries?.values() ?? [])].flat().find((each) => entryKey(each) === key);
  return entry ? { kind: "visit", entry } : null;
}

function isAt(moved: Moved, to: number): boolean {
  return moved.kind === "visit" && moved.entry.at === to;
}

/** Says that somebody else has moved the visit since it was grabbed. */
function noteOf(before: Moved, now: Moved): string | undefined {
  if (before.kind === "job" || now.kind === "job") return undefined;
  return before.entry.at === now.entry.at
    ? undefined
    : `Someone else had moved it to ${formatVisitTime(now.entry.at)}`;
}
