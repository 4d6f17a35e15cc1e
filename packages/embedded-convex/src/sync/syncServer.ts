/**
 * Takes the messages of all clients, has done what they ask, and answers each.
 *
 * Holds no sockets: a client is a `Peer`.
 * Always true: the answer to a mutation goes out before the Transition that shows its effects, which is the order that the client
 * expects; a client that does not keep up is told later and less often, never from a queue; a client that breaks the protocol ends
 * its own conversation and no other.
 */
import { InvalidToken, type VerifyToken } from "../identity";
import { errorText, type Log } from "../log";
import {
  decodeClientMessage,
  encodeActionResponse,
  encodeMutationResponse,
  encodeServerMessage,
  encodeTransition,
  ProtocolError,
  transitionFrames,
} from "../protocol/codec";
import type {
  Authenticate,
  ClientMessage,
  FunctionRequest,
} from "../protocol/messages";
import { LiveQueries, type LiveQueriesOptions } from "./liveQueries";
import { Session, TokenExpired } from "./session";

/** A longer Transition goes in chunks of so many characters: at 5 kB/s, one still arrives before the client gives up waiting. */
const MAX_FRAME_LENGTH = 64 * 1024;

/** What the sync server needs of a connection. */
export interface Peer {
  send(frames: readonly string[]): void;
  /** So much is on its way already that nothing should be added but what must be. */
  readonly isCongested: boolean;
  /** Sends what was handed over, then ends. The reason is one that the client knows, or for people. */
  end(code: number, reason: string): void;
}

export type SyncServerOptions<Reads, Writes> = Pick<
  LiveQueriesOptions<Reads, Writes>,
  "runner" | "readRules"
> & {
  readonly verifyToken: VerifyToken;
  readonly log: Log;
  readonly now?: () => number;
};

/** One client from its first message to its last. */
export interface Conversation {
  readonly session: Session;
  readonly peer: Peer;
  /** Requests that were not answered yet. */
  inFlight: number;
  isOver: boolean;
}

export class SyncServer<Reads, Writes> {
  readonly #options: SyncServerOptions<Reads, Writes>;
  readonly #now: () => number;
  readonly #live: LiveQueries<Reads, Writes>;
  readonly #conversations = new Map<Session, Conversation>();
  #transitions = 0;

  constructor(options: SyncServerOptions<Reads, Writes>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#live = new LiveQueries({
      ...options,
      tell: (session, ts) => this.#sendTransition(session, ts),
      fail: (session, error) => {
        const conversation = this.#conversations.get(session);
        if (conversation) this.#refuse(conversation, error);
      },
    });
  }

  get size(): number {
    return this.#conversations.size;
  }
  get queryRuns(): number {
    return this.#live.runs;
  }

  open(peer: Peer, origin: string): Conversation {
    const session = new Session(this.#live.subscriptions, origin);
    const conversation = { session, peer, inFlight: 0, isOver: false };
    this.#conversations.set(session, conversation);
    return conversation;
  }

  /** Takes one message. The next one of the same client must wait for the promise, if there is one. */
  receive(conversation: Conversation, text: string): Promise<void> | undefined {
    if (conversation.isOver) return undefined;
    try {
      return this.#dispatch(conversation, decodeClientMessage(text));
    } catch (error) {
      this.#refuse(conversation, error);
      return undefined;
    }
  }

  /** The connection is gone. What it asked for and was begun is finished all the same. */
  drop(conversation: Conversation): void {
    const { session } = conversation;
    conversation.isOver = true;
    if (!this.#conversations.delete(session)) return;
    this.#live.forget(session);
    session.close();
  }

  /** A peer that was congested can take more. */
  drained(): void {
    this.#live.wake();
  }

  rerunAll(): void {
    this.#live.rerunAll();
  }

  close(): void {
    this.#live.close();
  }

  #dispatch(
    conversation: Conversation,
    message: ClientMessage,
  ): Promise<void> | undefined {
    const { session } = conversation;
    if (message.type === "Connect") {
      session.connect(message, this.#now());
      return undefined;
    }
    const sessionId = session.id;
    switch (message.type) {
      case "Authenticate":
        session.expectIdentityVersion(message);
        return this.#authenticate(conversation, message);
      case "ModifyQuerySet":
        session.modifyQuerySet(message);
        this.#live.due(session);
        return undefined;
      case "Mutation":
        this.#mutate(conversation, message, sessionId);
        return undefined;
      case "Action":
        this.#act(conversation, message);
        return undefined;
      case "Event":
        return undefined;
      default:
        message satisfies never;
        return undefined;
    }
  }

  async #authenticate(
    conversation: Conversation,
    message: Authenticate,
  ): Promise<void> {
    const { session } = conversation;
    try {
      if (message.tokenType === "Admin") {
        throw new InvalidToken("Admin keys are not supported by this server.");
      }
      const verified =
        message.tokenType === "User"
          ? await this.#options.verifyToken(message.value)
          : { identity: null, expiresAt: Infinity };
      if (conversation.isOver) return;
      session.authenticated(verified.identity, verified.expiresAt);
      this.#live.due(session);
    } catch (error) {
      // The client takes an AuthError for the last word; what may be better in a moment it must try again.
      if (!(error instanceof InvalidToken)) this.#refuse(conversation, error);
      else this.#sendAuthError(conversation, error, true);
    }
  }

  #mutate(
    conversation: Conversation,
    { udfPath, args, requestId }: FunctionRequest,
    sessionId: string,
  ): void {
    const { runner } = this.#options;
    const { session, peer } = conversation;
    const running = runner.runMutation({
      udfPath,
      args: args[0] ?? {},
      caller: session.callerAt(this.#now()),
      idempotencyKey: { sessionId, mutationId: requestId },
    });
    this.#answer(conversation, running, ({ outcome, ts }) => {
      if (outcome.ok) {
        session.owe(ts);
        // Before the answer is sent, so that both go out in one write.
        this.#live.due(session);
      }
      peer.send([encodeMutationResponse(requestId, outcome, ts)]);
    });
  }

  #act(
    conversation: Conversation,
    { udfPath, args, requestId }: FunctionRequest,
  ): void {
    const { runner } = this.#options;
    const { session, peer } = conversation;
    const running = runner.runAction({
      udfPath,
      args: args[0] ?? {},
      caller: session.callerAt(this.#now()),
    });
    this.#answer(conversation, running, (outcome) => {
      peer.send([encodeActionResponse(requestId, outcome)]);
    });
  }

  #answer<Outcome>(
    conversation: Conversation,
    running: Promise<Outcome>,
    answer: (outcome: Outcome) => void,
  ): void {
    conversation.inFlight += 1;
    running
      .then((outcome) => {
        conversation.inFlight -= 1;
        if (!conversation.isOver) answer(outcome);
      })
      .catch((error: unknown) => this.#refuse(conversation, error));
  }

  #sendTransition(session: Session, ts: bigint): boolean {
    const conversation = this.#conversations.get(session);
    if (!conversation) return true;
    if (conversation.peer.isCongested) return false;
    const now = this.#now();
    try {
      session.callerAt(now);
    } catch (error) {
      this.#refuse(conversation, error);
      return true;
    }
    const transition = session.transition(ts, now);
    if (transition === null) return true;
    this.#transitions += 1;
    const id = String(this.#transitions);
    const text = encodeTransition(transition);
    conversation.peer.send(transitionFrames(text, id, MAX_FRAME_LENGTH));
    return true;
  }

  /** Ends the conversation with whoever brought this about; all others go on. */
  #refuse(conversation: Conversation, error: unknown): void {
    if (conversation.isOver) return;
    const { peer } = conversation;
    const { log } = this.#options;
    if (error instanceof ProtocolError) {
      log.warn("refused a message", { error: error.message });
      peer.send([
        encodeServerMessage({ type: "FatalError", error: error.message }),
      ]);
      peer.end(1002, "protocol error");
    } else if (error instanceof TokenExpired) {
      this.#sendAuthError(conversation, error, false);
      // The client fetches a new token and comes back with it, and with what was not answered.
      peer.end(1000, "token expired");
    } else {
      log.error("a connection failed", { error: errorText(error) });
      peer.end(1011, "InternalServerError");
    }
    this.drop(conversation);
  }

  #sendAuthError(
    { session, peer, isOver }: Conversation,
    error: unknown,
    authUpdateAttempted: boolean,
  ): void {
    if (isOver) return;
    const version = session.identityVersion;
    peer.send([
      encodeServerMessage({
        type: "AuthError",
        error: error instanceof Error ? error.message : String(error),
        // An expired token was taken one version ago; a refused one has not moved the version.
        baseVersion: authUpdateAttempted ? version : Math.max(version - 1, 0),
        authUpdateAttempted,
      }),
    ]);
  }
}
