import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { JobStatus } from "../../../domain/job/jobs";
import {
  MAX_LISTED_WAITING,
  WAITING_STATUSES,
  type WaitingKind,
} from "../../../domain/job/waitingJobs";
import { getCustomer } from "../customers/customers";
import { datesOf } from "./schedule";
import type { ListedWaitingJob } from "./validators";

export type WaitingOf = {
  readonly workspaceId: string;
  readonly kind: WaitingKind;
  /** Estimates delivered before this time are stale. */
  readonly deliveredBefore: number;
};

/** The newest jobs of a kind that wait for the office: one range of an index for each of its statuses. */
export async function waitingJobs(
  ctx: QueryCtx,
  of: WaitingOf,
  count: number,
): Promise<Doc<"jobSummaries">[]> {
  const statuses = WAITING_STATUSES[of.kind];
  const found = await Promise.all(
    statuses.map(async (status) => await waitingIn(ctx, of, status).take(count)),
  );
  if (found.length === 1) return found.flat();
  return found
    .flat()
    .sort((a, b) => b.jobCreatedAt - a.jobCreatedAt)
    .slice(0, count);
}

/** The summaries of a kind with one of its statuses, the newest first. */
function waitingIn(
  ctx: QueryCtx,
  { workspaceId, kind, deliveredBefore }: WaitingOf,
  status: JobStatus,
) {
  const summaries = ctx.db.query("jobSummaries");
  switch (kind) {
    case "undated":
      return summaries
        .withIndex("by_workspace_and_status_and_estimate", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .eq("job_estimate_date", undefined),
        )
        .order("desc");
    case "unscheduled":
      return summaries
        .withIndex("by_workspace_and_status_and_install", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .eq("job_install_date", undefined),
        )
        .order("desc");
    default:
      return summaries
        .withIndex("by_workspace_and_status_and_change", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("job_status", status)
            .lt("statusChangedAt", kind === "stale" ? deliveredBefore : Number.MAX_SAFE_INTEGER),
        )
        .order("desc");
  }
}

/**
 * The newest jobs of a kind, as the tray beside the week lists them. It reads summaries and customers, so that an
 * edited price, note or photo does not run it again.
 */
export async function listWaitingJobs(ctx: QueryCtx, of: WaitingOf): Promise<ListedWaitingJob[]> {
  const rows = await waitingJobs(ctx, of, MAX_LISTED_WAITING);
  return await Promise.all(
    rows.map(async (row) => ({
      ...datesOf(row.jobId, row),
      ...(of.kind === "stale" && (await phoneOf(ctx, row))),
    })),
  );
}

async function phoneOf(
  ctx: QueryCtx,
  { workspaceId, job_customer_id }: Doc<"jobSummaries">,
): Promise<{ customer_phone?: string }> {
  const customer = await getCustomer(ctx, workspaceId, job_customer_id);
  const phone = customer?.customer_phone;
  return phone === undefined ? {} : { customer_phone: phone };
}
