import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  WAITING_STATUSES,
  type WaitingKind,
} from "../../../domain/waitingJobs";

export type WaitingOf = {
  readonly workspaceId: string;
  readonly kind: WaitingKind;
  /** Before this time delivered estimates are stale. */
  readonly deliveredBefore: number;
};

/** The newest jobs of a kind that wait for the office: one range of an index. */
export async function waitingJobs(
  ctx: QueryCtx,
  { workspaceId, kind, deliveredBefore }: WaitingOf,
  count: number,
): Promise<Doc<"jobSummaries">[]> {
  const status = WAITING_STATUSES[kind];
  const summaries = ctx.db.query("jobSummaries");
  const rows =
    kind === "unscheduled"
      ? summaries.withIndex("by_workspace_and_status_and_install", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .eq("job_install_date", undefined),
        )
      : summaries.withIndex("by_workspace_and_status_and_change", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .lt(
              "statusChangedAt",
              kind === "stale" ? deliveredBefore : Number.MAX_SAFE_INTEGER,
            ),
        );
  return await rows.order("desc").take(count);
}
