/**
 * The cleanings that are due again, the latest due first. Those without an interval of their job are read by the time
 * at which they were done: when the office changes its interval, no row changes.
 */
import type { PaginationResult } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { doneBefore, dueAt, overdueBefore } from "../../../domain/job/dueAgain";
import { DUE_VERSION } from "../../../domain/names/search";
import type { DueKind } from "../../../domain/job/waitingJobs";
import { completeVersion } from "../derivedVersion";
import { settingsRow } from "../office/settings";
import { cutPage, FROM_START, type Keyed, type PageOptions, type PageRange } from "../pages";
import type { Settings } from "../office/validators";
import { inRuns, merge } from "./distance";
import { toJob } from "./jobs";
import type { DueJob } from "./validators";

/** Counts of waiting jobs stop here: a screen shows "99+". */
export const MOST_COUNTED = 100;

interface DueOf {
  readonly workspaceId: string;
  readonly kind: DueKind;
  /** Fixed by the caller: a query does not read the clock. */
  readonly now: number;
}

/** The cleanings of the range, and possibly earlier ones: `cutPage` drops those. None until all rows are written. */
export async function* dueCleanings(
  ctx: QueryCtx,
  { workspaceId, kind, now }: DueOf,
  { after }: PageRange,
): AsyncGenerator<Keyed<Doc<"cleanings">>> {
  if ((await completeVersion(ctx, workspaceId)) < DUE_VERSION) return;
  const office: Settings = (await settingsRow(ctx, workspaceId)) ?? {};
  const aYearAgo = overdueBefore(now);
  const [since, until] = kind === "due" ? [aYearAgo, now] : [-Infinity, aYearAgo];
  const read = {
    ...{ workspaceId, office, since },
    until: after === null ? until : Math.min(until, -after[0]),
  };
  const kinds = office.due_months === undefined ? [true] : [true, false];
  const streams = kinds.map((isOwn) => dueWithin(ctx, { ...read, isOwn }));
  yield* inRuns(merge(streams), ([due]) => due);
}

interface Within {
  readonly workspaceId: string;
  readonly office: Settings;
  readonly isOwn: boolean;
  /** Reads cleanings due after `since` and by `until`. */
  readonly since: number;
  readonly until: number;
}

async function* dueWithin(
  ctx: QueryCtx,
  { workspaceId, office, isOwn, since, until }: Within,
): AsyncGenerator<Keyed<Doc<"cleanings">>> {
  const rows = ctx.db
    .query("cleanings")
    .withIndex("by_workspace_and_due", (q) =>
      q
        .eq("workspaceId", workspaceId)
        .eq("isNewest", true)
        .eq("isOwn", isOwn)
        .lte("from", isOwn ? until : doneBefore(until, office)),
    )
    .order("desc");
  for await (const row of rows) {
    const { from } = row;
    const at = from === undefined ? null : dueAt({ isOwn, from }, office);
    if (at === null || at > until) continue;
    if (at <= since) return;
    yield { sortKey: [-at, 0, row.jobId], row };
  }
}

export async function countDue(ctx: QueryCtx, of: DueOf): Promise<number> {
  let count = 0;
  for await (const _row of dueCleanings(ctx, of, FROM_START)) {
    count += 1;
    if (count === MOST_COUNTED) break;
  }
  return count;
}

export async function pageOfDue(
  ctx: QueryCtx,
  workspaceId: string,
  listing: { readonly paginationOpts: PageOptions; readonly now: number },
): Promise<PaginationResult<DueJob>> {
  const of = { workspaceId, kind: "due", now: listing.now } as const;
  const found = await cutPage((range) => dueCleanings(ctx, of, range), listing.paginationOpts);
  const jobs: DueJob[] = [];
  for (const { jobId, at } of found.page) {
    const job = await ctx.db.get("jobs", jobId);
    if (job?.workspaceId === workspaceId) jobs.push({ ...toJob(job), statusChangedAt: at });
  }
  return { ...found, page: jobs };
}
