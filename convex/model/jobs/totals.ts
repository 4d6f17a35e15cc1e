/**
 * How many jobs of a workspace have each status. Stored rather than counted by each query, because a workspace may have
 * more jobs than one function reads.
 *
 * Each person has a row with what their own changes have added, and the totals are the sums of the rows. So people who
 * save at the same time write different documents, and none of their transactions has to run again.
 */
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { JobStatus } from "../../../domain/job/jobs";
import { areTotalsRebuilt } from "../derivedVersion";
import type { JobTotals } from "./validators";

/** The limit of people: more than any office has had. */
const MAX_PEOPLE = 4_096;

interface TotalsRow {
  readonly workspaceId: string;
  readonly person: string;
}

/** Counts a job in its new status and no longer in its old one; null is a job that is not counted. */
export async function countJob(
  ctx: MutationCtx,
  row: TotalsRow,
  [before, after]: readonly [JobStatus | null, JobStatus | null],
): Promise<void> {
  if (before === after) return;
  await addToTotals(ctx, row, [
    ...(before === null ? [] : [{ [before]: -1 }]),
    ...(after === null ? [] : [{ [after]: 1 }]),
  ]);
}

/** Adds numbers, which may be negative, to a person's row. */
export async function addToTotals(
  ctx: MutationCtx,
  { workspaceId, person }: TotalsRow,
  added: readonly JobTotals[],
): Promise<void> {
  const row = await ctx.db
    .query("jobTotals")
    .withIndex("by_workspace_and_person", (q) =>
      q.eq("workspaceId", workspaceId).eq("person", person),
    )
    .unique();
  const counts = summed([row?.counts ?? {}, ...added]);
  const isEmpty = Object.keys(counts).length === 0;
  if (row === null) {
    if (!isEmpty) await ctx.db.insert("jobTotals", { workspaceId, person, counts });
  } else if (isEmpty) await ctx.db.delete("jobTotals", row._id);
  else await ctx.db.patch("jobTotals", row._id, { counts });
}

/** Null while the jobs of an earlier version are counted, and for more people than one call reads. */
export async function totalsByStatus(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<JobTotals | null> {
  if (!(await areTotalsRebuilt(ctx, workspaceId))) return null;
  const rows = await ctx.db
    .query("jobTotals")
    .withIndex("by_workspace_and_person", (q) => q.eq("workspaceId", workspaceId))
    .take(MAX_PEOPLE + 1);
  if (rows.length > MAX_PEOPLE) return null;
  return summed(rows.map(({ counts }) => counts));
}

/** The sums that are not 0. */
function summed(all: readonly JobTotals[]): JobTotals {
  const sums = new Map<string, number>();
  for (const [status, count] of all.flatMap(Object.entries<number>))
    sums.set(status, (sums.get(status) ?? 0) + count);
  return Object.fromEntries([...sums].filter(([, count]) => count !== 0));
}
