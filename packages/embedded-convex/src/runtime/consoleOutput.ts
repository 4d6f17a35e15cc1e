/**
 * What functions print. Convex keeps it in the deployment's log and, in production, sends it to no client; so here it goes into
 * the server's log and nowhere else. What a function prints may be anything, also what its users typed: so it is there only for
 * who asked for more than warnings (LOG_LEVEL), and cut where it is long.
 */
import { format } from "node:util";
import type { Log } from "../log";

const METHODS = ["debug", "log", "info", "warn", "error"] as const;

type ConsoleMethod = (typeof METHODS)[number];

const MAX_LENGTH = 4_000;

/** Gives `take` all that is printed; what it does not take (false) is printed as ever. */
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
