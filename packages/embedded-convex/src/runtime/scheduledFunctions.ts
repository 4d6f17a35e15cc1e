/**
 * Scheduled functions as documents of `_scheduled_functions`: schedules, cancels and changes their state, always inside
 * the caller's transaction. The scheduler runs them.
 */
import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import { decodeDocumentId } from "../store/documentId";
import { type EncodedObject, asText, measureValue } from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import type { Transaction } from "../store/transaction";
import { type Registry, canonicalPath } from "./registry";
import { SystemDocuments, type SystemRange } from "./systemDocuments";

export interface ScheduledFunction {
  readonly id: string;
  readonly path: string;
  readonly args: JSONValue;
  readonly scheduledTime: number;
  readonly kind: ScheduledState["kind"];
  /** Its id for functions that read it; null for a cron job, which they cannot read. */
  readonly scheduledFunctionId: string | null;
}

export type ScheduledState =
  | { kind: "pending" | "inProgress" | "success" | "canceled" }
  | { kind: "failed"; error: string };

/** Whether it is still in this state, for the same time: a cron job is pending again after each run. */
export function isIn(
  kind: ScheduledState["kind"],
  scheduled: ScheduledFunction,
  stored: ScheduledFunction | null,
): boolean {
  return stored?.kind === kind && stored.scheduledTime === scheduled.scheduledTime;
}

/** What a scheduler runs: scheduled functions, or cron jobs. */
export interface ScheduledSource {
  /** Called with the time of each new scheduled function, after the commit. */
  onScheduled: (scheduledTime: number) => void;
  get(transaction: Transaction, id: string): ScheduledFunction | null;
  setState(transaction: Transaction, id: string, state: ScheduledState): void;
  /** The earliest functions in a state, up to `limit`. `dueBy` is epoch milliseconds; null means at any time. */
  inState(kind: ScheduledState["kind"], dueBy: number | null, limit: number): ScheduledFunction[];
}

const FIVE_YEARS_MS = 5 * 366 * 24 * 3600 * 1000;

export class ScheduledFunctions implements ScheduledSource {
  onScheduled: (scheduledTime: number) => void = () => undefined;
  readonly #database: Database;
  readonly #documents: SystemDocuments;

  constructor(database: Database) {
    this.#database = database;
    this.#documents = new SystemDocuments(database, "_scheduled_functions");
  }

  schedule(
    transaction: Transaction,
    registry: Registry,
    scheduled: { path: string; args: JSONValue; scheduledTime: number },
  ): string {
    const { path, args, scheduledTime } = scheduled;
    checkTime(scheduledTime, this.#database.now());
    checkFunction(registry, path);
    const { size, hasCommitTs } = measureValue(args);
    if (hasCommitTs) {
      throw new DeveloperError(
        "InvalidArguments",
        `Invalid arguments for "${path}": a scheduled function cannot take an unresolved placeholder value.`,
      );
    }
    transaction.meter.schedule(size);
    const [module = "", name = ""] = path.split(":");
    const id = this.#documents.insert(transaction, {
      name: `${module}.js:${name}`,
      args: [args],
      scheduledTime,
      state: { kind: "pending" },
    });
    transaction.afterCommit(() => this.onScheduled(scheduledTime));
    return id;
  }

  /** Cancels a scheduled function. Has no effect on one that has ended, also after its document was deleted. */
  cancel(transaction: Transaction, id: string): void {
    if (!this.#isOfTable(id)) {
      throw new DeveloperError(
        "InvalidScheduledFunctionId",
        "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
      );
    }
    const kind = this.get(transaction, id)?.kind;
    if (kind !== "pending" && kind !== "inProgress") return;
    this.setState(transaction, id, { kind: "canceled" });
  }

  get(transaction: Transaction, id: string): ScheduledFunction | null {
    if (!this.#isOfTable(id)) return null;
    const document = this.#documents.get(transaction, id);
    return document && toScheduledFunction(document);
  }

  #isOfTable(id: string): boolean {
    const { catalog } = this.#database.store;
    const table = catalog.nameOf(decodeDocumentId(id)?.tableNumber ?? 0);
    return table === "_scheduled_functions";
  }

  setState(transaction: Transaction, id: string, state: ScheduledState): void {
    const hasEnded = state.kind !== "pending" && state.kind !== "inProgress";
    this.#documents.patch(transaction, id, {
      state,
      ...(hasEnded ? { completedTime: this.#database.now() } : {}),
    });
  }

  inState(kind: ScheduledState["kind"], dueBy: number | null, limit: number): ScheduledFunction[] {
    const range = stateRange(kind, "scheduledTime", dueBy);
    return this.#documents
      .find(this.#database.read(), { index: "by_state", range, limit })
      .map(toScheduledFunction);
  }

  /** Deletes one batch of functions that ended before `time` (epoch milliseconds). True if there may be more. */
  dropEndedBefore(transaction: Transaction, time: number): boolean {
    const limit = 500;
    const ended = this.#documents.find(transaction, {
      index: "by_completed_time",
      range: [
        ["Gte", "completedTime", 0],
        ["Lt", "completedTime", time],
      ],
      limit,
    });
    for (const { _id } of ended) this.#documents.remove(transaction, asText(_id));
    return ended.length === limit;
  }
}

/** The documents in a state that are due by a time: the range of `by_state`, whose second field is `timeField`. */
export function stateRange(
  kind: ScheduledState["kind"],
  timeField: string,
  dueBy: number | null,
): SystemRange["range"] {
  const inState: SystemRange["range"][number] = ["Eq", "state.kind", kind];
  return dueBy === null ? [inState] : [inState, ["Lte", timeField, dueBy]];
}

function toScheduledFunction(document: EncodedObject): ScheduledFunction {
  const [args = {}] = document.args as JSONValue[];
  const id = asText(document._id);
  return {
    id,
    scheduledFunctionId: id,
    path: canonicalPath(asText(document.name)),
    args,
    scheduledTime: Number(document.scheduledTime),
    kind: (document.state as ScheduledState).kind,
  };
}

function checkTime(scheduledTime: number, now: number): void {
  const delta = scheduledTime - now;
  if (Math.abs(delta) <= FIVE_YEARS_MS) return;
  const when = delta > 0 ? "future" : "past";
  throw new DeveloperError(
    "InvalidScheduledFunctionDelay",
    `${scheduledTime / 1000} is more than 5 years in the ${when}`,
  );
}

function checkFunction(registry: Registry, path: string): void {
  if (registry.find(path) !== null) return;
  const [module = "", name = ""] = path.split(":");
  throw new DeveloperError(
    "InvalidScheduledFunction",
    registry.has(module)
      ? `Attempted to schedule function, but no exported function ${name} found in the file: ${module}.js. Did you forget to export it?`
      : `Attempted to schedule function at nonexistent path: ${module}.js`,
  );
}
