import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { VISIT_HISTORY_FIELDS } from "../../../domain/job/dayChanges";
import { kindOf } from "../../../domain/calls/fields";
import { isJobStatus } from "../../../domain/job/jobs";
import type { Member } from "../access";
import { getJob } from "../jobs/jobs";
import { getTrashed } from "../trashRows";
import type { RecordedValues } from "../writes/validators";
import type { VisitHistory, VisitValues } from "./validators";

/** How many of a job's last changes are read. Who moved the visit before these is not named. */
const MAX_CHANGES = 12;

/** What became of jobs whose visits a device saw, and who changed them. Unknown jobs are left out. */
export async function historyOfVisits(
  ctx: QueryCtx,
  member: Member,
  jobIds: readonly string[],
): Promise<VisitHistory[]> {
  const histories = await Promise.all(
    [...new Set(jobIds)].map(async (id) => await historyOf(ctx, member, id)),
  );
  return histories.filter((history) => history !== null);
}

async function historyOf(
  ctx: QueryCtx,
  { workspaceId, by }: Member,
  jobId: string,
): Promise<VisitHistory | null> {
  const job = await getJob(ctx, workspaceId, jobId);
  if (job === null) {
    const trashed = await getTrashed(ctx, workspaceId, jobId);
    if (trashed === null) return null;
    const deletedBy = {
      isOwn: trashed.by === by,
      byName: trashed.byName,
    };
    return { jobId, job, changes: [], deletedBy };
  }
  const rows = await ctx.db
    .query("changes")
    .withIndex("by_workspace_and_subject", (q) =>
      q.eq("workspaceId", workspaceId).eq("subject", job._id),
    )
    .order("desc")
    .take(MAX_CHANGES);
  const { job_estimate_date, job_install_date, job_status } = job;
  return {
    jobId,
    job: { job_estimate_date, job_install_date, job_status },
    changes: rows.flatMap((row) => visitChangesOf(row, by)),
    deletedBy: null,
  };
}

function visitChangesOf(
  { writes, subject, ...row }: Doc<"changes">,
  by: string,
): VisitHistory["changes"] {
  return writes
    .filter(({ table, id }) => table === "jobs" && id === subject)
    .map(({ before, after }) => ({
      isOwn: row.by === by,
      byName: row.byName,
      before: before && visitValues(before),
      after: visitValues(after),
    }))
    .filter(({ after }) => Object.keys(after).length > 0);
}

function visitValues(values: RecordedValues): VisitValues {
  return Object.fromEntries(
    VISIT_HISTORY_FIELDS.filter((field) => isValueOf(field, values[field])).map((field) => [
      field,
      values[field],
    ]),
  );
}

function isValueOf(field: (typeof VISIT_HISTORY_FIELDS)[number], value: unknown): boolean {
  return kindOf(field) === "status"
    ? isJobStatus(value)
    : typeof value === "number" || value === null;
}
