/**
 * Runs scheduled functions when they are due.
 *
 * A mutation runs exactly once: its effects and its task's end are one transaction. An action runs at
 * most once: it is marked as begun, durably, before it begins, and one that was under way when the
 * server stopped is marked as failed and not begun again. Tasks live in the database, so that nothing is
 * lost with the process. A task that a disk at fault kept from its end is pending still, and tried again after a rest.
 */
import { diskFaultOf } from "../store/diskFaults";
import type { Database } from "../store/database";
import { newRequestId, uncaught } from "./failures";
import type { Log } from "../log";
import type { Task, TaskState, ScheduledTasks } from "./scheduledFunctions";

export interface TaskRunner {
  /** In one transaction with `settle`, which marks the task's end. */
  runMutation(
    task: Task,
    settle: (state: TaskState) => void,
    requestId: string,
  ): Promise<void>;
  runAction(task: Task, requestId: string): Promise<void>;
  kindOf(task: Task): "mutation" | "action" | null;
}

/** Timers cannot be set further ahead; a wake-up that finds nothing due costs nothing. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;
const MAX_RUNNING = 64;
const RETRY_MS = 30_000;

export class Scheduler {
  private readonly running = new Map<string, Promise<void>>();
  /** Pending tasks that are not to be tried yet. */
  private readonly resting = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private wakesAt = Infinity;
  private isStopped = false;
  private readonly parts: {
    database: Database;
    tasks: ScheduledTasks;
    runner: TaskRunner;
    log: Log;
  };

  constructor(parts: Scheduler["parts"]) {
    this.parts = parts;
    parts.tasks.onScheduled = (time) => this.wakeAt(time);
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
    const { tasks, database } = this.parts;
    const limit = MAX_RUNNING * 2 + this.resting.size;
    for (const task of tasks.inState("pending", database.now(), limit)) {
      if (this.running.size >= MAX_RUNNING) return;
      if (!this.isTaken(task)) this.begin(task);
    }
    const next = tasks
      .inState("pending", null, this.running.size + this.resting.size + 1)
      .find((task) => !this.isTaken(task));
    if (next !== undefined) this.wakeAt(next.scheduledTime);
  }

  private isTaken({ id }: Task): boolean {
    return this.running.has(id) || this.resting.has(id);
  }

  private begin(task: Task): void {
    const run = this.run(task)
      .catch((error: unknown) => {
        // The end of the task could not be written: it is still pending and will be tried again.
        this.parts.log.error("scheduled function could not be settled", {
          function: task.path,
          error: String(error),
        });
        this.rest(task);
      })
      .finally(() => {
        this.running.delete(task.id);
        this.wakeAt(0);
      });
    this.running.set(task.id, run);
  }

  private rest({ id }: Task): void {
    this.resting.add(id);
    const over = () => {
      this.resting.delete(id);
      this.wakeAt(0);
    };
    setTimeout(over, RETRY_MS).unref();
  }

  private async run(task: Task): Promise<void> {
    const { runner } = this.parts;
    const kind = runner.kindOf(task);
    if (kind === null) {
      const error = `Could not find function for '${task.path}'.`;
      await this.settle(task, "pending", { kind: "failed", error });
      return;
    }
    if (kind === "action") return this.runAction(task);
    const requestId = newRequestId();
    try {
      await this.runMutation(task, requestId);
    } catch (error) {
      // Nothing of it was done, and it is not its own fault.
      if (diskFaultOf(error) !== null) throw error;
      this.logFailure(task, requestId, error);
      const state: TaskState = { kind: "failed", error: uncaught(error) };
      await this.settle(task, "pending", state);
    }
  }

  private runMutation(task: Task, requestId: string): Promise<void> {
    const { runner } = this.parts;
    return runner.runMutation(
      task,
      (state) => {
        if (state.kind === "failed") {
          this.logFailure(task, requestId, state.error);
        }
      },
      requestId,
    );
  }

  private async runAction(task: Task): Promise<void> {
    const requestId = newRequestId();
    if (!(await this.settle(task, "pending", { kind: "inProgress" }))) return;
    let state: TaskState = { kind: "success" };
    try {
      await this.parts.runner.runAction(task, requestId);
    } catch (error) {
      this.logFailure(task, requestId, error);
      state = { kind: "failed", error: uncaught(error) };
    }
    await this.settle(task, "inProgress", state);
  }

  /** Moves a task on from a state if it is still in it. */
  private async settle(
    task: Task,
    from: TaskState["kind"],
    to: TaskState,
  ): Promise<boolean> {
    const { database, tasks } = this.parts;
    const { value } = await database.committer.submit({
      run: (transaction) => {
        if (tasks.get(transaction, task.id)?.kind !== from) return false;
        tasks.setState(transaction, task.id, to);
        return true;
      },
    });
    return value;
  }

  private async failInterrupted(): Promise<void> {
    const { tasks } = this.parts;
    const error = "Transient error while executing action";
    for (;;) {
      const interrupted = tasks.inState("inProgress", null, 100);
      if (interrupted.length === 0) return;
      for (const task of interrupted) {
        await this.settle(task, "inProgress", { kind: "failed", error });
      }
    }
  }

  private logFailure(task: Task, requestId: string, error: unknown): void {
    this.parts.log.error("scheduled function failed", {
      function: task.path,
      requestId,
      error: error instanceof Error ? error.stack : String(error),
    });
  }
}
