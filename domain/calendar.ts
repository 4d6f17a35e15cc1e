import { dayKeyOf, type DayKey } from "./days";
import type { JobTimes } from "./schedule";

/** A cell of the month shows no more than this; the rest is counted. */
export const MAX_ENTRIES_PER_DAY = 6;

export const TASK_TYPES = ["estimate", "install"] as const;

export type TaskType = (typeof TASK_TYPES)[number];

export const TASK_TYPE_LABELS: Readonly<Record<TaskType, string>> = {
  estimate: "Estimate",
  install: "Install",
};

/** Something to be done on a day, as the month shows it. */
export type CalendarTask = {
  readonly date: DayKey;
  readonly name: string;
  readonly type: TaskType;
  readonly at: number;
  readonly jobId: string;
};

export type DatedJob = JobTimes & {
  readonly _id: string;
  readonly customer_name: string;
  readonly job_address: string;
};

export type DayTasks = {
  readonly shown: readonly CalendarTask[];
  readonly hiddenCount: number;
};

/** For any other type, one of these by a hash of the type. */
const OTHER_TASK_COLORS = ["green", "amber", "sky"] as const;

export type TaskColor =
  "darkRed" | "orange" | (typeof OTHER_TASK_COLORS)[number];

/** An estimate and an install of one job are two tasks. The earliest first. */
export function calendarTasks(jobs: readonly DatedJob[]): CalendarTask[] {
  return jobs
    .flatMap((job) => [
      ...taskAt(job, "estimate", job.job_estimate_date),
      ...taskAt(job, "install", job.job_install_date),
    ])
    .sort((a, b) => a.at - b.at);
}

export function tasksByDay(
  tasks: readonly CalendarTask[],
): ReadonlyMap<DayKey, DayTasks> {
  const days = new Map<DayKey, CalendarTask[]>();
  for (const task of tasks) {
    const day = days.get(task.date);
    if (day === undefined) days.set(task.date, [task]);
    else day.push(task);
  }
  return new Map(
    [...days].map(([day, all]) => [
      day,
      {
        shown: all.slice(0, MAX_ENTRIES_PER_DAY),
        hiddenCount: Math.max(0, all.length - MAX_ENTRIES_PER_DAY),
      },
    ]),
  );
}

export function taskColor(type: string): TaskColor {
  if (type === "estimate") return "darkRed";
  if (type === "install") return "orange";
  return OTHER_TASK_COLORS[hash(type) % OTHER_TASK_COLORS.length] ?? "green";
}

function taskAt(
  job: DatedJob,
  type: TaskType,
  at: number | undefined,
): CalendarTask[] {
  if (at === undefined) return [];
  const name = job.customer_name.trim() || job.job_address;
  return [{ date: dayKeyOf(at), name, type, at, jobId: job._id }];
}

/** The same for the same text on every device. */
function hash(text: string): number {
  return [...text].reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4_294_967_291,
    7,
  );
}
