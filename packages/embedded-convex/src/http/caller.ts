/** Verifies the token of the Authorization header and returns the caller. */
import type { IncomingMessage } from "node:http";
import { InvalidToken, IssuerUnreachable, type VerifyToken } from "../identity";
import type { Caller } from "../functionCall";
import { HttpError } from "../httpError";

export interface CallerOptions {
  readonly verifyToken: VerifyToken;
  readonly originOf: (req: IncomingMessage) => string;
}

/** @throws HttpError for a token that is invalid or cannot be verified: such a call must not run as if signed out. */
export async function requireCaller(req: IncomingMessage, options: CallerOptions): Promise<Caller> {
  const origin = options.originOf(req);
  const { authorization } = req.headers;
  if (authorization === undefined) return { identity: null, origin };
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw new HttpError(401, "InvalidAuthHeader", "Header must begin with `bearer `");
  }
  try {
    const { identity } = await options.verifyToken(token);
    return { identity, origin };
  } catch (error) {
    if (error instanceof InvalidToken) {
      throw new HttpError(401, "Unauthenticated", error.message);
    }
    if (error instanceof IssuerUnreachable) {
      throw new HttpError(503, "IssuerUnreachable", error.message);
    }
    throw error;
  }
}

/**
 * HTTP actions may use the Authorization header for other keys, so a token that cannot be verified means no identity.
 */
export async function callerOfHttpAction(
  req: IncomingMessage,
  options: CallerOptions,
): Promise<Caller> {
  try {
    return await requireCaller(req, options);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { identity: null, origin: options.originOf(req) };
  }
}
