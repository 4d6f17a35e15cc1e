import type { ConvexReactClientOptions } from "convex/react";

type Logger = Exclude<ConvexReactClientOptions["logger"], boolean | undefined>;

/** A failed mutation or action, as the Convex client logs it. */
const FAILED_CALL = /^\[CONVEX [MA]\(/;

/**
 * The Convex client's console, without failed mutations and actions. Their
 * promises reject with the same text, and the caller reports those that no screen
 * shows (reportFault of appErrors.ts).
 */
export const convexLogger: Logger = {
  logVerbose: () => {},
  log: (...parts: unknown[]) => console.log(...parts),
  warn: (...parts: unknown[]) => console.warn(...parts),
  error: (...parts: unknown[]) => {
    const [text] = parts;
    if (typeof text === "string" && FAILED_CALL.test(text)) return;
    console.error(...parts);
  },
};
