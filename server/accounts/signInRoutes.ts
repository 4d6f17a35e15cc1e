/** The routes of people without a session: sign-in, sign-up, and what an invitation link admits to. */
import type { IncomingMessage } from "node:http";
import { clientAddress } from "../http/clientAddress";
import { AccountError, errorBodyOf } from "./accountErrors";
import {
  type AccountRoute,
  callBetterAuth,
  consumeAttempt,
  endSession,
  MINUTE_MS,
  ok,
  type RoutesOptions,
  type RouteTable,
} from "./betterAuthCall";
import { readSignIn, readSignUp, type SignUp } from "./credentials";
import { deviceCookies, type DeviceCookies } from "./deviceCookie";
import { rateLimiter, signInKey, type RateLimitKey } from "./rateLimiter";

export function signInRoutes(o: RoutesOptions): RouteTable {
  const secure = o.issuer.startsWith("https:");
  const devices = deviceCookies({ secret: o.secret, secure });
  return [
    ["POST sign-in/email", signInRoute(o, devices)],
    ["POST sign-up/email", signUpRoute(o, devices)],
    ["GET sign-up/policy", policyRoute(o)],
  ];
}

function signInRoute(o: RoutesOptions, devices: DeviceCookies): AccountRoute {
  const strangers = rateLimiter({ max: 10, windowMs: 15 * MINUTE_MS }, o.clock);
  // Short, so that people who mistype on their own device do not wait long for the right password.
  const knownDevices = rateLimiter({ max: 10, windowMs: MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  return async ({ req, body }) => {
    const { inviteCode, ...credentials } = readSignIn(body);
    const { email } = credentials;
    const deviceId = devices.idFrom(req.headers.cookie, email);
    const limiter = deviceId === null ? strangers : knownDevices;
    const address = clientAddress(req, secure);
    const key = signInKey({ email, address, deviceId });
    consumeAttempt(limiter, key);
    const signIn = () => callBetterAuth(o, { req, route: "sign-in/email", body: credentials });
    const answer = await signIn().catch(async (error: unknown) => {
      // Better Auth has verified the password before it reports this.
      const isRemoved = error instanceof AccountError && error.code === "ACCOUNT_REMOVED";
      if (!isRemoved || inviteCode === undefined) throw error;
      await o.team.rejoin(email, inviteCode);
      return signIn();
    });
    limiter.reset(key);
    await endFormerSession(o, req);
    return { ...answer, cookies: [...answer.cookies, devices.issue(email)] };
  };
}

/** Ends the session of the cookie that the browser replaces: nobody could sign it out later. */
async function endFormerSession(o: RoutesOptions, req: IncomingMessage): Promise<void> {
  if (o.sessions.callerOf(req.headers.cookie) !== null) await endSession(o, req);
}

function signUpRoute(o: RoutesOptions, devices: DeviceCookies): AccountRoute {
  const limiter = rateLimiter({ max: 20, windowMs: 60 * MINUTE_MS }, o.clock);
  const secure = o.issuer.startsWith("https:");
  return async ({ req, body }) => {
    const account = readSignUp(body);
    // Decided again in the transaction that creates the account. Here it saves hashing a password in vain.
    const decision = o.policy.decide(account.inviteCode ?? null);
    if (decision.policy === "closed") throw new AccountError(decision.refusal);
    if (decision.policy !== "first") {
      consumeAttempt(limiter, signUpKey(account, clientAddress(req, secure)));
    }
    const answer = await callBetterAuth(o, {
      req,
      route: "sign-up/email",
      body: account,
    });
    await endFormerSession(o, req);
    const cookie = devices.issue(account.email);
    return { ...answer, cookies: [...answer.cookies, cookie] };
  };
}

/**
 * Limited per invitation, so that one invitation cannot probe many e-mail addresses for accounts, and its holder cannot
 * be locked out by others. Creating invitations is limited too.
 */
function signUpKey({ inviteCode }: SignUp, address: string): RateLimitKey {
  return inviteCode === undefined
    ? { caller: `address ${address}`, target: "sign-up" }
    : { caller: `invitation ${inviteCode}`, target: "sign-up" };
}

function policyRoute(o: RoutesOptions): AccountRoute {
  return ({ query }) => {
    const decision = o.policy.decide(query.get("invite") || null);
    switch (decision.policy) {
      case "closed":
        return ok({ policy: "closed", ...errorBodyOf(decision.refusal) });
      case "invited":
        return ok({ policy: "invited", invitedBy: decision.invitedBy });
      case "first":
      case "open":
        return ok({ policy: decision.policy });
    }
    return decision satisfies never;
  };
}
