/**
 * Handles the sync protocol's messages of all clients. Holds no sockets: a client is a `Peer`.
 *
 * Always true: the response to a mutation is sent before the Transition that shows its effects, as the client expects;
 * a slow client gets fewer Transitions, without a queue of old ones; a protocol violation ends only the conversation of
 * its sender.
 */
import { InvalidToken } from "../identity";
import {
  decodeClientMessage,
  encodeActionResponse,
  encodeMutationResponse,
} from "../protocol/codec";
import type { Authenticate, ClientMessage, FunctionRequest } from "../protocol/messages";
import { LONG_BYTES, longMessageTurn, sleep, strangerTurn } from "../eventLoop";
import { isLimited, waitBefore, waitBeforeRefusal } from "./unauthenticatedClients";
import {
  canSend,
  endConversation,
  sendAuthError,
  sendTransition,
  type Conversation,
  type Peer,
} from "./conversation";
import { LiveQueries } from "./liveQueries";
import { People, Share } from "./people";
import { SIGNED_OUT, TokenExpired } from "./callerIdentity";
import { Session } from "./session";
import type { ResultsAt } from "./subscriptions";
import type { SyncServerOptions } from "./syncServerOptions";

export class SyncServer<Reads, Writes> {
  readonly #options: SyncServerOptions<Reads, Writes>;
  readonly #now: () => number;
  readonly #live: LiveQueries<Reads, Writes>;
  readonly #conversations = new Map<Session, Conversation>();
  readonly #people = new People();
  #transitions = 0;

  constructor(options: SyncServerOptions<Reads, Writes>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#live = new LiveQueries({
      ...options,
      canSend: (session) => canSend(this.#conversations.get(session)),
      send: (session, results) => this.#sendTransition(session, results),
      fail: (session, error) => this.#refuse(this.#conversations.get(session), error),
    });
  }

  get size(): number {
    return this.#conversations.size;
  }
  get queryRuns(): number {
    return this.#live.runs;
  }

  open(peer: Peer, origin: string): Conversation {
    const share = new Share(this.#people);
    const session = new Session(this.#live.subscriptions, {
      origin,
      maxQueries: () => share.maxQueries,
    });
    const conversation = { session, peer, share, isOver: false };
    this.#conversations.set(session, conversation);
    return conversation;
  }

  /** Handles one message. If it returns a promise, the client's next message must wait for it. */
  receive(conversation: Conversation, bytes: Buffer | string): Promise<void> | undefined {
    const decode = () => decodeClientMessage(bytes, this.#options.maxValues);
    const handle = (turn?: Promise<void>) =>
      this.#attempt(conversation, () => this.#handle(conversation, decode(), turn));
    // Other clients are served before a long message is parsed, and again before it runs.
    if (bytes.length > LONG_BYTES) {
      return longMessageTurn().then(() => handle(longMessageTurn()));
    }
    return isLimited(this.#options, conversation)
      ? strangerTurn(conversation.peer.address ?? "").then(() => handle())
      : handle();
  }

  #handle(
    conversation: Conversation,
    message: ClientMessage,
    turn?: Promise<void>,
  ): Promise<void> | undefined {
    const dispatch = () => this.#dispatch(conversation, message);
    const waitMs = waitBefore(this.#options, conversation, message);
    const pause = waitMs === 0 ? turn : sleep(waitMs);
    if (pause === undefined) return dispatch();
    return pause.then(() => this.#attempt(conversation, dispatch));
  }

  #attempt(
    conversation: Conversation,
    run: () => Promise<void> | undefined,
  ): Promise<void> | undefined {
    if (conversation.isOver) return undefined;
    try {
      return run();
    } catch (error) {
      return this.#refuseInTime(conversation, error);
    }
  }

  #refuseInTime(conversation: Conversation, error: unknown): Promise<void> | undefined {
    const waitMs = waitBeforeRefusal(this.#options, conversation);
    const refuse = () => this.#refuse(conversation, error);
    if (waitMs > 0) return sleep(waitMs).then(refuse);
    refuse();
    return undefined;
  }

  /** Call when the connection is closed. Mutations and actions that have started still complete. */
  drop(conversation: Conversation): void {
    const { session } = conversation;
    conversation.isOver = true;
    if (!this.#conversations.delete(session)) return;
    conversation.share.close();
    this.#live.remove(session);
    session.close();
  }

  /** Ends the conversations of these sign-ins with AuthError. Started mutations and actions still complete. */
  endSignIns(hasEnded: (signInId: string) => boolean): void {
    for (const conversation of [...this.#conversations.values()]) {
      const { signInId } = conversation.session;
      if (signInId === undefined || !hasEnded(signInId)) continue;
      this.#refuse(conversation, new TokenExpired("The sign-in has ended."));
    }
  }

  /** Call when a congested peer has caught up. */
  drained(): void {
    this.#live.resume();
  }

  rerunAll(): void {
    this.#live.rerunAll();
  }

  close(): void {
    this.#live.close();
  }

  #dispatch(conversation: Conversation, message: ClientMessage): Promise<void> | undefined {
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
        conversation.share.set("queries", session.queryCount);
        this.#live.requestUpdate(session);
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

  async #authenticate(conversation: Conversation, message: Authenticate): Promise<void> {
    const { session } = conversation;
    try {
      if (message.tokenType === "Admin") {
        throw new InvalidToken("Admin keys are not supported by this server.");
      }
      const verified =
        message.tokenType === "User" ? await this.#options.verifyToken(message.value) : SIGNED_OUT;
      if (conversation.isOver) return;
      session.authenticated(verified);
      conversation.share.setCaller(session.caller);
      this.#live.requestUpdate(session);
    } catch (error) {
      // After an AuthError the client gives up the token. For other errors it must reconnect and retry.
      if (!(error instanceof InvalidToken)) {
        this.#refuse(conversation, error);
        return;
      }
      sendAuthError(conversation, error, true);
      await sleep(waitBeforeRefusal(this.#options, conversation));
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
    this.#respond(conversation, running, ({ outcome, ts }) => {
      if (outcome.ok) {
        session.awaitCommit(ts);
        // Before the response is sent, so that both go out in one write.
        this.#live.requestOwnUpdate(session, ts);
      }
      peer.send([encodeMutationResponse(requestId, outcome, ts)]);
    });
  }

  #act(conversation: Conversation, { udfPath, args, requestId }: FunctionRequest): void {
    const { runner } = this.#options;
    const { session, peer } = conversation;
    const running = runner.runAction({
      udfPath,
      args: args[0] ?? {},
      caller: session.callerAt(this.#now()),
    });
    this.#respond(conversation, running, (outcome) => {
      peer.send([encodeActionResponse(requestId, outcome)]);
    });
  }

  #respond<Outcome>(
    conversation: Conversation,
    running: Promise<Outcome>,
    respond: (outcome: Outcome) => void,
  ): void {
    const { share } = conversation;
    share.callBegan();
    running
      .finally(() => share.callEnded())
      .then((outcome) => {
        if (!conversation.isOver) respond(outcome);
      })
      .catch((error: unknown) => this.#refuse(conversation, error));
  }

  #sendTransition(session: Session, results: ResultsAt<Session>): void {
    const conversation = this.#conversations.get(session);
    if (conversation === undefined) return;
    const now = this.#now();
    try {
      session.callerAt(now);
    } catch (error) {
      this.#refuse(conversation, error);
      return;
    }
    const transition = session.transition(results, now);
    if (transition === null) return;
    sendTransition(conversation, transition, (this.#transitions += 1));
  }

  /** Ends this conversation; the others continue. */
  #refuse(conversation: Conversation | undefined, error: unknown): void {
    if (conversation === undefined || conversation.isOver) return;
    endConversation(conversation, error, this.#options.log);
    this.drop(conversation);
  }
}
