import { stripVTControlCharacters } from "node:util";
import type { Plugin } from "vite";

/**
 * Logs without codes of colors where NO_COLOR is set, as scripts/run.mjs does for a file or a pipe.
 * Vite and its plugins obey that variable, the compilers behind them do not.
 */
export function plainLogs(env: NodeJS.ProcessEnv = process.env): Plugin {
  return {
    name: "plain-logs",
    configResolved({ logger }) {
      if (!env.NO_COLOR) return;
      for (const level of ["info", "warn", "warnOnce", "error"] as const) {
        const print = logger[level];
        logger[level] = (text, options) => print(stripVTControlCharacters(text), options);
      }
    },
  };
}
