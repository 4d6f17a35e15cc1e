/** One running function: who called it, its transaction, and the runtime that its syscalls reach. */
import type { JSONValue } from "convex/values";
import type { Caller } from "../functionCall";
import type { Log } from "../log";
import type { Database } from "../store/database";
import type { Usage } from "../store/limits";
import type { CompiledQuery, QueryStream } from "../store/query";
import type { Transaction } from "../store/transaction";
import { type CallKind, runInContext } from "./callContext";
import type { FileStorage } from "./fileStorage";
import type { FunctionKind, RegisteredFunction, Registry } from "./registry";
import type { ScheduledFunctions } from "./scheduledFunctions";

/** What a running function can reach. The engine implements it; tests may replace it. */
export interface Runtime {
  readonly database: Database;
  readonly registry: Registry;
  readonly files: FileStorage;
  readonly scheduledFunctions: ScheduledFunctions;
  /** Receives what functions print; null leaves it on the console. */
  readonly printed: Log | null;
  /** Called after each successful call, nested calls included. */
  readonly onCall?: ((measure: CallMeasure) => void) | undefined;
  syscall(call: Call, op: string, args: string): string;
  asyncSyscall(call: Call, op: string, args: string): Promise<string>;
  jsSyscall(call: Call, op: string, args: Record<string, unknown>): unknown;
  /** Runs a public or internal function that an action called, in a separate transaction. */
  runFromAction(
    found: RegisteredFunction,
    args: JSONValue,
    from: Call,
  ): Promise<Result>;
}

/** What one call used of the quantities that Convex limits. A nested call also counts toward its caller. */
export interface CallMeasure {
  readonly udfPath: string;
  readonly kind: FunctionKind;
  /** Null for an action, which has no transaction. */
  readonly usage: Readonly<Usage> | null;
  readonly argsBytes: number;
  readonly resultBytes: number;
  /** CPU time of the whole process during the call, concurrent work included. */
  readonly cpuMs: number;
}

export interface Result {
  readonly value: JSONValue;
  /** `value` as JSON, so that it can be passed on without serializing it again. */
  readonly text: string;
}

interface OpenQuery {
  readonly compiled: CompiledQuery;
  stream: QueryStream | null;
}

export interface Call {
  readonly kind: CallKind;
  readonly udfPath: string;
  readonly caller: Caller;
  /** Finds the call in the log. Convex's API calls it the request id. */
  readonly correlationId: string;
  readonly scheduledFunctionId: string | null;
  readonly runtime: Runtime;
  /** Null in actions. */
  readonly transaction: Transaction | null;
  readonly openQueries: Map<number, OpenQuery>;
  nextQueryId: number;
  /** The end cursor of the page from an earlier run of the same subscription. */
  readonly endCursor: string | null;
  /** The end cursor of the page that this run read. */
  pageEndCursor: string | null;
  /** The nested function that is running: the caller's other syscalls wait for it. */
  nested: Promise<unknown> | null;
}

export type CallOptions = Pick<
  Call,
  "kind" | "udfPath" | "caller" | "correlationId" | "runtime" | "transaction"
> &
  Partial<Pick<Call, "scheduledFunctionId" | "endCursor">>;

export function newCall(options: CallOptions): Call {
  return {
    scheduledFunctionId: null,
    endCursor: null,
    ...options,
    openQueries: new Map(),
    nextQueryId: 0,
    pageEndCursor: null,
    nested: null,
  };
}

export function runInCall<T>(call: Call, run: () => T): T {
  const { kind, udfPath, caller, runtime } = call;
  const convex = {
    syscall: (op: string, args: string) => runtime.syscall(call, op, args),
    asyncSyscall: (op: string, args: string) =>
      runtime.asyncSyscall(call, op, args),
    jsSyscall: (op: string, args: Record<string, unknown>) =>
      runtime.jsSyscall(call, op, args),
  };
  const { printed } = runtime;
  return runInContext({ kind, udfPath, caller, printed, convex }, run);
}
