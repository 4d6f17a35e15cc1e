import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { MoveVisitsArgs } from "@domain/changes/moveVisits";
import { jobStatusLabel } from "@domain/jobs";
import { counted } from "@domain/text";
import { formatVisitTime } from "@/lib/formatDateTime";

type Job = FunctionReturnType<typeof api.jobs.get>;

/** How many jobs are named. */
const MOST_NAMED = 3;

interface LeftText {
  /** For example "4 of 5 visits moved". */
  readonly title: string;
  /** For example "Maria Lopez stays: the office has moved it to Thu, Nov 26, 26, 3:00 PM." */
  readonly text: string;
}

/** What a change of many jobs did not do: the server has left the jobs `left`, by id or client key. */
export async function leftText(
  convex: ConvexReactClient,
  { call, args }: Pick<OutboxItem, "call" | "args">,
  left: readonly string[],
): Promise<LeftText> {
  const named = await Promise.all(
    left.slice(0, MOST_NAMED).map(async (id) => {
      const job = await convex.query(api.jobs.get, { id });
      return sentenceOf(job, presentOf(job, { call, args }, id));
    }),
  );
  const more = left.length - named.length;
  if (more > 0) named.push(`${counted(more, "other job")} too.`);
  return { title: titleOf({ call, args }, left.length), text: named.join(" ") };
}

function titleOf(
  { call, args }: Pick<OutboxItem, "call" | "args">,
  left: number,
): string {
  const isMove = call === "jobs:moveVisits";
  const rows = args[isMove ? "visits" : "jobs"];
  const all = Array.isArray(rows) ? rows.length : left;
  const noun = isMove ? "visit" : "job";
  return `${all - left} of ${counted(all, noun)} ${isMove ? "moved" : "set"}`;
}

function sentenceOf(job: Job, present: string | null): string {
  if (job === null) return "One job was deleted.";
  const name = job.customer_name.trim() || job.job_address;
  return present === null
    ? `${name} stays as it is.`
    : `${name} stays: the office has ${present}.`;
}

/** What somebody else has made of the job. */
function presentOf(
  job: Job,
  { call, args }: Pick<OutboxItem, "call" | "args">,
  id: string,
): string | null {
  if (job === null) return null;
  if (call === "jobs:setStatuses")
    return `set it to ${jobStatusLabel(job.job_status)}`;
  const { visits } = args as unknown as MoveVisitsArgs;
  const field = visits.find((visit) => visit.id === id)?.field;
  if (field === undefined) return null;
  const at = job[field];
  return at === undefined
    ? "removed its date"
    : `moved it to ${formatVisitTime(at)}`;
}
