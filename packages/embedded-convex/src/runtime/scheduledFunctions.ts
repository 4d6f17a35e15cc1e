/**
 * Scheduled functions as documents of `_scheduled_functions`: made, cancelled and moved from state to
 * state, always inside somebody's transaction. It runs nothing; the scheduler does.
 */
import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import { decodeDocumentId } from "../store/documentId";
import {
  type EncodedObject,
  asText,
  measureValue,
} from "../store/encodedValue";
import { DeveloperError } from "../store/errors";
import type { Transaction } from "../store/transaction";
import { type Registry, canonicalPath } from "./registry";
import { SystemDocuments } from "./systemDocuments";

export interface Task {
  readonly id: string;
  readonly path: string;
  readonly args: JSONValue;
  readonly scheduledTime: number;
  readonly kind: TaskState["kind"];
}

export type TaskState =
  | { kind: "pending" | "inProgress" | "success" | "canceled" }
  | { kind: "failed"; error: string };

const FIVE_YEARS_MS = 5 * 366 * 24 * 3600 * 1000;

export class ScheduledTasks {
  /** Told of every new task once it is committed. */
  onScheduled: (scheduledTime: number) => void = () => undefined;
  private readonly database: Database;
  private readonly documents: SystemDocuments;

  constructor(database: Database) {
    this.database = database;
    this.documents = new SystemDocuments(database, "_scheduled_functions");
  }

  schedule(
    transaction: Transaction,
    registry: Registry,
    task: { path: string; args: JSONValue; scheduledTime: number },
  ): string {
    const { path, args, scheduledTime } = task;
    checkTime(scheduledTime, this.database.now());
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
    const id = this.documents.insert(transaction, {
      name: `${module}.js:${name}`,
      args: [args],
      scheduledTime,
      state: { kind: "pending" },
    });
    transaction.afterCommit(() => this.onScheduled(scheduledTime));
    return id;
  }

  /** A task that has ended stays as it is. */
  cancel(transaction: Transaction, id: string): void {
    const task = this.get(transaction, id);
    if (task === null) {
      throw new DeveloperError(
        "InvalidScheduledFunctionId",
        "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
      );
    }
    if (task.kind !== "pending" && task.kind !== "inProgress") return;
    this.setState(transaction, id, { kind: "canceled" });
  }

  get(transaction: Transaction, id: string): Task | null {
    const { catalog } = this.database.store;
    const table = catalog.nameOf(decodeDocumentId(id)?.tableNumber ?? 0);
    if (table !== "_scheduled_functions") return null;
    const document = this.documents.get(transaction, id);
    return document && toTask(document);
  }

  setState(transaction: Transaction, id: string, state: TaskState): void {
    const hasEnded = state.kind !== "pending" && state.kind !== "inProgress";
    this.documents.patch(transaction, id, {
      state,
      ...(hasEnded ? { completedTime: this.database.now() } : {}),
    });
  }

  /** The earliest tasks in a state, due by a time or at all. */
  inState(
    kind: TaskState["kind"],
    dueBy: number | null,
    limit: number,
  ): Task[] {
    const range = [["Eq", "state.kind", kind]] as Parameters<
      SystemDocuments["find"]
    >[2][number][];
    if (dueBy !== null) range.push(["Lte", "scheduledTime", dueBy]);
    return this.documents
      .find(this.database.read(), "by_state", range, limit)
      .map(toTask);
  }

  /** Results are kept for a while, then dropped. True if there may be more to drop. */
  dropEndedBefore(transaction: Transaction, time: number): boolean {
    const limit = 500;
    const ended = this.documents.find(
      transaction,
      "by_completed_time",
      [
        ["Gte", "completedTime", 0],
        ["Lt", "completedTime", time],
      ],
      limit,
    );
    for (const { _id } of ended)
      this.documents.remove(transaction, asText(_id));
    return ended.length === limit;
  }
}

function toTask(document: EncodedObject): Task {
  const [args = {}] = document.args as JSONValue[];
  return {
    id: asText(document._id),
    path: canonicalPath(asText(document.name)),
    args,
    scheduledTime: Number(document.scheduledTime),
    kind: (document.state as TaskState).kind,
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
