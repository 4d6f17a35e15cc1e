/** The state of one client in the sync server: its protocol state and its connection. */
import { errorText, type Log } from "../log";
import {
  encodeAuthError,
  encodeServerMessage,
  encodeTransition,
  type EncodableTransition,
  type TransitionChunks,
  transitionFrames,
  ProtocolError,
} from "../protocol/codec";
import { TokenExpired } from "./callerIdentity";
import { TooManyConnections, type Share } from "./people";
import type { Session } from "./session";

/** A client's connection, as the sync server sees it. */
export interface Peer {
  /** Frames are sent in the order of the calls. */
  send(frames: readonly string[] | TransitionChunks): void;
  /** True while much data waits to be sent: Transitions are postponed, responses are still sent. */
  readonly isCongested: boolean;
  /** The network address for the rate of clients that are not signed in. No limit without one. */
  readonly address?: string | null;
  /**
   * Sends the remaining frames, without the chunks of a Transition, then closes the connection. Some reasons have a
   * meaning for the client.
   */
  end(code: number, reason: string): void;
}

/** One client, from its first message to its last. */
export interface Conversation {
  readonly session: Session;
  readonly peer: Peer;
  /** The part of this connection in its person's limits. */
  readonly share: Share;
  isOver: boolean;
}

/** Characters. Longer Transitions are sent in chunks: at 5 kB/s, each arrives before the client's timeout of 30 s. */
const MAX_FRAME_LENGTH = 64 * 1024;

/** Whether results may be sent now; otherwise they would wait in memory. */
export function canSend(conversation: Conversation | undefined): boolean {
  if (conversation === undefined) return true;
  const { peer, share } = conversation;
  return !peer.isCongested && !share.person.hasUnsentResults;
}

export function sendTransition(
  { peer }: Conversation,
  transition: EncodableTransition,
  id: number,
): void {
  const parts = encodeTransition(transition);
  peer.send(transitionFrames(parts, String(id), MAX_FRAME_LENGTH));
}

/** Informs the client that its token was rejected, or that an accepted one has expired. */
export function sendAuthError(
  { session, peer, isOver }: Conversation,
  error: unknown,
  authUpdateAttempted: boolean,
): void {
  if (isOver) return;
  const version = session.identityVersion;
  peer.send([encodeAuthError(error, version, authUpdateAttempted)]);
}

/** Sends the client the reason, and closes the connection. */
export function endConversation(conversation: Conversation, error: unknown, log: Log): void {
  const { peer } = conversation;
  if (error instanceof ProtocolError) {
    log.warn("refused a message", { error: error.message });
    peer.send([encodeServerMessage({ type: "FatalError", error: error.message })]);
    peer.end(1002, "protocol error");
  } else if (error instanceof TokenExpired) {
    sendAuthError(conversation, error, false);
    // The client fetches a new token, reconnects, and retries the requests without a response.
    peer.end(1000, "token expired");
  } else if (error instanceof TooManyConnections) {
    log.warn("refused a connection", { reason: error.name });
    // The client reconnects later.
    peer.end(1013, error.name);
  } else {
    log.error("a connection failed", { error: errorText(error) });
    peer.end(1011, "InternalServerError");
  }
}
