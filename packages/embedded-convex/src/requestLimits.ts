/**
 * What one request or message may cost. Every route, and every message of the sync protocol, has a row in one table: a
 * server with a route that has none does not start.
 */
import { MESSAGE_TYPES } from "./protocol/messages";
import type { RequestRateLimit } from "./requestRate";
import { StartupError } from "./store/errors";

export interface RequestLimits {
  /**
   * Requests of one network address by callers who are not signed in. Rows with the same object share one count. Null:
   * any number, one at a time.
   */
  readonly rate: RequestRateLimit | null;
  /**
   * With whom the request shares its turns on the event loop. `address`: with all requests of its network address.
   * `person`: with all requests of the signed-in person; without a sign-in, as `address`.
   */
  readonly turn: "address" | "person";
  /** Bytes of the largest body or message. 0: no body is read. */
  readonly maxBytes: number;
  /** The same for callers who are not signed in. */
  readonly unauthenticatedMaxBytes: number;
}

/** The limits by the name of the route or the type of the message. */
export type RequestTable = Readonly<Record<string, RequestLimits>>;

/** @throws StartupError if the table has no such row. */
export function limitsOf(table: RequestTable, name: string): RequestLimits {
  const limits = Object.hasOwn(table, name) ? table[name] : undefined;
  if (limits === undefined) {
    throw new StartupError(
      `"${name}" has no row in the table of request limits, which says its rate, its turn and its largest body. Add one.`,
    );
  }
  return limits;
}

/** The row of messages that are not valid. */
export const REFUSED_MESSAGE = "a refused message";

/**
 * The largest message of the table: a message is received before its type is known.
 *
 * @throws StartupError for a message without a row
 */
export function messageBytes(
  table: RequestTable,
): Pick<RequestLimits, "maxBytes" | "unauthenticatedMaxBytes"> {
  const types = [...MESSAGE_TYPES, REFUSED_MESSAGE];
  const rows = types.map((type) => limitsOf(table, type));
  return {
    maxBytes: Math.max(...rows.map((row) => row.maxBytes)),
    unauthenticatedMaxBytes: Math.max(...rows.map((row) => row.unauthenticatedMaxBytes)),
  };
}

const MIB = 1024 * 1024;

/** Convex's 16 MiB of arguments, and the envelope. */
const MAX_CALL_BYTES = 17 * MIB;

const NO_BODY: RequestLimits = {
  rate: null,
  turn: "address",
  maxBytes: 0,
  unauthenticatedMaxBytes: 0,
};

const CALL: RequestLimits = {
  rate: null,
  turn: "person",
  maxBytes: MAX_CALL_BYTES,
  unauthenticatedMaxBytes: MAX_CALL_BYTES,
};

const bodyOf = (maxBytes: number): RequestLimits => ({
  ...NO_BODY,
  maxBytes,
  unauthenticatedMaxBytes: maxBytes,
});

/** Convex's sizes, and no rates: a host that anyone can reach sets rates. */
export const DEFAULT_LIMITS: RequestTable = {
  "/api/sync": NO_BODY,
  Connect: CALL,
  Authenticate: CALL,
  ModifyQuerySet: CALL,
  Mutation: CALL,
  Action: CALL,
  Event: CALL,
  [REFUSED_MESSAGE]: CALL,
  "/api/query": CALL,
  "/api/query_at_ts": CALL,
  "/api/query_ts": NO_BODY,
  "/api/mutation": CALL,
  "/api/action": CALL,
  "/api/storage/upload": bodyOf(512 * MIB),
  "/api/storage": NO_BODY,
  "/api/debug_event": NO_BODY,
  "/version": NO_BODY,
  // More than Convex's 20 MiB, so that an action can reject a slightly larger body with its own message.
  "HTTP actions": bodyOf(21 * MIB),
  "an unknown call": NO_BODY,
};
