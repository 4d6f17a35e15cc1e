import { readFileSync } from "node:fs";

/** A row of the printed table and of the JSON report. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** Empty without a goal. */
  readonly goal: string;
  readonly isMet: boolean | null;
}

export function row(what: string, figure: string): Row {
  return { what, figure, goal: "", isMet: null };
}

export function rowWithGoal(
  what: string,
  figure: string,
  { goal, isMet }: { goal: string; isMet: boolean },
): Row {
  return { what, figure, goal, isMet };
}

export interface Timed {
  /** The duration of each call, in milliseconds. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
}

export function rateOf({ times, elapsedMs }: Timed): number {
  return (times.length / elapsedMs) * 1000;
}

/** `sysconf(_SC_CLK_TCK)` on every Linux. */
const TICKS_PER_SECOND = 100;

/** Nearest-rank percentile; `percent` from 0 to 100. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  const at = Math.ceil((percent / 100) * sorted.length) - 1;
  return sorted[Math.max(at, 0)] ?? Number.NaN;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en-US")}/s`;
}

export function latencies({ times }: Timed): string {
  const at = (percent: number) => percentile(times, percent).toFixed(2);
  return `median ${at(50)} ms, p99 ${at(99)} ms`;
}

/** The processor time that a process has used, in milliseconds. */
export function processorMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, which may contain spaces, ends with a parenthesis.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks / TICKS_PER_SECOND) * 1000;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Printed at once: a part that takes minutes shows its rows as they come. */
export function shown(made: Row): Row {
  console.log(`  ${made.what}: ${made.figure}`);
  return made;
}
