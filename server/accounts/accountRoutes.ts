/**
 * The door before Better Auth: where a request may come from, what it may say, how often it may try, and in which words it is
 * refused. Passes on only what was read and written anew here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { drain, errorText, requestTarget } from "embedded-convex";
import {
  attempts,
  signInKey,
  type AttemptKey,
  type Attempts,
} from "./attempts";
import type { Auth, AuthOptions } from "./betterAuth";
import { readSignIn, readSignUp, type SignUp } from "./credentials";
import { knownDevices } from "./knownDevice";
import { isFromOwnPages, ownOrigins } from "./origins";
import {
  Refused,
  refusalOf,
  refusedByBetterAuth,
  tooManyAttempts,
  type Refusal,
} from "./refusals";
import type { SignUpPolicy } from "./signUpPolicy";
import {
  callerAddress,
  readSmallBody,
  sendJson,
  webRequest,
} from "./webRequest";

const BASE_PATH = "/api/auth/";
const MINUTE_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/** What a route knows of the request: enough to answer, and nothing that was not checked. */
interface Call {
  readonly req: IncomingMessage;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

type Route = (call: Call) => Promise<Answer> | Answer;

export type RoutesOptions = Omit<AuthOptions, "policy"> & {
  readonly auth: Auth;
  readonly policy: SignUpPolicy;
  readonly clock: () => number;
};

export function accountRoutes(
  o: RoutesOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const routes = routeTable(o);
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (!path.startsWith(BASE_PATH)) return false;
    try {
      const route = routes.get(`${req.method} ${path.slice(BASE_PATH.length)}`);
      if (!route) throw new Refused("NOT_FOUND");
      const body = await checkedBody(req, o.issuer);
      send(res, await route({ req, body, query }));
    } catch (error) {
      // The client went away while it was still sending.
      if (req.destroyed && !req.complete) return true;
      if (!(error instanceof Refused)) {
        o.log.error("An account request failed", { error: errorText(error) });
      }
      const refused =
        error instanceof Refused ? error : new Refused("INTERNAL");
      send(res, { status: refused.status, body: refused.refusal, cookies: [] });
      drain(req);
    }
    return true;
  };
}

function routeTable(o: RoutesOptions): ReadonlyMap<string, Route> {
  const pass =
    (route: string): Route =>
    ({ req, body }) =>
      askBetterAuth(o, { req, route, body });
  return new Map<string, Route>([
    ["GET get-session", pass("get-session")],
    ["GET token", tokenRoute(o)],
    ["GET jwks", pass("jwks")],
    [
      "POST sign-out",
      ({ req }) => askBetterAuth(o, { req, route: "sign-out", body: {} }),
    ],
    ["POST sign-in/email", signInRoute(o)],
    ["POST sign-up/email", signUpRoute(o)],
    ["GET sign-up/policy", policyRoute(o)],
    ["POST invitations", invitationRoute(o)],
  ]);
}

function signInRoute(o: RoutesOptions): Route {
  const tries = attempts({ max: 10, windowMs: 15 * MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  const devices = knownDevices({ secret: o.secret, secure });
  return async ({ req, body }) => {
    const credentials = readSignIn(body);
    const { email } = credentials;
    const key = signInKey({
      email,
      address: callerAddress(req, secure),
      deviceId: devices.idFrom(req.headers.cookie, email),
    });
    takeAttempt(tries, key);
    const answer = await askBetterAuth(o, {
      req,
      route: "sign-in/email",
      body: credentials,
    });
    tries.forgive(key);
    return { ...answer, cookies: [...answer.cookies, devices.mark(email)] };
  };
}

function signUpRoute(o: RoutesOptions): Route {
  const tries = attempts({ max: 20, windowMs: 60 * MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  const devices = knownDevices({ secret: o.secret, secure });
  return async ({ req, body }) => {
    const account = readSignUp(body);
    // Asked again where it counts, when the row is made; here it spares the slow work for those who cannot come in.
    const decision = o.policy.decide(account.inviteCode ?? null);
    if (decision.policy === "closed") throw new Refused(decision.refusal);
    if (decision.policy !== "first") {
      takeAttempt(tries, signUpKey(account, callerAddress(req, secure)));
    }
    const answer = await askBetterAuth(o, {
      req,
      route: "sign-up/email",
      body: account,
    });
    const mark = devices.mark(account.email);
    return { ...answer, cookies: [...answer.cookies, mark] };
  };
}

/**
 * How many invitations there are is limited by those who make them. One alone must not ask after any number of e-mail addresses
 * whether they have an account; and whoever holds it is kept out by nobody else.
 */
function signUpKey({ inviteCode }: SignUp, address: string): AttemptKey {
  return inviteCode === undefined
    ? { by: `address ${address}`, at: "sign-up" }
    : { by: `invitation ${inviteCode}`, at: "sign-up" };
}

function policyRoute(o: RoutesOptions): Route {
  return ({ query }) => {
    const decision = o.policy.decide(query.get("invite") || null);
    switch (decision.policy) {
      case "closed":
        return ok({ policy: "closed", ...refusalOf(decision.refusal) });
      case "invited":
        return ok({ policy: "invited", invitedBy: decision.invitedBy });
      case "first":
      case "open":
        return ok({ policy: decision.policy });
    }
    return decision satisfies never;
  };
}

function invitationRoute(o: RoutesOptions): Route {
  const tries = attempts({ max: 50, windowMs: 60 * MINUTE_MS }, o.clock);
  return async ({ req }) => {
    const { userId, cookies } = await requireSession(o, req);
    takeAttempt(tries, { by: userId, at: "invitation" });
    const { code, expiresAt } = await o.policy.invite(userId);
    return {
      status: 200,
      body: { path: `/?invite=${code}`, expiresAt },
      cookies,
    };
  };
}

/** Asks for the session first: Better Auth's token route alone takes a database that fails for a person who is signed out. */
function tokenRoute(o: RoutesOptions): Route {
  return async ({ req }) => {
    const { cookies } = await requireSession(o, req);
    const answer = await askBetterAuth(o, { req, route: "token" });
    return { ...answer, cookies };
  };
}

async function requireSession(
  o: RoutesOptions,
  req: IncomingMessage,
): Promise<{ userId: string; cookies: readonly string[] }> {
  const answer = await askBetterAuth(o, { req, route: "get-session" });
  const session = answer.body as { user: { id: string } } | null;
  if (session === null) throw new Refused("NOT_SIGNED_IN");
  return { userId: session.user.id, cookies: answer.cookies };
}

function takeAttempt(tries: Attempts, key: AttemptKey): void {
  const waitMs = tries.take(key);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
}

function ok(body: unknown): Answer {
  return { status: 200, body, cookies: [] };
}

/** Undefined for a GET. */
async function checkedBody(
  req: IncomingMessage,
  issuer: string,
): Promise<unknown> {
  if (ownOrigins(req.headers.host, issuer).length === 0) {
    throw new Refused("UNKNOWN_HOST");
  }
  if (req.method === "GET") return undefined;
  if (!isFromOwnPages(req.headers, issuer)) throw new Refused("CROSS_ORIGIN");
  const text = await readSmallBody(req);
  if (text === null) throw new Refused("TOO_LARGE");
  if (text === "") return {};
  // A form of another site can post anything but this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? "")) {
    throw new Refused("NOT_JSON");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused("INVALID_REQUEST");
  }
}

async function askBetterAuth(
  o: RoutesOptions,
  { req, route, body }: { req: IncomingMessage; route: string; body?: unknown },
): Promise<Answer> {
  const url = `${o.issuer}${BASE_PATH}${route}`;
  const response = await o.auth.handler(webRequest(req, url, body));
  const text = await response.text();
  const answer = text === "" ? null : parsed(text);
  if (!response.ok) {
    const { code } = (answer ?? {}) as { code?: unknown };
    throw refusedByBetterAuth(response.status, code);
  }
  const cookies = response.headers.getSetCookie();
  return { status: response.status, body: answer, cookies };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function send(res: ServerResponse, answer: Answer): void {
  const { retryAfterSeconds } = (answer.body ?? {}) as Partial<Refusal>;
  sendJson(res, answer.status, answer.body, {
    ...(answer.cookies.length > 0 ? { "set-cookie": [...answer.cookies] } : {}),
    ...(retryAfterSeconds === undefined
      ? {}
      : { "retry-after": String(retryAfterSeconds) }),
  });
}
