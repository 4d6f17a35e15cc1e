/**
 * The server's log: one line a thing, on stderr, so that stdout holds only the line that says where the server is.
 *
 * Holds no secrets: callers pass names, counts and durations, never tokens, arguments, cookies or file contents. A value that
 * spans lines (a stack) is escaped, so that a line of the log is always one event.
 */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<
  Record<string, string | number | boolean | bigint | null | undefined>
>;

type Write = (event: string, fields?: LogFields) => void;

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  /** Something that should not happen. `error` in the fields is `errorText(cause)`. */
  readonly error: Write;
}

export function createLog(
  level: LogLevel,
  writeLine: (line: string) => void = (line) => console.error(line),
): Log {
  const lowest = LOG_LEVELS.indexOf(level);
  const at =
    (name: LogLevel): Write =>
    (event, fields = {}) => {
      if (LOG_LEVELS.indexOf(name) < lowest) return;
      writeLine(formatLine(new Date(), name, event, fields));
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
}

/** What a log may say of a thrown value: its stack if it has one, with its causes. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? `${thrown.name}: ${thrown.message}`;
  if (thrown.cause === undefined) return own;
  return `${own}\ncaused by ${errorText(thrown.cause)}`;
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
