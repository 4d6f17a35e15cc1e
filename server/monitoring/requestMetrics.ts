/**
 * What the server does all day, told in one line a class and a minute: a class is a kind of request (`GET /api/storage`) or one
 * function (`mutation messages:send`). Classes in which nothing happened are not told, so that a quiet night is a quiet log.
 *
 * Must be given names that the server knows, and never what a client sent: there would be no end to them.
 */
import { Durations } from "./durations";
import type { Log } from "../../packages/embedded-convex/src/log";
import type { FunctionOutcome } from "../../packages/embedded-convex/src/protocol/codec";
import type { FunctionRunner } from "../../packages/embedded-convex/src/sync/functionRunner";

/** `refused`: the caller was told why, in words that are meant for it; `failed`: what was asked could not be done. */
export type Ending = "done" | "refused" | "failed";

export interface TrafficOptions {
  readonly log: Log;
  readonly everyMs?: number;
}

const MINUTE_MS = 60_000;

interface Tally {
  readonly durations: Durations;
  refused: number;
  failed: number;
}

export class Traffic {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #tallies = new Map<string, Tally>();

  constructor({ log, everyMs = MINUTE_MS }: TrafficOptions) {
    this.#log = log;
    this.#timer = setInterval(() => this.#tell(), everyMs);
    this.#timer.unref();
  }

  count(name: string, ms: number, ending: Ending): void {
    let tally = this.#tallies.get(name);
    if (tally === undefined) {
      tally = { durations: new Durations(), refused: 0, failed: 0 };
      this.#tallies.set(name, tally);
    }
    tally.durations.add(ms);
    if (ending !== "done") tally[ending] += 1;
  }

  /** Tells what was not told yet. */
  close(): void {
    clearInterval(this.#timer);
    this.#tell();
  }

  #tell(): void {
    const tallies = this.#tallies;
    this.#tallies = new Map();
    for (const [name, { durations, refused, failed }] of tallies) {
      this.#log.info("served", {
        class: name,
        count: durations.count,
        refused,
        failed,
        p50Ms: rounded(durations.percentile(50)),
        p99Ms: rounded(durations.percentile(99)),
        maxMs: rounded(durations.max),
      });
    }
  }
}

export interface CountedRunner<Reads, Writes> {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly traffic: Traffic;
  readonly log: Log;
  /** The function's own name, or null where there is none of this path. */
  readonly nameOf: (udfPath: string) => string | null;
}

/** The same functions, each call counted, from the moment it was asked for until its outcome was known. */
export function counted<Reads, Writes>({
  runner,
  traffic,
  log,
  nameOf,
}: CountedRunner<Reads, Writes>): FunctionRunner<Reads, Writes> {
  // The caller waits for the very promise of the run: that it is counted must not change what comes after what.
  const measured = <Run>(
    kind: "query" | "mutation" | "action",
    udfPath: string,
    run: Promise<Run>,
    outcomeOf: (run: Run) => FunctionOutcome,
  ): Promise<Run> => {
    const startedAt = performance.now();
    const name = `${kind} ${nameOf(udfPath) ?? "of an unknown name"}`;
    const count = (ending: Ending) => {
      const ms = performance.now() - startedAt;
      traffic.count(name, ms, ending);
      log.debug("call", { class: name, ending, ms: rounded(ms) });
    };
    run.then(
      (done) => count(endingOf(outcomeOf(done))),
      () => count("failed"),
    );
    return run;
  };
  return {
    get latestTs() {
      return runner.latestTs;
    },
    runQuery: (call) =>
      measured("query", call.udfPath, runner.runQuery(call), outcomeOfRun),
    runMutation: (call) =>
      measured(
        "mutation",
        call.udfPath,
        runner.runMutation(call),
        outcomeOfRun,
      ),
    runAction: (call) =>
      measured("action", call.udfPath, runner.runAction(call), (done) => done),
    onCommit: (listener) => runner.onCommit(listener),
  };
}

function outcomeOfRun(run: { outcome: FunctionOutcome }): FunctionOutcome {
  return run.outcome;
}

/** What a function throws with data is its answer to the person; anything else is none. */
function endingOf(outcome: FunctionOutcome): Ending {
  if (outcome.ok) return "done";
  return outcome.data === undefined ? "failed" : "refused";
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
