/** Slows down clients that are not signed in. */
import { ProtocolError } from "../protocol/codec";
import type { ClientMessage } from "../protocol/messages";
import type { RequestGate } from "../requestGate";
import { REFUSED_MESSAGE } from "../requestLimits";
import type { Conversation } from "./conversation";

export interface UnauthenticatedLimits {
  readonly gate: Pick<RequestGate, "table" | "rateOf">;
}

/** Whether the client is not signed in, and its address has a limit. */
export function isLimited(
  { gate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
): boolean {
  return (
    !session.isAuthenticated &&
    gate.rateOf(REFUSED_MESSAGE) !== null &&
    typeof peer.address === "string"
  );
}

/**
 * Counts the requests in the message. Returns the milliseconds before it may run. Clients with an identity never wait.
 * @throws ProtocolError for more requests than may ever run at once.
 */
export function waitBefore(
  { gate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
  message: ClientMessage,
): number {
  const rate = gate.rateOf(message.type);
  if (session.isAuthenticated || rate === null) return 0;
  const requests = requestsIn(message);
  const { burst } = rate;
  const address = peer.address ?? null;
  if (address !== null && requests > burst) {
    throw new ProtocolError(
      `A client that is not signed in may send at most ${burst} requests in one message.`,
    );
  }
  return rate.reserve(address, requests);
}

/** A refusal counts as a request: the client may retry at once on another connection. */
export function waitBeforeRefusal(
  { gate }: UnauthenticatedLimits,
  { session, peer }: Conversation,
): number {
  if (session.isAuthenticated) return 0;
  return gate.rateOf(REFUSED_MESSAGE)?.reserve(peer.address ?? null, 1) ?? 0;
}

function requestsIn(message: ClientMessage): number {
  return message.type === "ModifyQuerySet" ? message.modifications.length : 1;
}
