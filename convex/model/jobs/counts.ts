import type { QueryCtx } from "../../_generated/server";
import { hourOf, type WaitingKind } from "../../../domain/job/waitingJobs";
import type { JobCounts } from "./validators";
import { countDue, MOST_COUNTED } from "./dueJobs";
import { waitingJobs } from "./waiting";

/** How many jobs wait for an estimate date, an install date, an answer since before a time, or payment. */
export async function countWaitingJobs(
  ctx: QueryCtx,
  workspaceId: string,
  deliveredBefore: number,
): Promise<JobCounts> {
  const count = async (kind: WaitingKind) => {
    const of = { workspaceId, kind, deliveredBefore };
    return (await waitingJobs(ctx, of, MOST_COUNTED)).length;
  };
  return {
    withoutEstimate: await count("undated"),
    approvedWithoutInstall: await count("unscheduled"),
    estimatesDelivered: await count("stale"),
    installedUnpaid: await count("unpaid"),
    dueAgain: await countDue(ctx, {
      workspaceId,
      kind: "due",
      now: hourOf(deliveredBefore),
    }),
  };
}
