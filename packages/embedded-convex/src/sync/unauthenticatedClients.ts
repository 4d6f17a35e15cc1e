/** Slows down clients that are not signed in. */
import { ProtocolError } from "../protocol/codec";
import type { ClientMessage } from "../protocol/messages";
import type { RequestRate } from "../requestRate";
import type { Conversation } from "./conversation";

export interface UnauthenticatedLimits {
  readonly unauthenticatedRate?: RequestRate | undefined;
}

/** Whether the client is not signed in, and its address has a limit. */
export function isLimited(
  { unauthenticatedRate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
): boolean {
  return (
    !session.isAuthenticated &&
    unauthenticatedRate !== undefined &&
    typeof peer.address === "string"
  );
}

/**
 * Counts the requests. Returns the milliseconds before they may run. Clients with an identity never wait.
 * @throws ProtocolError for more requests than may ever run at once.
 */
export function waitBefore(
  { unauthenticatedRate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
  requests: number,
): number {
  if (session.isAuthenticated || unauthenticatedRate === undefined) return 0;
  const { burst } = unauthenticatedRate;
  const address = peer.address ?? null;
  if (address !== null && requests > burst) {
    throw new ProtocolError(
      `A client that is not signed in may send at most ${burst} requests in one message.`,
    );
  }
  return unauthenticatedRate.reserve(address, requests);
}

/** Connect and Authenticate are free: everyone behind one address must be able to sign in at once. */
export function requestsIn(message: ClientMessage): number {
  switch (message.type) {
    case "ModifyQuerySet":
      return message.modifications.length;
    case "Mutation":
    case "Action":
    case "Event":
      return 1;
    default:
      return 0;
  }
}
