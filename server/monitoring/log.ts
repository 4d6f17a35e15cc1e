/**
 * The server's log: one JSON object a line on stdout, with `level`, `time` (ISO 8601, UTC), `event` and what belongs to the event.
 * Only development has it as text, for whoever looks at the terminal.
 *
 * Holds no secrets: callers pass names, counts and durations, never tokens, arguments, cookies or file contents. A value that
 * spans lines (a stack) is escaped, so that a line of the log is always one event. A line is written before the call returns: the
 * last one before a crash is there, and a reader that stands still holds the server up rather than losing lines.
 */
import { pino } from "pino";
import type { Log, LogFields } from "embedded-convex";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** So much is kept while it cannot be written, as on a full disk; what comes on top of it is dropped. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** `writeLine` takes each line without its end, in place of stdout. */
export function createLog(
  level: LogLevel,
  writeLine?: (line: string) => void,
): Log {
  const sink = writeLine ? { write: withoutEnd(writeLine) } : stdout();
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  );
  const at =
    (name: keyof Log): Log[keyof Log] =>
    (event, fields) =>
      logger[name]({ event, ...fields });
  return logOf(at);
}

/** For a terminal: `2026-03-14T08:00:00.000Z warn something happened name=value`. */
export function createReadableLog(
  level: LogLevel,
  writeLine: (line: string) => void = (line) => console.error(line),
): Log {
  const lowest = LOG_LEVELS.indexOf(level);
  return logOf((name) => (event, fields = {}) => {
    if (LOG_LEVELS.indexOf(name) < lowest) return;
    writeLine(formatLine(new Date(), name, event, fields));
  });
}

function logOf(at: (name: keyof Log) => Log[keyof Log]): Log {
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

function stdout() {
  const destination = pino.destination({
    dest: 1,
    sync: true,
    maxLength: MAX_KEPT_BYTES,
  });
  // A log that cannot be written is no reason to stop serving, and there is nowhere left to say so.
  destination.on("error", () => undefined);
  return destination;
}

function withoutEnd(writeLine: (line: string) => void) {
  return (text: string) => writeLine(text.replace(/\n$/, ""));
}

function formatLine(
  at: Date,
  level: LogLevel,
  event: string,
  fields: LogFields,
): string {
  const parts = [at.toISOString(), level, oneLine(event)];
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) parts.push(`${name}=${formatValue(value)}`);
  }
  return parts.join(" ");
}

function formatValue(value: string | number | boolean | bigint | null): string {
  if (typeof value !== "string") return String(value);
  return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ");
}
