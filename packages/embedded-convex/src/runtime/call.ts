/**
 * One running function: who called it, what it may touch, and how the Convex library finds it.
 *
 * The library asks for everything through the global `Convex`. An AsyncLocalStorage tells whose
 * request it is, so that any number of functions run at once. Outside of a call the globals are as
 * they were: another runtime in the same process (convex-test) goes on working.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { UserIdentity } from "convex/server";
import type { CompiledQuery, QueryStream } from "../store/query";
import type { Transaction } from "../store/transaction";
import { interceptConsole, logPrinted } from "./consoleOutput";
import type { Runtime } from "./runtime";

export interface Caller {
  readonly identity: UserIdentity | null;
  /** `http://host:port` as the client reached us: what URLs made by functions begin with. */
  readonly origin: string;
  readonly ip?: string | null;
  readonly userAgent?: string | null;
  readonly authToken?: string | null;
}

export type CallKind = "query" | "mutation" | "action" | "http";

export interface OpenQuery {
  readonly compiled: CompiledQuery;
  stream: QueryStream | null;
}

export interface Call {
  readonly kind: CallKind;
  readonly udfPath: string;
  readonly caller: Caller;
  readonly requestId: string;
  readonly scheduledFunctionId: string | null;
  readonly runtime: Runtime;
  /** Null in actions, which have no transaction of their own. */
  readonly transaction: Transaction | null;
  readonly openQueries: Map<number, OpenQuery>;
  nextQueryId: number;
  /** Where the page of an earlier run ended, and where this one's does. */
  readonly endCursor: string | null;
  pageEndCursor: string | null;
  /** While a nested function runs, its caller's other requests wait. */
  nested: Promise<unknown> | null;
}

export type CallOptions = Pick<
  Call,
  "kind" | "udfPath" | "caller" | "requestId" | "runtime" | "transaction"
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

const running = new AsyncLocalStorage<Call>();

export function runInCall<T>(call: Call, run: () => T): T {
  installGlobals();
  return running.run(call, run);
}

/** For work that outlives the call that starts it. */
export function outsideCalls<T>(run: () => T): T {
  return running.exit(run);
}

export interface ConvexGlobal {
  syscall(op: string, args: string): string;
  asyncSyscall(op: string, args: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

type GlobalWithConvex = typeof globalThis & { Convex?: ConvexGlobal };

let outer: ConvexGlobal | undefined;

function ask<T>(
  here: (call: Call) => T,
  elsewhere: (convex: ConvexGlobal) => T,
): T {
  const call = running.getStore();
  if (call !== undefined) return here(call);
  if (outer !== undefined) return elsewhere(outer);
  throw new Error("No Convex function is running.");
}

const convexGlobal: ConvexGlobal = {
  syscall: (op, args) =>
    ask(
      (call) => call.runtime.syscall(call, op, args),
      (convex) => convex.syscall(op, args),
    ),
  asyncSyscall: (op, args) =>
    ask(
      (call) => call.runtime.asyncSyscall(call, op, args),
      (convex) => convex.asyncSyscall(op, args),
    ),
  jsSyscall: (op, args) =>
    ask(
      (call) => call.runtime.jsSyscall(call, op, args),
      (convex) => convex.jsSyscall(op, args),
    ),
};

let environmentInstalled = false;

function installGlobals(): void {
  const global = globalThis as GlobalWithConvex;
  if (global.Convex !== convexGlobal) {
    outer = global.Convex;
    global.Convex = convexGlobal;
  }
  if (environmentInstalled) return;
  environmentInstalled = true;
  installEnvironment();
  interceptConsole((method, values) => {
    const call = running.getStore();
    const log = call?.runtime.printed ?? null;
    if (call === undefined || log === null) return false;
    // The log may itself end on the console, where it must not meet itself.
    outsideCalls(() => logPrinted(log, call.udfPath, { method, values }));
    return true;
  });
  refuseInTransactions("fetch");
  refuseInTransactions("setTimeout");
  refuseInTransactions("setInterval");
}

/** Convex gives these two variables to functions; here they depend on how the client reached us. */
function installEnvironment(): void {
  process.env = new Proxy(process.env, {
    get(environment, name, receiver) {
      if (name === "CONVEX_SITE_URL" || name === "CONVEX_CLOUD_URL") {
        const call = running.getStore();
        if (call !== undefined) return call.caller.origin;
      }
      return Reflect.get(environment, name, receiver) as unknown;
    },
    // Without it an assignment would define the property anew, which the real environment refuses.
    set: (environment, name, value) => Reflect.set(environment, name, value),
  });
}

/** Queries and mutations must depend on nothing but the database: Convex refuses these there. */
function refuseInTransactions(
  name: "fetch" | "setTimeout" | "setInterval",
): void {
  const original = globalThis[name] as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    const kind = running.getStore()?.kind;
    if (kind === "query" || kind === "mutation") {
      throw new Error(
        `Can't use ${name}() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      );
    }
    return original(...args);
  };
  // What else is on the function (setTimeout's promisify) stays with it.
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original));
  Object.defineProperty(globalThis, name, {
    value: guarded,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
