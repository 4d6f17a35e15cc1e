/** The routes of signed-in people: their own session and password, and the people of their workspace. */
import {
  type AccountRoute,
  callBetterAuth,
  consumeAttempt,
  endSession,
  MINUTE_MS,
  ok,
  requireSession,
  type Call,
  type RoutesOptions,
  type RouteTable,
} from "./betterAuthCall";
import { readInvitationId, readPasswordChange, readPersonId } from "./credentials";
import { rateLimiter } from "./rateLimiter";

export function memberRoutes(o: RoutesOptions): RouteTable {
  const { team } = o;
  return [
    ["GET token", tokenRoute(o)],
    ["POST sign-out", ({ req }) => endSession(o, req)],
    ["POST sign-out-everywhere", signOutEverywhereRoute(o)],
    ["POST change-password", changePasswordRoute(o)],
    ["GET team", forMember(o, (userId) => team.peopleAround(userId))],
    ["POST team/remove", forMember(o, removal(o))],
    ["POST team/leave", forMember(o, departure(o))],
    [
      "POST team/hand-over",
      forMember(o, async (userId, { body }) => {
        await team.handOver(userId, readPersonId(body));
        return {};
      }),
    ],
    ["POST invitations", forMember(o, invitation(o))],
    [
      "POST invitations/withdraw",
      forMember(o, async (userId, { body }) => {
        await team.withdraw(userId, readInvitationId(body));
        return {};
      }),
    ],
  ];
}

type MemberAct = (userId: string, call: Call) => unknown;

/** A route whose response is what `act` returns. */
function forMember(o: RoutesOptions, act: MemberAct): AccountRoute {
  return async (call) => {
    const { userId, cookies } = await requireSession(o, call.req);
    return ok(await act(userId, call), cookies);
  };
}

function removal({ team, sessions }: RoutesOptions): MemberAct {
  return async (userId, { body }) => {
    await team.remove(userId, readPersonId(body));
    await sessions.notifyEnded();
    return {};
  };
}

function departure({ team, sessions }: RoutesOptions): MemberAct {
  return async (userId) => {
    await team.leave(userId);
    await sessions.notifyEnded();
    return {};
  };
}

function invitation({ team, clock }: RoutesOptions): MemberAct {
  const limiter = rateLimiter({ max: 50, windowMs: 60 * MINUTE_MS }, clock);
  return async (userId) => {
    consumeAttempt(limiter, { caller: userId, target: "invitation" });
    const { code, expiresAt } = await team.invite(userId);
    return { path: `/?invite=${code}`, expiresAt };
  };
}

function tokenRoute(o: RoutesOptions): AccountRoute {
  return async ({ req }) => {
    const session = await requireSession(o, req);
    const { sessionId: sid, userId: sub, name, email, cookies } = session;
    const workspaceId = o.policy.workspaceOf(sub);
    const workspace = workspaceId === null ? {} : { org_id: workspaceId };
    const token = await o.tokens.tokenOf({
      sid,
      sub,
      name,
      email,
      ...workspace,
    });
    return ok({ token }, cookies);
  };
}

function signOutEverywhereRoute(o: RoutesOptions): AccountRoute {
  return async ({ req }) => {
    await requireSession(o, req);
    await callBetterAuth(o, { req, route: "revoke-sessions", body: {} });
    // Deletes the cookie.
    return await endSession(o, req);
  };
}

/**
 * The person's other sessions end. If only that step fails, the request fails too, although the new password is already
 * valid.
 */
function changePasswordRoute(o: RoutesOptions): AccountRoute {
  const limiter = rateLimiter({ max: 10, windowMs: 15 * MINUTE_MS }, o.clock);
  return async ({ req, body }) => {
    const { userId, cookies } = await requireSession(o, req);
    const change = readPasswordChange(body);
    const key = { caller: userId, target: "password" };
    consumeAttempt(limiter, key);
    await callBetterAuth(o, { req, route: "change-password", body: change });
    limiter.reset(key);
    await callBetterAuth(o, { req, route: "revoke-other-sessions", body: {} });
    await o.sessions.notifyEnded();
    return ok({}, cookies);
  };
}
