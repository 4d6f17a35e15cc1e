/** Who calls over plain HTTP: the token of the Authorization header, checked. */
import type { IncomingMessage } from "node:http";
import { InvalidToken, IssuerUnreachable, type VerifyToken } from "../identity";
import { HttpRefusal } from "./answers";
import type { Caller } from "../sync/functionRunner";

export interface CallerOptions {
  readonly verifyToken: VerifyToken;
  readonly originOf: (req: IncomingMessage) => string;
}

/** @throws HttpRefusal where a token is shown that is not good: nobody is then taken for a stranger by mistake. */
export async function requireCaller(
  req: IncomingMessage,
  options: CallerOptions,
): Promise<Caller> {
  const origin = options.originOf(req);
  const { authorization } = req.headers;
  if (authorization === undefined) return { identity: null, origin };
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (token === undefined) {
    throw new HttpRefusal(
      401,
      "InvalidAuthHeader",
      "Only a Bearer token is understood here.",
    );
  }
  try {
    const { identity } = await options.verifyToken(token);
    return { identity, origin };
  } catch (error) {
    if (error instanceof InvalidToken) {
      throw new HttpRefusal(401, "Unauthenticated", error.message);
    }
    if (error instanceof IssuerUnreachable) {
      throw new HttpRefusal(503, "IssuerUnreachable", error.message);
    }
    throw error;
  }
}

/** An HTTP action may use the header for keys of its own: what is no token of ours is no identity, and no fault. */
export async function callerOfHttpAction(
  req: IncomingMessage,
  options: CallerOptions,
): Promise<Caller> {
  try {
    return await requireCaller(req, options);
  } catch (error) {
    if (!(error instanceof HttpRefusal)) throw error;
    return { identity: null, origin: options.originOf(req) };
  }
}
