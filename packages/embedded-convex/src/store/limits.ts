/**
 * Convex's limits, and the meter that enforces them for each function call.
 *
 * The limits are Convex's, not SQLite's: a function that works here must work on Convex. A nested call
 * can get a smaller budget than its caller has left, never a larger one. Reads of a failed nested call
 * still count; its rolled-back writes do not.
 */
import { DeveloperError } from "./errors";

const MIB = 1024 * 1024;

export const MAX_DOCUMENT_BYTES = MIB;
export const MAX_DOCUMENT_NESTING = 16;
export const MAX_VALUE_NESTING = 64;
export const MAX_ARGS_BYTES = 16 * MIB;
export const MAX_RESULT_BYTES = 16 * MIB;

export interface Usage {
  bytesRead: number;
  bytesWritten: number;
  databaseQueries: number;
  documentsRead: number;
  documentsWritten: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

export type UsageKey = keyof Usage;

export const TRANSACTION_LIMITS: Readonly<Usage> = {
  bytesRead: 16 * MIB,
  bytesWritten: 16 * MIB,
  databaseQueries: 4096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1000,
  scheduledFunctionArgsBytes: 16 * MIB,
};

const UNDONE_WITH_WRITES: readonly UsageKey[] = [
  "bytesWritten",
  "documentsWritten",
  "functionsScheduled",
  "scheduledFunctionArgsBytes",
];

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

const MESSAGES: Readonly<Record<UsageKey, (limit: number) => string>> = {
  bytesRead: (limit) =>
    `Too many bytes read in a single function execution (limit: ${limit} bytes). ${HELP}`,
  documentsRead: (limit) =>
    `Too many documents read in a single function execution (limit: ${limit}). ${HELP}`,
  databaseQueries: (limit) =>
    `Too many reads in a single function execution (limit: ${limit}). ${HELP}`,
  bytesWritten: (limit) =>
    `Too many bytes written in a single function execution (limit: ${limit} bytes)`,
  documentsWritten: (limit) => `Too many writes in a single function execution (limit: ${limit})`,
  functionsScheduled: (limit) => `Too many functions scheduled by this mutation (limit: ${limit})`,
  scheduledFunctionArgsBytes: (limit) =>
    `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes)`,
};

/** A transaction limit was exceeded. A paginated query ends its page early instead of failing. */
export class LimitError extends DeveloperError {}

export class UsageMeter {
  readonly used: Usage = {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
  #limits: Readonly<Usage> = TRANSACTION_LIMITS;
  readonly #outer: { limits: Readonly<Usage>; used: Usage }[] = [];

  query(): void {
    this.used.databaseQueries += 1;
    this.#check("databaseQueries");
  }

  read(bytes: number): void {
    this.used.documentsRead += 1;
    this.used.bytesRead += bytes;
    this.#check("documentsRead");
    this.#check("bytesRead");
  }

  write(bytes: number): void {
    this.used.documentsWritten += 1;
    this.used.bytesWritten += bytes;
    this.#check("documentsWritten");
    this.#check("bytesWritten");
  }

  schedule(argsBytes: number): void {
    this.used.functionsScheduled += 1;
    this.used.scheduledFunctionArgsBytes += argsBytes;
    this.#check("functionsScheduled");
    this.#check("scheduledFunctionArgsBytes");
  }

  /** Starts a nested call. Every `begin` needs a matching `end`. */
  begin(budget: Partial<Record<string, number>> | undefined): void {
    this.#outer.push({ limits: this.#limits, used: { ...this.used } });
    if (budget === undefined) return;
    const limits = { ...this.#limits };
    for (const key of Object.keys(limits) as UsageKey[]) {
      const allowed = budget[key];
      if (allowed !== undefined) {
        limits[key] = Math.min(limits[key], this.used[key] + allowed);
      }
    }
    this.#limits = limits;
  }

  end(outcome: "kept" | "undone"): void {
    const outer = this.#outer.pop();
    if (outer === undefined) throw new Error("No nested call to end");
    this.#limits = outer.limits;
    if (outcome === "kept") return;
    for (const key of UNDONE_WITH_WRITES) this.used[key] = outer.used[key];
  }

  report(): Record<UsageKey, { used: number; remaining: number }> {
    const report = {} as Record<UsageKey, { used: number; remaining: number }>;
    for (const key of Object.keys(this.used) as UsageKey[]) {
      const used = this.used[key];
      report[key] = { used, remaining: Math.max(0, this.#limits[key] - used) };
    }
    return report;
  }

  #check(key: UsageKey): void {
    const limit = this.#limits[key];
    if (this.used[key] > limit) {
      throw new LimitError("TransactionLimit", MESSAGES[key](limit));
    }
  }
}
