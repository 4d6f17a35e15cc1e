/** Slows down clients that are not signed in. */
import type { ClientMessage } from "../protocol/messages";
import type { RequestRate } from "../requestRate";
import type { Conversation } from "./conversation";

export interface UnauthenticatedLimits {
  readonly unauthenticatedRate?: RequestRate | undefined;
}

/** Counts the requests. Returns the milliseconds before they may run. Clients with an identity never wait. */
export function waitBefore(
  { unauthenticatedRate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
  requests: number,
): number {
  if (session.isAuthenticated) return 0;
  return unauthenticatedRate?.reserve(peer.address ?? null, requests) ?? 0;
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
