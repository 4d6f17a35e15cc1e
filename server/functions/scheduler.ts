/**
 * Runs scheduled functions when they are due.
 *
 * A mutation runs exactly once: its effects and its job's end are one transaction. An action runs at
 * most once: it is marked as begun, durably, before it begins, and one that was under way when the
 * server stopped is marked as failed and not begun again. Jobs live in the database, so that nothing is
 * lost with the process.
 */
import type { Database } from "../store/database";
import { newRequestId, uncaught } from "./failures";
import type { Log } from "./runtime";
import type { Job, JobState, ScheduledJobs } from "./scheduledJobs";

export interface JobRunner {
  /** In one transaction with `settle`, which marks the job's end. */
  runMutation(
    job: Job,
    settle: (state: JobState) => void,
    requestId: string,
  ): Promise<void>;
  runAction(job: Job, requestId: string): Promise<void>;
  kindOf(job: Job): "mutation" | "action" | null;
}

/** Timers cannot be set further ahead; a wake-up that finds nothing due costs nothing. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;
const MAX_RUNNING = 64;
const RETRY_MS = 30_000;

export class Scheduler {
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private wakesAt = Infinity;
  private isStopped = false;
  private readonly parts: {
    database: Database;
    jobs: ScheduledJobs;
    runner: JobRunner;
    log: Log;
  };

  constructor(parts: Scheduler["parts"]) {
    this.parts = parts;
    parts.jobs.onScheduled = (time) => this.wakeAt(time);
  }

  async start(): Promise<void> {
    await this.failInterrupted();
    this.wakeAt(0);
  }

  /** Waits for what runs; what is pending stays in the database. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await Promise.all(this.running.values());
  }

  private wakeAt(time: number): void {
    if (this.isStopped || time >= this.wakesAt) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.wakesAt = time;
    const delay = Math.max(0, time - this.parts.database.now());
    this.timer = setTimeout(
      () => this.runDue(),
      Math.min(Math.ceil(delay), LONGEST_TIMER_MS),
    );
    this.timer.unref();
  }

  private runDue(): void {
    this.timer = null;
    this.wakesAt = Infinity;
    if (this.isStopped) return;
    const { jobs, database } = this.parts;
    const limit = MAX_RUNNING * 2;
    for (const job of jobs.inState("pending", database.now(), limit)) {
      if (this.running.size >= MAX_RUNNING) return;
      if (!this.running.has(job.id)) this.begin(job);
    }
    const next = jobs
      .inState("pending", null, limit)
      .find(({ id }) => !this.running.has(id));
    if (next !== undefined) this.wakeAt(next.scheduledTime);
  }

  private begin(job: Job): void {
    const run = this.run(job)
      .catch((error: unknown) => {
        // The end of the job could not be written: it is still pending and will be tried again.
        this.parts.log.error("scheduled function could not be settled", {
          function: job.path,
          error: String(error),
        });
        const retry = setTimeout(() => this.wakeAt(0), RETRY_MS);
        retry.unref();
      })
      .finally(() => {
        this.running.delete(job.id);
        this.wakeAt(0);
      });
    this.running.set(job.id, run);
  }

  private async run(job: Job): Promise<void> {
    const { runner } = this.parts;
    const kind = runner.kindOf(job);
    if (kind === null) {
      const error = `Could not find function for '${job.path}'.`;
      await this.settle(job, "pending", { kind: "failed", error });
      return;
    }
    if (kind === "action") return this.runAction(job);
    const requestId = newRequestId();
    try {
      await this.runMutation(job, requestId);
    } catch (error) {
      this.logFailure(job, requestId, error);
      const state: JobState = { kind: "failed", error: uncaught(error) };
      await this.settle(job, "pending", state);
    }
  }

  private runMutation(job: Job, requestId: string): Promise<void> {
    const { runner } = this.parts;
    return runner.runMutation(
      job,
      (state) => {
        if (state.kind === "failed") {
          this.logFailure(job, requestId, state.error);
        }
      },
      requestId,
    );
  }

  private async runAction(job: Job): Promise<void> {
    const requestId = newRequestId();
    if (!(await this.settle(job, "pending", { kind: "inProgress" }))) return;
    let state: JobState = { kind: "success" };
    try {
      await this.parts.runner.runAction(job, requestId);
    } catch (error) {
      this.logFailure(job, requestId, error);
      state = { kind: "failed", error: uncaught(error) };
    }
    await this.settle(job, "inProgress", state);
  }

  /** Moves a job on from a state if it is still in it. */
  private async settle(
    job: Job,
    from: JobState["kind"],
    to: JobState,
  ): Promise<boolean> {
    const { database, jobs } = this.parts;
    const { value } = await database.committer.submit({
      run: (transaction) => {
        if (jobs.get(transaction, job.id)?.kind !== from) return false;
        jobs.setState(transaction, job.id, to);
        return true;
      },
    });
    return value;
  }

  private async failInterrupted(): Promise<void> {
    const { jobs } = this.parts;
    const error = "Transient error while executing action";
    for (;;) {
      const interrupted = jobs.inState("inProgress", null, 100);
      if (interrupted.length === 0) return;
      for (const job of interrupted) {
        await this.settle(job, "inProgress", { kind: "failed", error });
      }
    }
  }

  private logFailure(job: Job, requestId: string, error: unknown): void {
    this.parts.log.error("scheduled function failed", {
      function: job.path,
      requestId,
      error: error instanceof Error ? error.stack : String(error),
    });
  }
}
