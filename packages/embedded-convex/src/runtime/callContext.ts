/**
 * Runs functions inside a call context. The `convex` package makes every request through the global `Convex`; an
 * AsyncLocalStorage finds the call that a request belongs to, so that any number of functions run concurrently.
 *
 * Outside of a call the globals behave as before: another runtime in the same process (convex-test) keeps working.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "../functionCall";
import type { Log } from "../log";
import { interceptConsole, logPrinted } from "./consoleOutput";
import { interceptDate } from "./frozenDate";
import { hideNodeGlobals } from "./nodeGlobals";
import { interceptUncaughtErrors } from "./uncaughtErrors";

export type CallKind = "query" | "mutation" | "action" | "http";

/** The global that the `convex` package calls. */
interface ConvexGlobal {
  syscall(op: string, args: string): string;
  asyncSyscall(op: string, args: string): string | Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

export interface CallContext {
  readonly kind: CallKind;
  readonly udfPath: string;
  readonly caller: Caller;
  /** Receives what the function prints; null leaves it on the console. */
  readonly printed: Log | null;
  readonly convex: ConvexGlobal;
  /** Whether the function's module begins with "use node": only such functions have Node's globals, as on Convex. */
  readonly usesNode: boolean;
  /** Ends the call with an error that no code of the function catches. */
  fail(error: unknown): void;
}

interface RunningCall extends CallContext {
  /** Epoch milliseconds, fixed in queries and mutations; null in actions. */
  readonly frozenAt: number | null;
  /** The context of the runtime's own code, which serves the requests of the function. */
  readonly host: RunningCall | null;
}

const running = new AsyncLocalStorage<RunningCall | undefined>();

export function runInContext<T>(context: CallContext, run: () => T): T {
  installGlobals();
  // Inside a query or mutation this is already a fixed time: a nested call has the time of its caller.
  const frozenAt = isTransactional(context.kind) ? Date.now() : null;
  const host = { ...context, frozenAt, host: null };
  return running.run({ ...context, frozenAt, host }, run);
}

/**
 * Whether the current code runs in a function call. In a listener of `uncaughtExceptionMonitor`: whether the exception
 * ends only a call and not the process.
 */
export function isInCall(): boolean {
  return running.getStore() !== undefined;
}

/** Runs work that outlives the call that starts it. */
export function outsideCalls<T>(run: () => T): T {
  // `run`, because `exit` turns the hooks of all promises off and on again before Node 24.
  return running.run(undefined, run);
}

type GlobalWithConvex = typeof globalThis & { Convex?: ConvexGlobal };

/** The `Convex` global of another runtime in this process. */
let outer: ConvexGlobal | undefined;

/** Serves a request in the context of the host: Node's globals are there, and the time stands still as before. */
function inHost<T>(serve: (convex: ConvexGlobal) => T): T {
  const call = running.getStore();
  const convex = call?.convex ?? outer;
  if (convex === undefined) throw new Error("No Convex function is running.");
  if (!call?.host) return serve(convex);
  return running.run(call.host, serve, convex);
}

const convexGlobal: ConvexGlobal = {
  syscall: (op, args) => inHost((convex) => convex.syscall(op, args)),
  asyncSyscall: (op, args) => inHost((convex) => convex.asyncSyscall(op, args)),
  jsSyscall: (op, args) => inHost((convex) => convex.jsSyscall(op, args)),
};

/** The running function, unless the runtime's own code serves one of its requests. */
function runningFunction(): RunningCall | null {
  const call = running.getStore();
  return call?.host ? call : null;
}

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
    const context = running.getStore();
    const log = context?.printed ?? null;
    if (context === undefined || log === null) return false;
    // Outside of the call: a log that writes to the console must not be intercepted again.
    outsideCalls(() => logPrinted(log, context.udfPath, { method, values }));
    return true;
  });
  interceptDate(() => running.getStore()?.frozenAt ?? null);
  interceptUncaughtErrors(failRunningCall);
  hideNodeGlobals(() => runningFunction()?.usesNode === false);
  refuseInTransactions("setTimeout");
  refuseInTransactions("setInterval");
  throwInContext();
}

/** False outside of calls. */
function failRunningCall(error: unknown): boolean {
  const context = running.getStore();
  context?.fail(error);
  return context !== undefined;
}

/** Convex provides these two variables to functions. Here their value is the origin that the client used. */
function installEnvironment(): void {
  process.env = new Proxy(process.env, {
    get(environment, name, receiver) {
      if (name === "CONVEX_SITE_URL" || name === "CONVEX_CLOUD_URL") {
        const context = running.getStore();
        if (context !== undefined) return context.caller.origin;
      }
      return Reflect.get(environment, name, receiver) as unknown;
    },
    // Without this trap an assignment calls defineProperty, which the real environment rejects.
    set: (environment, name, value) => Reflect.set(environment, name, value),
  });
}

/** Queries and mutations must be deterministic: Convex rejects these functions in them. */
function refuseInTransactions(name: "fetch" | "setTimeout" | "setInterval"): void {
  const original = globalThis[name] as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    const call = runningFunction();
    if (call === null || !isTransactional(call.kind)) return original(...args);
    const refusal = new Error(
      `Can't use ${name}() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
    );
    if (name === "fetch") return Promise.reject(refusal);
    throw refusal;
  };
  replaceGlobal(name, guarded);
}

/** A `fetch` that fails rejects in the context of its call: see `uncaughtErrors.ts`. */
function rejectInContext(): void {
  const original = globalThis.fetch;
  replaceGlobal("fetch", (...args: Parameters<typeof fetch>) => {
    const response = original(...args);
    return isInCall() ? response.then((received) => received) : response;
  });
}

/** An exception in a microtask ends the call that queued it: see `uncaughtErrors.ts`. */
function throwInContext(): void {
  const original = globalThis.queueMicrotask;
  replaceGlobal("queueMicrotask", (task: () => void) => {
    if (!isInCall()) return original(task);
    return original(() => {
      try {
        task();
      } catch (error) {
        failRunningCall(error);
      }
    });
  });
}

function isTransactional(kind: CallKind): boolean {
  return kind === "query" || kind === "mutation";
}

/** Keeps the properties of the original, such as setTimeout's promisify symbol. */
function replaceGlobal(
  name: "fetch" | "setTimeout" | "setInterval" | "queueMicrotask",
  value: unknown,
): void {
  Object.defineProperties(value, Object.getOwnPropertyDescriptors(globalThis[name]));
  Object.defineProperty(globalThis, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

// Installed now, not at the first call: a module of functions may keep the `fetch` that it finds when it is loaded.
refuseInTransactions("fetch");
rejectInContext();
