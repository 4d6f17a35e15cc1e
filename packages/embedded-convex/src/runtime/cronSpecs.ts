/** The cron jobs that `convex/crons.ts` declares, and the times at which they are due. All times are UTC. */
import type { JSONValue } from "convex/values";
import { Cron } from "croner";
import { StartupError } from "../store/errors";

export interface CronSpec {
  /** Unique. */
  readonly name: string;
  /** The path of the function. */
  readonly path: string;
  readonly args: JSONValue;
  readonly schedule: CronSchedule;
}

export type CronSchedule =
  | { type: "interval"; seconds?: number; minutes?: number; hours?: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; minuteUTC?: number; hourUTC: number }
  | { type: "weekly"; minuteUTC?: number; hourUTC: number; dayOfWeek: string }
  | { type: "monthly"; minuteUTC?: number; hourUTC: number; day: number }
  | { type: "cron"; cron: string };

interface ExportedCrons {
  readonly isCrons?: boolean;
  export?(): string;
}

/** @throws StartupError for what Convex's deploy refuses, apart from functions that do not exist */
export function readCrons(module: Readonly<Record<string, unknown>> | undefined): CronSpec[] {
  if (module === undefined) return [];
  const crons = module.default as ExportedCrons | undefined;
  if (crons === undefined) {
    throw new StartupError("`convex/crons.js` must have a default export of a Crons object.");
  }
  if (crons.isCrons !== true || crons.export === undefined) {
    throw new StartupError("The default export of `convex/crons.js` is not a Crons object.");
  }
  const declared = JSON.parse(crons.export()) as Record<
    string,
    { name: string; args: [JSONValue]; schedule: CronSchedule }
  >;
  return Object.entries(declared).map(([name, cron]) => {
    refuseImpossible(name, cron.schedule);
    const [args] = cron.args;
    return { name, path: cron.name, args, schedule: cron.schedule };
  });
}

/**
 * When a job is due after its run at `previous`, not counting the times that have passed; null before the first run. An
 * interval begins at its first run, which is due at once. Epoch milliseconds.
 */
export function nextRun(schedule: CronSchedule, previous: number | null, now: number): number {
  if (schedule.type === "interval") {
    if (previous === null) return now;
    return previous + (1 + skippedRuns(schedule, previous, now)) * msOf(schedule);
  }
  const next = timesOf(schedule).nextRun(new Date(now));
  if (next === null) throw new Error("The cron job never runs.");
  return next.getTime();
}

/** How many runs of an interval were due between its run at `previous` and `now`. 0 for the other schedules. */
export function skippedRuns(schedule: CronSchedule, previous: number, now: number): number {
  if (schedule.type !== "interval") return 0;
  return Math.max(0, Math.ceil((now - previous) / msOf(schedule)) - 1);
}

function msOf({
  seconds = 0,
  minutes = 0,
  hours = 0,
}: CronSchedule & { type: "interval" }): number {
  return (seconds + 60 * minutes + 3600 * hours) * 1000;
}

/** Where a schedule names no minute, Convex picks one, to spread the jobs of all its customers. Here it is minute 0. */
function patternOf(schedule: Exclude<CronSchedule, { type: "interval" }>): string {
  if (schedule.type === "cron") return schedule.cron;
  const { minuteUTC = 0 } = schedule;
  if (schedule.type === "hourly") return `${minuteUTC} * * * *`;
  const time = `${minuteUTC} ${schedule.hourUTC}`;
  if (schedule.type === "daily") return `${time} * * *`;
  return schedule.type === "weekly"
    ? `${time} * * ${schedule.dayOfWeek.slice(0, 3)}`
    : `${time} ${schedule.day} * *`;
}

function timesOf(schedule: Exclude<CronSchedule, { type: "interval" }>): Cron {
  return new Cron(patternOf(schedule), {
    mode: "5-part",
    utcOffset: 0,
    // As Convex: 5/10 is 5, 15, 25 and so on.
    sloppyRanges: true,
  });
}

function refuseImpossible(name: string, schedule: CronSchedule): void {
  if (schedule.type === "interval") return;
  let next: Date | null;
  try {
    next = timesOf(schedule).nextRun();
  } catch (cause) {
    throw new StartupError(
      `The cron job '${name}' has an invalid schedule. ${(cause as Error).message}`,
      { cause },
    );
  }
  if (next !== null) return;
  throw new StartupError(`The cron spec "${patternOf(schedule)}" will never match any time`);
}
