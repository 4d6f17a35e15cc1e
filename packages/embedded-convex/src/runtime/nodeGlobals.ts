/**
 * Hides from functions what Node has and Convex's runtime does not: `Buffer`, and all of `process` but `process.env`.
 *
 * Node defines both as accessors of the global object, so other code reads them as fast as before. Node's own code
 * keeps them where it runs within a function: it reads the body of a request with `Buffer`.
 */
import process from "node:process";

/** As on Convex: a variable can be read by its name, and neither listed nor changed. */
const env = new Proxy<Record<string, string | undefined>>(
  {},
  {
    get: (target, name) =>
      typeof name === "string" ? process.env[name] : (Reflect.get(target, name) as undefined),
    set: () => true,
  },
);

const SEEN_BY_FUNCTIONS = { Buffer: undefined, process: { env } };

export function hideNodeGlobals(isFunctionRunning: () => boolean): void {
  for (const [name, seen] of Object.entries(SEEN_BY_FUNCTIONS)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    let value: unknown = Reflect.get(globalThis, name);
    const get = () => (isFunctionRunning() && !isReadByNode(get) ? seen : value);
    const set = (replaced: unknown) => {
      value = replaced;
    };
    const enumerable = before?.enumerable ?? false;
    const accessors = { get, set, enumerable, configurable: true };
    Object.defineProperty(globalThis, name, accessors);
  }
}

/** Whether the code that reads a property through this getter belongs to Node. */
function isReadByNode(getter: () => unknown): boolean {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, "prepareStackTrace");
  const caller: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_, [frame]) => frame?.getFileName();
    Error.captureStackTrace(caller, getter);
    return String(caller.stack).startsWith("node:");
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
