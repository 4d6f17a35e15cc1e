/** One running function: who called it, its transaction, and the runtime that its syscalls reach. */
import type { JSONValue } from "convex/values";
import { nextTurn } from "../eventLoop";
import type { Caller } from "../functionCall";
import { errorText, type Log } from "../log";
import type { Database } from "../store/database";
import type { Usage } from "../store/limits";
import { withTimeLimit } from "../store/timeLimit";
import type { CompiledQuery, QueryStream } from "../store/query";
import type { Transaction } from "../store/transaction";
import { type CallContext, type CallKind, outsideCalls, runInContext } from "./callContext";
import type { FileStorage } from "./fileStorage";
import type { FunctionKind, RegisteredFunction, Registry } from "./registry";
import type { ScheduledFunctions } from "./scheduledFunctions";

/** The environment of a running function. The engine implements it; tests may replace it. */
export interface Runtime {
  readonly database: Database;
  readonly registry: Registry;
  readonly files: FileStorage;
  readonly scheduledFunctions: ScheduledFunctions;
  readonly log: Log;
  /** Receives what functions print; null leaves it on the console. */
  readonly printed: Log | null;
  readonly actionTimeLimitMs: number;
  /** Called after each successful call, nested calls included. */
  readonly onCall?: ((measure: CallMeasure) => void) | undefined;
  syscall(call: Call, op: string, args: string): string;
  asyncSyscall(call: Call, op: string, args: string): string | Promise<string>;
  jsSyscall(call: Call, op: string, args: Record<string, unknown>): unknown;
  /** Runs a public or internal function that an action called, in a separate transaction. */
  runFromAction(found: RegisteredFunction, args: JSONValue, from: Call): Promise<Result>;
}

/** The usage of one call in the quantities that Convex limits. A nested call also counts toward its caller. */
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
  /** Whether this run has read a page: a function may read one. */
  hasPage: boolean;
  /** The end cursor of that page. */
  pageEndCursor: string | null;
  /** The nested function that is running: the caller's other syscalls wait for it. */
  nested: Promise<unknown> | null;
  /** Async syscalls without a result. A function may end before: it need not await them. */
  pendingSyscalls: number;
  /** Called when the last pending syscall has a result. */
  onIdle: (() => void) | null;
  /**
   * `returned`: an HTTP action whose response is being sent; its body may still use `ctx`. `ended`: syscalls are
   * refused.
   */
  state: "running" | "returned" | "ended";
  /** An error that no code of the function caught. It is the result of the call. */
  uncaught: { readonly error: unknown } | null;
  /** Rejects the function's run. */
  reject: ((error: unknown) => void) | null;
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
    hasPage: false,
    pageEndCursor: null,
    nested: null,
    pendingSyscalls: 0,
    onIdle: null,
    state: "running",
    uncaught: null,
    reject: null,
  };
}

/** Rejects with what the function threw or did not catch, whichever comes first. `afterLastTurn` must follow. */
export async function runInCall<T>(
  call: Call,
  run: () => Promise<T>,
  usesNode = false,
): Promise<T> {
  const result = new Promise<T>((resolve, reject) => {
    call.reject = reject;
    runInContext({ ...contextOf(call), usesNode }, run).then(resolve, reject);
  });
  try {
    return await (call.transaction === null
      ? withTimeLimit(result, call.runtime.actionTimeLimitMs)
      : result);
  } catch (error) {
    call.state = "ended";
    throw error;
  }
}

/**
 * Ends the call after the current turn of the event loop: only then does Node report the promises that were rejected in
 * it and that nobody handles. Rejects with the first of them. Syscalls that a query or mutation did not await run until
 * then, as on Convex.
 */
export async function afterLastTurn(
  call: Call,
  endOfTurn: Promise<void> = nextTurn(),
): Promise<void> {
  await endOfTurn;
  while (call.transaction !== null && call.pendingSyscalls > 0) {
    await new Promise<void>((resolve) => (call.onIdle = resolve));
    await nextTurn();
  }
  call.state = call.kind === "http" ? "returned" : "ended";
  if (call.uncaught !== null) throw call.uncaught.error;
}

/** Null, or a promise to await before more work is done: others have their turn. Actions take no turns. */
export function pauseOf(call: Call): Promise<void> | null {
  return call.transaction?.turn?.pause() ?? null;
}

/** Throws if the call has ended: a function may still run after an error, or after a promise that it did not await. */
export function checkRunning(call: Call): void {
  if (call.state === "ended") throw new Error("This function has ended.");
  call.transaction?.checkAlive();
}

/** Ends the call with an error that the function did not catch, or only logs it if the call has ended. */
function fail(call: Call, error: unknown): void {
  if (call.state === "running" && call.uncaught === null) {
    call.uncaught = { error };
    call.reject?.(error);
    return;
  }
  const { udfPath, correlationId, runtime } = call;
  outsideCalls(() =>
    runtime.log.error("a function failed after its end", {
      function: udfPath,
      correlationId,
      error: errorText(error),
    }),
  );
}

function contextOf(call: Call): Omit<CallContext, "usesNode"> {
  const { kind, udfPath, caller, runtime } = call;
  const convex = {
    syscall: (op: string, args: string) => runtime.syscall(call, op, args),
    asyncSyscall: (op: string, args: string) => runtime.asyncSyscall(call, op, args),
    jsSyscall: (op: string, args: Record<string, unknown>) => runtime.jsSyscall(call, op, args),
  };
  const { printed } = runtime;
  return {
    kind,
    udfPath,
    caller,
    printed,
    convex,
    fail: (error) => fail(call, error),
  };
}
