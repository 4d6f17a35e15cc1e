import type { MutationCtx } from "../../_generated/server";
import { jobChange } from "../../../domain/jobInput";
import { LIST_LIMITS } from "../../../domain/inputLimits";
import { VISITS_MOVED_ALREADY } from "../../../domain/visits";
import { changedMark } from "../../../domain/operations";
import { clearNulls } from "../changes";
import { conflict, inRow, invalid, parse } from "../errors";
import { getJob } from "./jobs";
import type { VisitMove } from "./validators";

/**
 * Moves visits to other times. A visit that is not where the person saw it
 * stays: somebody else has moved it meanwhile, or deleted its job. Returns how
 * many were moved.
 */
export async function moveVisits(
  ctx: MutationCtx,
  workspaceId: string,
  visits: readonly VisitMove[],
): Promise<number> {
  if (visits.length === 0) throw invalid("visits", LIST_LIMITS.visits.sentence);
  let count = 0;
  for (const [at, visit] of visits.entries())
    try {
      if (await moveVisit(ctx, workspaceId, visit)) count += 1;
    } catch (error) {
      throw inRow(error, { list: "visits", at, of: visits.length });
    }
  if (count === 0) throw conflict(VISITS_MOVED_ALREADY);
  return count;
}

async function moveVisit(
  ctx: MutationCtx,
  workspaceId: string,
  { id, field, from, to }: VisitMove,
): Promise<boolean> {
  const change = clearNulls(parse(jobChange, { [field]: to }));
  const job = await getJob(ctx, workspaceId, id);
  if (job === null || job[field] !== from) return false;
  await ctx.db.patch("jobs", job._id, { ...change, ...changedMark(job) });
  return true;
}
