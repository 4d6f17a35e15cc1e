import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { JobCounts } from "./validators";

/** Jobs that wait for the office are counted up to here: a screen says "99+". */
const MOST_COUNTED = 100;

type Rows = { take(count: number): Promise<Doc<"jobSummaries">[]> };

/** How many jobs wait for an install date, for an answer since before a time, or for payment. */
export async function countWaitingJobs(
  ctx: QueryCtx,
  workspaceId: string,
  deliveredBefore: number,
): Promise<JobCounts> {
  const summaries = ctx.db.query("jobSummaries");
  const approved = summaries.withIndex(
    "by_workspace_and_status_and_install",
    (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("job_status", "approved")
        .eq("job_install_date", undefined),
  );
  const delivered = summaries.withIndex(
    "by_workspace_and_status_and_change",
    (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("job_status", "estimate_sent")
        .lt("statusChangedAt", deliveredBefore),
  );
  const completed = summaries.withIndex(
    "by_workspace_and_status_and_change",
    (q) => q.eq("workspaceId", workspaceId).eq("job_status", "completed"),
  );
  return {
    approvedWithoutInstall: await count(approved),
    estimatesDelivered: await count(delivered),
    installedUnpaid: await count(completed),
  };
}

async function count(rows: Rows): Promise<number> {
  return (await rows.take(MOST_COUNTED)).length;
}
