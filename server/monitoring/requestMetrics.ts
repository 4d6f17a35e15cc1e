/**
 * Per-minute metrics: one log line per request class (`GET /api/storage`) or function (`mutation messages:send`).
 * Classes without requests are not logged.
 *
 * Names must come from the server: names chosen by clients would be unbounded.
 */
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import {
  STATUS_FUNCTION_FAILED,
  type AnsweredRequest,
  type FinishedCall,
  type Log,
} from "embedded-convex";

/** `refused`: rejected with a reason (4xx). `failed`: a server error. */
export type Outcome = FinishedCall["outcome"];

export interface RequestMetricsOptions {
  readonly log: Log;
  readonly intervalMs?: number;
}

const MINUTE_MS = 60_000;

interface Tally {
  /** Microseconds, since the histogram takes integers only. */
  readonly durations: RecordableHistogram;
  maxMs: number;
  refused: number;
  failed: number;
}

export class RequestMetrics {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #tallies = new Map<string, Tally>();

  constructor({ log, intervalMs = MINUTE_MS }: RequestMetricsOptions) {
    this.#log = log;
    this.#timer = setInterval(() => this.#flush(), intervalMs);
    this.#timer.unref();
  }

  recordRequest({ method, name, path, status, ms }: AnsweredRequest): void {
    this.record(`${method} ${name}`, ms, outcomeOf(status));
    this.#log.debug("request", { method, path, status, ms: rounded(ms) });
  }

  recordCall({ kind, name, outcome, ms }: FinishedCall): void {
    const called = `${kind} ${name ?? "unknown"}`;
    this.record(called, ms, outcome);
    this.#log.debug("call", { class: called, outcome, ms: rounded(ms) });
  }

  record(name: string, ms: number, outcome: Outcome): void {
    let tally = this.#tallies.get(name);
    if (tally === undefined) {
      tally = {
        durations: createHistogram(),
        maxMs: 0,
        refused: 0,
        failed: 0,
      };
      this.#tallies.set(name, tally);
    }
    tally.durations.record(Math.max(1, Math.round(ms * 1000)));
    tally.maxMs = Math.max(tally.maxMs, ms);
    if (outcome !== "done") tally[outcome] += 1;
  }

  /** Logs the last partial interval. */
  close(): void {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush(): void {
    const tallies = this.#tallies;
    this.#tallies = new Map();
    for (const [name, { durations, maxMs, refused, failed }] of tallies) {
      this.#log.info("served", {
        class: name,
        count: durations.count,
        refused,
        failed,
        p50Ms: rounded(durations.percentile(50) / 1000),
        p99Ms: rounded(durations.percentile(99) / 1000),
        maxMs: rounded(maxMs),
      });
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 500 && status !== STATUS_FUNCTION_FAILED) return "failed";
  return status >= 400 ? "refused" : "done";
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
