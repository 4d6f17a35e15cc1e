/**
 * The server's log: one JSON object per line on stdout, with `level`, `time` (ISO 8601, UTC), `event` and the event's
 * fields. Development uses a readable text format.
 *
 * Callers must not log secrets: names, counts and durations, never tokens, arguments, cookies or file contents. Line
 * breaks in values are escaped, so that one line is one event. Writes are synchronous: the last line before a crash is
 * kept, and a stalled reader blocks the server instead of losing lines.
 */
import { pino } from "pino";
import type { Log, LogFields } from "embedded-convex";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Buffer size while stdout cannot be written, such as on a full disk. Further lines are dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Lines go to `writeLine` (without line break) instead of stdout if given. */
export function createLog(level: LogLevel, writeLine?: (line: string) => void): Log {
  const sink = writeLine ? { write: withoutLineBreak(writeLine) } : stdout();
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
    writeLine(`${new Date().toISOString()} ${name} ${formatEvent(event, fields)}`);
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
    maxLength: MAX_BUFFERED_BYTES,
  });
  // Keep serving if the log cannot be written. There is nowhere to report it.
  destination.on("error", () => undefined);
  return destination;
}

function withoutLineBreak(writeLine: (line: string) => void) {
  return (text: string) => writeLine(text.replace(/\n$/, ""));
}

function formatEvent(event: string, fields: LogFields): string {
  const parts = [oneLine(event)];
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
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ");
}
