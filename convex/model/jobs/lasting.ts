/**
 * Visits that last beyond a time, by summaries that say how long they take: those of a day and longer are few, so that
 * none of the visits of the two weeks before is read for them.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ENTRY_TYPES, type EntryType } from "../../../domain/job/entryTypes";
import { MAX_LENGTH } from "../../../domain/job/jobInput";
import { DAY_MINUTES } from "../../../domain/dates/times";
import { spanOf, type SpannedJob } from "../../../domain/job/visitLength";
import { FIELD_OF_VISIT } from "../../../domain/job/visits";
import { getJob } from "./jobs";
import { LASTING, type Lasting } from "./validators";

/** More visits than last into one day: the last ones to begin are returned. */
export const MAX_LASTING = 40;

const MINUTE_MS = 60_000;

/** A visit ends later by this where clocks go back. The page knows its time zone and leaves out the others. */
const CLOCK_MINUTES = 2 * 60;

/** Which of the ranges of an index has a visit: undefined for one without a length. */
export function lasting(job: SpannedJob, type: EntryType): Lasting | undefined {
  const { length } = spanOf(job, type);
  if (length === undefined || job[FIELD_OF_VISIT[type]] === undefined) return undefined;
  return length < DAY_MINUTES ? "hours" : "days";
}

const LONGEST: Readonly<Record<Lasting, number>> = {
  days: MAX_LENGTH,
  hours: DAY_MINUTES,
};

/** The jobs with a visit that begins before a time and lasts beyond it, the earliest first. */
export async function jobsLastingInto(
  ctx: QueryCtx,
  workspaceId: string,
  at: number,
): Promise<Doc<"jobs">[]> {
  const found: { readonly jobId: string; readonly begins: number }[] = [];
  for (const type of ENTRY_TYPES)
    for (const kind of LASTING) {
      const of = { workspaceId, type, kind, at };
      for (const summary of await begunBefore(ctx, of)) {
        const begins = summary[FIELD_OF_VISIT[type]] ?? at;
        const { length = 0 } = spanOf(summary, type);
        if (begins + (length + CLOCK_MINUTES) * MINUTE_MS > at)
          found.push({ jobId: summary.jobId, begins });
      }
    }
  found.sort((a, b) => a.begins - b.begins);
  const ids = [...new Set(found.slice(-MAX_LASTING).map(({ jobId }) => jobId))];
  const jobs = await Promise.all(ids.map((id) => getJob(ctx, workspaceId, id)));
  return jobs.filter((job) => job !== null);
}

interface Begun {
  readonly workspaceId: string;
  readonly type: EntryType;
  readonly kind: Lasting;
  readonly at: number;
}

async function begunBefore(
  ctx: QueryCtx,
  { workspaceId, type, kind, at }: Begun,
): Promise<Doc<"jobSummaries">[]> {
  const from = at - (LONGEST[kind] + CLOCK_MINUTES) * MINUTE_MS;
  const summaries = ctx.db.query("jobSummaries");
  const within =
    type === "estimate"
      ? summaries.withIndex("by_workspace_and_lasting_estimate", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("estimateLasts", kind)
            .gt("job_estimate_date", from)
            .lt("job_estimate_date", at),
        )
      : summaries.withIndex("by_workspace_and_lasting_install", (q) =>
          q
            .eq("workspaceId", workspaceId)
            .eq("installLasts", kind)
            .gt("job_install_date", from)
            .lt("job_install_date", at),
        );
  return await within.order("desc").take(MAX_LASTING);
}
