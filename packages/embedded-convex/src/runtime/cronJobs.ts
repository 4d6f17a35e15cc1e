/**
 * Cron jobs as documents of `_cron_jobs`, one for each job of `convex/crons.ts`: when it is due next. A scheduler runs
 * them as it runs scheduled functions. The end of a run and the time of the next one are one transaction, so a job is
 * due once at a time. The next time is in the future: those that passed during a run, or while the server was stopped
 * after the one that was due, are skipped.
 */
import type { JSONValue } from "convex/values";
import type { Log } from "../log";
import type { Database } from "../store/database";
import { type EncodedObject, asText } from "../store/encodedValue";
import type { Transaction } from "../store/transaction";
import { type CronSchedule, type CronSpec, nextRun, skippedRuns } from "./cronSpecs";
import { canonicalPath } from "./registry";
import {
  stateRange,
  type ScheduledFunction,
  type ScheduledSource,
  type ScheduledState,
} from "./scheduledFunctions";
import { SystemDocuments } from "./systemDocuments";

/** The limit of jobs: more than anybody declares. */
const MAX_JOBS = 10_000;

export class CronJobs implements ScheduledSource {
  onScheduled: (time: number) => void = () => undefined;
  readonly #database: Database;
  readonly #documents: SystemDocuments;
  readonly #log: Log;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#documents = new SystemDocuments(database, "_cron_jobs");
    this.#log = log;
  }

  /**
   * Stores the declared jobs. A job whose schedule is unchanged keeps the time of its next run; with another schedule
   * it gets a new one, as on Convex.
   */
  async declare(specs: readonly CronSpec[]): Promise<void> {
    const all = { index: "by_name", range: [], limit: MAX_JOBS };
    const stored = this.#documents.find(this.#database.read(), all).length;
    if (specs.length === 0 && stored === 0) return;
    await this.#database.committer.submit({
      run: (transaction) => {
        const old = new Map(
          this.#documents
            .find(transaction, all)
            .map((document) => [asText(document.name), document]),
        );
        for (const spec of specs) {
          this.#store(transaction, spec, old.get(spec.name));
          old.delete(spec.name);
        }
        for (const { _id } of old.values()) this.#documents.remove(transaction, asText(_id));
        transaction.afterCommit(() => this.onScheduled(0));
      },
    });
  }

  get(transaction: Transaction, id: string): ScheduledFunction | null {
    const document = this.#documents.get(transaction, id);
    return document && toScheduledFunction(document);
  }

  /** The state of a run. After its end the job is pending again. */
  setState(transaction: Transaction, id: string, state: ScheduledState): void {
    const isRunning = state.kind === "pending" || state.kind === "inProgress";
    const document = isRunning ? null : this.#documents.get(transaction, id);
    if (document === null) {
      this.#documents.patch(transaction, id, { state });
      return;
    }
    const schedule = scheduleOf(document);
    const [previous, now] = [Number(document.nextTime), this.#database.now()];
    const nextTime = nextRun(schedule, previous, now);
    const skipped = skippedRuns(schedule, previous, now);
    this.#documents.patch(transaction, id, {
      state: { kind: "pending" },
      nextTime,
    });
    transaction.afterCommit(() => {
      if (skipped > 0) {
        const cron = asText(document.name);
        this.#log.warn("runs of a cron job were skipped", { cron, skipped });
      }
      this.onScheduled(nextTime);
    });
  }

  inState(kind: ScheduledState["kind"], dueBy: number | null, limit: number): ScheduledFunction[] {
    const range = stateRange(kind, "nextTime", dueBy);
    return this.#documents
      .find(this.#database.read(), { index: "by_state", range, limit })
      .map(toScheduledFunction);
  }

  #store(
    transaction: Transaction,
    { name, path, args, schedule }: CronSpec,
    old: EncodedObject | undefined,
  ): void {
    // Stored as texts: arguments may have any field names, documents may not.
    const declared = {
      path,
      args: JSON.stringify(args),
      schedule: JSON.stringify(schedule),
    };
    const next = () => nextRun(schedule, null, this.#database.now());
    if (old === undefined) {
      const state = { kind: "pending" };
      const fields = { name, ...declared, state, nextTime: next() };
      this.#documents.insert(transaction, fields);
      return;
    }
    // A job that runs takes its next time from the new schedule when it ends.
    const { kind } = old.state as ScheduledState;
    const begins = old.schedule !== declared.schedule && kind === "pending";
    this.#documents.patch(transaction, asText(old._id), {
      ...declared,
      ...(begins ? { nextTime: next() } : {}),
    });
  }
}

function scheduleOf(document: EncodedObject): CronSchedule {
  return JSON.parse(asText(document.schedule)) as CronSchedule;
}

function toScheduledFunction(document: EncodedObject): ScheduledFunction {
  return {
    id: asText(document._id),
    path: canonicalPath(asText(document.path)),
    args: JSON.parse(asText(document.args)) as JSONValue,
    scheduledTime: Number(document.nextTime),
    kind: (document.state as ScheduledState).kind,
    scheduledFunctionId: null,
  };
}
