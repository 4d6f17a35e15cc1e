/** The longest turns of a server's event loop, each without the time that the encoding of results takes in it. */
import type { Profiler } from "node:inspector";

/**
 * Loaded before the server. Prints, for each SIGUSR2, one line of JSON with the turns of the event loop since the one
 * before that may be the longest, and a profile with a sample each millisecond. CPU time is that of the process, which
 * other programs on the machine do not lengthen.
 */
export const LOOP_MONITOR = `data:text/javascript,${encodeURIComponent(`
import { Session } from "node:inspector/promises";
const TICK_MS = 5;
const NOTEWORTHY_MS = 15;
const profiler = new Session();
profiler.connect();
await profiler.post("Profiler.enable");
await profiler.post("Profiler.setSamplingInterval", { interval: 1000 });
await profiler.post("Profiler.start");
let turns = [];
let last = { at: performance.now(), cpu: process.cpuUsage() };
const begin = () => (last = { at: performance.now(), cpu: process.cpuUsage() });
setInterval(() => {
  const { user, system } = process.cpuUsage(last.cpu);
  const until = performance.now();
  const elapsed = until - last.at - TICK_MS;
  const cpu = (user + system) / 1000;
  if (Math.max(cpu, elapsed) >= NOTEWORTHY_MS)
    turns.push({ from: last.at, until, elapsed, cpu });
  begin();
}, TICK_MS).unref();
process.on("SIGUSR2", async () => {
  const { profile } = await profiler.post("Profiler.stop");
  const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  process.stderr.write("turns " + JSON.stringify({ turns, profile, origin }) + "\\n");
  turns = [];
  await profiler.post("Profiler.start");
  // The work on this report does not count.
  begin();
});`)}`;

/** In milliseconds. */
export interface LongestTurn {
  readonly elapsed: number;
  readonly cpu: number;
  /** CPU time of the longest turn without the encoding of results. */
  readonly withoutEncoding: number;
  /** CPU time of the encoding of results in the turn with most of it. */
  readonly encoding: number;
}

interface Report {
  readonly turns: readonly {
    readonly from: number;
    readonly until: number;
    readonly elapsed: number;
    readonly cpu: number;
  }[];
  readonly profile: Profiler.Profile;
  /** The time of `performance.now`'s zero, on the clock of the profile. */
  readonly origin: number;
}

/** The functions that turn the result of one call into text. The first is one of Convex's library. */
const ENCODERS = new Set(["convexToJsonInternal", "encodeResult", "sendOutcome"]);
/** Convex's function that calls a query, and then does nothing itself but `JSON.stringify`. */
const STRINGIFIER = "invokeQuery";

/** The lines of the reports in what the server has printed. */
export function loopReports(stderr: string): string[] {
  return [...stderr.matchAll(/^turns (.*)\n/gm)].map(([, json = ""]) => json);
}

export function longestTurn(json: string): LongestTurn {
  const { turns, profile, origin } = JSON.parse(json) as Report;
  const samples = samplesOf(profile, origin);
  const measured = turns.map(({ from, until, elapsed, cpu }) => {
    const within = samples.filter(({ at }) => at >= from && at <= until);
    const encoding = within.filter(({ isEncoding }) => isEncoding).length;
    const encodingCpu = (cpu * encoding) / Math.max(1, within.length);
    return { elapsed, cpu, encoding: encodingCpu };
  });
  const longest = (of: (turn: (typeof measured)[number]) => number) =>
    Math.round(Math.max(0, ...measured.map(of)));
  return {
    elapsed: longest(({ elapsed }) => elapsed),
    cpu: longest(({ cpu }) => cpu),
    withoutEncoding: longest(({ cpu, encoding }) => cpu - encoding),
    encoding: longest(({ encoding }) => encoding),
  };
}

function samplesOf(
  { nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
  origin: number,
): { at: number; isEncoding: boolean }[] {
  const encoding = encodingNodes(nodes);
  let us = startTime;
  return samples.map((id, at) => {
    us += timeDeltas[at] ?? 0;
    return { at: us / 1000 - origin, isEncoding: encoding.has(id) };
  });
}

/** Parents come before their children. */
function encodingNodes(nodes: readonly Profiler.ProfileNode[]): Set<number> {
  const encoding = new Set<number>();
  const below = new Set<number>();
  for (const { id, callFrame, children = [] } of nodes) {
    const { functionName } = callFrame;
    const isBelow = below.has(id) || ENCODERS.has(functionName);
    if (isBelow) for (const child of children) below.add(child);
    if (isBelow || functionName === STRINGIFIER) encoding.add(id);
  }
  return encoding;
}
