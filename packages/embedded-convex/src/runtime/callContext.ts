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

export type CallKind = "query" | "mutation" | "action" | "http";

/** The global that the `convex` package calls. */
interface ConvexGlobal {
  syscall(op: string, args: string): string;
  asyncSyscall(op: string, args: string): Promise<string>;
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

export interface CallContext {
  readonly kind: CallKind;
  readonly udfPath: string;
  readonly caller: Caller;
  /** Receives what the function prints; null leaves it on the console. */
  readonly printed: Log | null;
  readonly convex: ConvexGlobal;
}

const running = new AsyncLocalStorage<CallContext>();

export function runInContext<T>(context: CallContext, run: () => T): T {
  installGlobals();
  return running.run(context, run);
}

/** Runs work that outlives the call that starts it. */
export function outsideCalls<T>(run: () => T): T {
  return running.exit(run);
}

type GlobalWithConvex = typeof globalThis & { Convex?: ConvexGlobal };

/** The `Convex` global of another runtime in this process. */
let outer: ConvexGlobal | undefined;

function current(): ConvexGlobal {
  const convex = running.getStore()?.convex ?? outer;
  if (convex !== undefined) return convex;
  throw new Error("No Convex function is running.");
}

const convexGlobal: ConvexGlobal = {
  syscall: (op, args) => current().syscall(op, args),
  asyncSyscall: (op, args) => current().asyncSyscall(op, args),
  jsSyscall: (op, args) => current().jsSyscall(op, args),
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
    const context = running.getStore();
    const log = context?.printed ?? null;
    if (context === undefined || log === null) return false;
    // Outside of the call: a log that writes to the console must not be intercepted again.
    outsideCalls(() => logPrinted(log, context.udfPath, { method, values }));
    return true;
  });
  refuseInTransactions("fetch");
  refuseInTransactions("setTimeout");
  refuseInTransactions("setInterval");
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
  // Keeps the function's other properties, such as setTimeout's promisify symbol.
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original));
  Object.defineProperty(globalThis, name, {
    value: guarded,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
