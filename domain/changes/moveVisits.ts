import { inRowData, invalidData, Refusal } from "../refusals";
import { LIST_LIMITS } from "../inputLimits";
import { jobChange } from "../jobInput";
import { VISITS_MOVED_ALREADY, type VisitField } from "../visits";
import { parseInput, type Change, type Rows, type Write } from "./change";
import { clearNulls } from "./fields";

/** A visit of a job, by the job's id or client key, its time as the person saw it, and its new time. */
interface VisitMove {
  readonly id: string;
  readonly field: VisitField;
  readonly from: number;
  readonly to: number;
}

export interface MoveVisitsArgs {
  readonly visits: readonly VisitMove[];
}

/**
 * Moves visits to other times. A visit that is not where the person saw it stays: somebody else has moved it meanwhile,
 * or deleted its job.
 */
export const moveVisits: Change<MoveVisitsArgs> = {
  call: "jobs:moveVisits",
  reads: ({ visits }) => ({ jobs: visits.map(({ id }) => id) }),
  apply: (rows, { visits }) => {
    if (visits.length === 0)
      throw new Refusal(invalidData("visits", LIST_LIMITS.visits.sentence));
    const writes = visits.flatMap((visit, at) => {
      try {
        return moveVisit(rows, visit);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const row = { list: "visits", at, of: visits.length };
        throw new Refusal(inRowData(error.data, row));
      }
    });
    if (writes.length === 0)
      throw new Refusal({ code: "CONFLICT", message: VISITS_MOVED_ALREADY });
    return writes;
  },
};

function moveVisit(rows: Rows, { id, field, from, to }: VisitMove): Write[] {
  const fields = clearNulls(parseInput(jobChange, { [field]: to }));
  const row = rows.job(id);
  return row?.[field] === from
    ? [{ kind: "patch", table: "jobs", row, fields }]
    : [];
}
