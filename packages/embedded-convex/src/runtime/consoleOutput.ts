/**
 * Console output of functions. As in a Convex production deployment it goes to the server's log and is never sent to
 * clients. It may contain user data, so it is logged at `info` or `debug`, which the host can turn off, and truncated
 * to MAX_LENGTH.
 */
import { format } from "node:util";
import type { Log } from "../log";

const METHODS = ["debug", "log", "info", "warn", "error"] as const;

type ConsoleMethod = (typeof METHODS)[number];

const MAX_LENGTH = 4_000;

/** Passes all console output to `take`; if it returns false, the output is printed as usual. */
export function interceptConsole(
  take: (method: ConsoleMethod, values: unknown[]) => boolean,
): void {
  const { console } = globalThis;
  for (const method of METHODS) {
    const original = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      if (!take(method, values)) original(...values);
    };
  }
}

export function logPrinted(
  log: Log,
  udfPath: string,
  printed: { readonly method: ConsoleMethod; readonly values: unknown[] },
): void {
  const { method, values } = printed;
  const text = format(...values);
  const write = method === "debug" ? log.debug : log.info;
  write(`console.${method}`, {
    function: udfPath,
    text: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text,
  });
}
