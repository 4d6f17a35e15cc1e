/**
 * Runs scheduled functions and cron jobs when they are due. They are stored in the database, so a restart loses none.
 *
 * A mutation runs exactly once: its writes and its final state are one transaction. An action runs at most once: it is
 * durably marked as in progress before it starts, and one that a crash interrupted is marked as failed at the next
 * start. After a disk fault the function stays pending and is retried after RETRY_MS.
 */
import { diskFaultOf } from "../store/diskFaults";
import type { Database } from "../store/database";
import { newCorrelationId, uncaught } from "./failures";
import { errorText, type Log } from "../log";
import {
  isIn,
  type ScheduledFunction,
  type ScheduledSource,
  type ScheduledState,
} from "./scheduledFunctions";

export interface ScheduledFunctionRunner {
  /** Runs the mutation and stores its final state in one transaction; calls `onEnd` after the commit. */
  runMutation(
    scheduled: ScheduledFunction,
    onEnd: (state: ScheduledState) => void,
    correlationId: string,
  ): Promise<void>;
  runAction(scheduled: ScheduledFunction, correlationId: string): Promise<void>;
  kindOf(scheduled: ScheduledFunction): "mutation" | "action" | null;
}

/** Below the longest delay of setTimeout (24.8 days). Waking with nothing due is harmless. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;
const MAX_RUNNING = 64;
const RETRY_MS = 30_000;

export interface SchedulerParts {
  readonly database: Database;
  readonly source: ScheduledSource;
  readonly runner: ScheduledFunctionRunner;
  readonly log: Log;
}

export class Scheduler {
  readonly #running = new Map<string, Promise<void>>();
  /** Ids of pending functions that wait for RETRY_MS after a failure. */
  readonly #backingOff = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #wakesAt = Infinity;
  #isStopped = false;
  readonly #parts: SchedulerParts;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    parts.source.onScheduled = (time) => this.#wakeAt(time);
  }

  async start(): Promise<void> {
    await this.#failInterrupted();
    this.#wakeAt(0);
  }

  /** Waits for the running functions; pending ones stay in the database. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  #wakeAt(time: number): void {
    if (this.#isStopped || time >= this.#wakesAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wakesAt = time;
    const delay = Math.max(0, time - this.#parts.database.now());
    this.#timer = setTimeout(() => this.#runDue(), Math.min(Math.ceil(delay), LONGEST_TIMER_MS));
    this.#timer.unref();
  }

  #runDue(): void {
    this.#timer = null;
    this.#wakesAt = Infinity;
    if (this.#isStopped) return;
    const { source, database } = this.#parts;
    const limit = MAX_RUNNING * 2 + this.#backingOff.size;
    for (const scheduled of source.inState("pending", database.now(), limit)) {
      if (this.#running.size >= MAX_RUNNING) return;
      if (!this.#isTaken(scheduled)) this.#begin(scheduled);
    }
    const next = source
      .inState("pending", null, this.#running.size + this.#backingOff.size + 1)
      .find((scheduled) => !this.#isTaken(scheduled));
    if (next !== undefined) this.#wakeAt(next.scheduledTime);
  }

  #isTaken({ id }: ScheduledFunction): boolean {
    return this.#running.has(id) || this.#backingOff.has(id);
  }

  #begin(scheduled: ScheduledFunction): void {
    const run = this.#run(scheduled)
      .catch((error: unknown) => {
        // The final state could not be written: the function is still pending and is retried.
        this.#parts.log.error("the end of a scheduled function could not be stored", {
          function: scheduled.path,
          error: errorText(error),
        });
        this.#backOff(scheduled);
      })
      .finally(() => {
        this.#running.delete(scheduled.id);
        this.#wakeAt(0);
      });
    this.#running.set(scheduled.id, run);
  }

  #backOff({ id }: ScheduledFunction): void {
    this.#backingOff.add(id);
    const retry = () => {
      this.#backingOff.delete(id);
      this.#wakeAt(0);
    };
    setTimeout(retry, RETRY_MS).unref();
  }

  async #run(scheduled: ScheduledFunction): Promise<void> {
    const { runner } = this.#parts;
    const kind = runner.kindOf(scheduled);
    if (kind === null) {
      const error = `Could not find function for '${scheduled.path}'.`;
      await this.#settle(scheduled, "pending", { kind: "failed", error });
      return;
    }
    if (kind === "action") return this.#runAction(scheduled);
    const correlationId = newCorrelationId();
    try {
      await this.#runMutation(scheduled, correlationId);
    } catch (error) {
      // Nothing was committed, and the function is not the cause: keep it pending.
      if (diskFaultOf(error) !== null) throw error;
      this.#logFailure(scheduled, correlationId, error);
      const state: ScheduledState = { kind: "failed", error: uncaught(error) };
      await this.#settle(scheduled, "pending", state);
    }
  }

  #runMutation(scheduled: ScheduledFunction, correlationId: string): Promise<void> {
    const { runner } = this.#parts;
    return runner.runMutation(
      scheduled,
      (state) => {
        if (state.kind === "failed") {
          this.#logFailure(scheduled, correlationId, state.error);
        }
      },
      correlationId,
    );
  }

  async #runAction(scheduled: ScheduledFunction): Promise<void> {
    const correlationId = newCorrelationId();
    if (!(await this.#settle(scheduled, "pending", { kind: "inProgress" }))) return;
    let state: ScheduledState = { kind: "success" };
    try {
      await this.#parts.runner.runAction(scheduled, correlationId);
    } catch (error) {
      this.#logFailure(scheduled, correlationId, error);
      state = { kind: "failed", error: uncaught(error) };
    }
    await this.#settle(scheduled, "inProgress", state);
  }

  /** Changes the state if it is still `from`. Resolves to whether it did. */
  async #settle(
    scheduled: ScheduledFunction,
    from: ScheduledState["kind"],
    to: ScheduledState,
  ): Promise<boolean> {
    const { database, source } = this.#parts;
    const { value } = await database.committer.submit({
      run: (transaction) => {
        if (!isIn(from, scheduled, source.get(transaction, scheduled.id))) return false;
        source.setState(transaction, scheduled.id, to);
        return true;
      },
    });
    return value;
  }

  async #failInterrupted(): Promise<void> {
    const { source } = this.#parts;
    const error = "Transient error while executing action";
    for (;;) {
      const interrupted = source.inState("inProgress", null, 100);
      if (interrupted.length === 0) return;
      for (const scheduled of interrupted) {
        await this.#settle(scheduled, "inProgress", { kind: "failed", error });
      }
    }
  }

  #logFailure(scheduled: ScheduledFunction, correlationId: string, error: unknown): void {
    this.#parts.log.error("scheduled function failed", {
      function: scheduled.path,
      correlationId,
      error: errorText(error),
    });
  }
}
