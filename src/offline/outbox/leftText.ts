import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Definition } from "@domain/changes/change";
import { takeLines } from "@domain/changes/lineStock";
import { jobChangeOf } from "@domain/changes/ofJobs";
import { counted } from "@domain/text/text";
import { formatVisitTime } from "@/lib/formatDateTime";

type Job = FunctionReturnType<typeof api.jobs.get>;

/** The number of jobs that the text names. */
const MOST_NAMED = 3;

interface LeftText {
  /** For example "4 of 5 visits moved". */
  readonly title: string;
  /** For example "Maria Lopez stays: the office has moved it to Thu, Nov 26, 26, 3:00 PM." */
  readonly text: string;
}

/** Describes the jobs that the server left unchanged in a change of many jobs, by id or client key. */
export async function leftText(
  convex: ConvexReactClient,
  { call, args, subject }: Pick<OutboxItem, "call" | "args" | "subject">,
  left: readonly string[],
): Promise<LeftText | null> {
  if (call === takeLines.call) return missingText(subject.label, left);
  const many = jobChangeOf(call)?.many;
  if (many === undefined) return null;
  const how = { args: args as never, formatTime: formatVisitTime };
  const named = await Promise.all(
    left.slice(0, MOST_NAMED).map(async (id) => {
      const job = await convex.query(api.jobs.get, { id });
      return sentenceOf(job, job && many.present(job, id, how));
    }),
  );
  const more = left.length - named.length;
  if (more > 0) named.push(`${counted(more, "other job")} too.`);
  return { title: titleOf(many, args, left.length), text: named.join(" ") };
}

/** Describes materials that were not in stock when a job's materials were taken. */
function missingText(job: string, missing: readonly string[]): LeftText {
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length - named.length;
  if (more > 0) named.push(counted(more, "more row"));
  return {
    title: `${job}: not all is in stock`,
    text: `Missing: ${named.join("; ")}. The rest was taken.`,
  };
}

function titleOf(
  many: NonNullable<Definition<never>["many"]>,
  args: OutboxItem["args"],
  left: number,
): string {
  const all = many.list(args as never).length;
  return `${all - left} of ${counted(all, many.noun)} ${many.done}`;
}

function sentenceOf(job: Job, present: string | null): string {
  if (job === null) return "One job was deleted.";
  const name = job.customer_name.trim() || job.job_address;
  return present === null ? `${name} stays as it is.` : `${name} stays: the office has ${present}.`;
}
