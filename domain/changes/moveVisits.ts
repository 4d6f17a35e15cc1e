import { dayText, type DayKey } from "../dates/days";
import { parseInput } from "../calls/inputRules";
import { jobChange } from "../job/jobInput";
import { Refusal } from "../calls/refusals";
import { counted } from "../text/text";
import {
  FIELD_OF_VISIT,
  movedTo,
  VISITS_MOVED_ALREADY,
  type Visit,
  type VisitField,
} from "../job/visits";
import { leftJobs, ofEach, type Change } from "./change";
import { clearNulls } from "./fields";
import type { Rows, Write } from "./rows";
import { jobKey, type JobNames } from "./subjects";

/** A visit of a job, by the job's id or client key, its time as the person saw it, and its new time. */
interface VisitMove {
  readonly id: string;
  readonly field: VisitField;
  readonly from: number;
  readonly to: number;
}

interface MoveVisitsArgs {
  readonly visits: readonly VisitMove[];
}

interface MoveOfVisits {
  /** The day whose visits are moved; null for visits of any days. */
  readonly day: DayKey | null;
  readonly target: DayKey;
  readonly visits: readonly Visit<JobNames>[];
}

/**
 * Moves visits to other times. A visit that is not where the person saw it stays: somebody else has moved it meanwhile,
 * or deleted its job.
 */
export const moveVisits = {
  call: "jobs:moveVisits",
  reads: ({ visits }) => ({ jobs: visits.map(({ id }) => id) }),
  apply: (rows, { visits }) => {
    const writes = ofEach("visits", visits, (visit) => moveVisit(rows, visit));
    if (writes.length === 0) throw new Refusal({ code: "CONFLICT", message: VISITS_MOVED_ALREADY });
    return writes;
  },
  values: ({ visits }) => visits.map(({ field }) => field),
  answer: ({ args, writes }) => ({
    moved: writes.length,
    left: leftJobs(args.visits, writes),
  }),
  title: "Moved with its day",
  many: {
    counted: "visits",
    sentence: (count) => `${counted(count, "visit")} moved`,
    list: ({ visits }) => visits,
    noun: "visit",
    done: "moved",
    present: (job, id, { args, formatTime }) => {
      const field = args.visits.find((visit) => visit.id === id)?.field;
      if (field === undefined) return null;
      const at = job[field] ?? null;
      return at === null ? "removed its date" : `moved it to ${formatTime(at)}`;
    },
  },
  /** Null if the target day has none of the times, because the clock skips it. */
  make: ({ day, target, visits }: MoveOfVisits) => {
    const moves = visits.flatMap(({ job, type, at }) => {
      const to = movedTo(at, target);
      const field = FIELD_OF_VISIT[type];
      return to === null ? [] : [{ id: jobKey(job), field, from: at, to }];
    });
    if (moves.length === 0) return null;
    const count = counted(moves.length, "visit");
    return {
      args: { visits: moves },
      subject:
        day === null
          ? { key: "selected jobs", label: counted(visits.length, "visit") }
          : { key: `day ${day}`, label: dayText(day) },
      // Jobs that wait to be created come first, and so do earlier changes of the jobs.
      needs: moves.map(({ id }) => id),
      field: null,
      label: `${count} moved to ${dayText(target)}`,
    };
  },
} satisfies Change<MoveVisitsArgs>;

function moveVisit(rows: Rows, { id, field, from, to }: VisitMove): Write[] {
  const fields = clearNulls(parseInput(jobChange, { [field]: to }));
  const row = rows.job(id);
  return row?.[field] === from ? [{ kind: "patch", table: "jobs", row, fields }] : [];
}
