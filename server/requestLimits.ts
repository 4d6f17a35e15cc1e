/**
 * The rate, the turn and the largest body of every route and every message of the server, which does not start if one
 * has no row here. `RequestLimits` of embedded-convex explains the values.
 *
 * No page of ours is refused for the number of its requests: a page above a rate waits and asks again
 * (src/session/accountsApi.ts).
 */
import {
  REFUSED_MESSAGE,
  type RequestLimits,
  type RequestRateLimit,
  type RequestTable,
} from "embedded-convex";

const KIB = 1024;
const MIB = 1024 * KIB;

/** For callers without a valid token. The page of someone who is not signed in sends no such request. */
const CALL_RATE: RequestRateLimit = { rate: 5, burst: 20 };

/**
 * For callers without a session, apart from the rate of calls, so that these do not use up the sign-ins of their
 * address. The people of an office who sign in at once make three requests each.
 */
const ACCOUNT_RATE: RequestRateLimit = { rate: 10, burst: 60 };

/** Short work that needs no account. Behind one address, all pages of an office may load at once. */
const OPEN: RequestLimits = {
  rate: null,
  turn: "address",
  maxBytes: 0,
  unauthenticatedMaxBytes: 0,
};

/** The longest message that the page sends is an open screen's subscriptions after a reconnect: some tens of kB. */
const CALL: RequestLimits = {
  rate: CALL_RATE,
  turn: "person",
  maxBytes: MIB,
  unauthenticatedMaxBytes: 64 * KIB,
};

/** Everyone behind one address must be able to sign in at once. */
const SIGN_IN_MESSAGE: RequestLimits = { ...CALL, rate: null };

const ACCOUNT: RequestLimits = {
  rate: ACCOUNT_RATE,
  turn: "person",
  maxBytes: 32 * KIB,
  unauthenticatedMaxBytes: 32 * KIB,
};

const bodyOf = (maxBytes: number): RequestLimits => ({
  ...OPEN,
  maxBytes,
  unauthenticatedMaxBytes: maxBytes,
});

export const REQUEST_LIMITS: RequestTable = {
  "an unknown host": OPEN,
  "/api/health": OPEN,

  "/api/auth/get-session": ACCOUNT,
  "/api/auth/jwks": ACCOUNT,
  "/api/auth/sign-in/email": ACCOUNT,
  "/api/auth/sign-up/email": ACCOUNT,
  "/api/auth/sign-up/policy": ACCOUNT,
  "/api/auth/token": ACCOUNT,
  "/api/auth/sign-out": ACCOUNT,
  "/api/auth/sign-out-everywhere": ACCOUNT,
  "/api/auth/change-password": ACCOUNT,
  "/api/auth/team": ACCOUNT,
  "/api/auth/team/remove": ACCOUNT,
  "/api/auth/team/leave": ACCOUNT,
  "/api/auth/team/hand-over": ACCOUNT,
  "/api/auth/invitations": ACCOUNT,
  "/api/auth/invitations/withdraw": ACCOUNT,
  "an unknown account route": ACCOUNT,

  // Connections have separate limits (connectionLimiter.ts of embedded-convex).
  "/api/sync": OPEN,
  Connect: SIGN_IN_MESSAGE,
  Authenticate: SIGN_IN_MESSAGE,
  ModifyQuerySet: CALL,
  Mutation: CALL,
  Action: CALL,
  Event: CALL,
  [REFUSED_MESSAGE]: CALL,

  "/api/query": CALL,
  "/api/query_at_ts": CALL,
  "/api/query_ts": OPEN,
  "/api/mutation": CALL,
  "/api/action": CALL,

  // The link is the authorization, and it is limited by person (convex/model/files/uploadTickets.ts).
  "HTTP actions": bodyOf(21 * MIB),
  "/api/storage/upload": bodyOf(512 * MIB),
  // A screen may show hundreds of pictures.
  "/api/storage": OPEN,
  "/api/debug_event": OPEN,
  "/version": OPEN,
  "an unknown call": OPEN,

  "client files": OPEN,
  "not found": OPEN,
};
