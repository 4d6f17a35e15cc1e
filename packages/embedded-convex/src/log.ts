/**
 * The log interface that the host program provides. Invariant: the runtime logs names, counts and
 * durations, never tokens, arguments or file contents.
 */
export type LogFields = Readonly<
  Record<string, string | number | boolean | bigint | null | undefined>
>;

type Write = (event: string, fields?: LogFields) => void;

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  /** A bug, or a failure that the operator must see. Put `errorText(cause)` into the field `error`. */
  readonly error: Write;
}

/** The stack of a thrown value and of its causes. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? `${thrown.name}: ${thrown.message}`;
  if (thrown.cause === undefined) return own;
  return `${own}\ncaused by ${errorText(thrown.cause)}`;
}
