/**
 * One websocket. Incoming messages are handled in order; the frames sent in one turn of the event loop go out in one
 * write, up to WRITE_LENGTH: the rest follows in later turns, each write after the one before was sent.
 *
 * Always bounded: a person with too many requests in flight is not read until they complete; a slow reader gets
 * responses but no Transitions, and is disconnected when no byte moves for STUCK_MS; a client that answers no pings is
 * disconnected. A client without an identity may send only short messages.
 */
import type { Socket } from "node:net";
import { WebSocket, type RawData } from "ws";
import { errorText, type Log } from "../log";
import { encodeServerMessage, type TransitionChunks } from "../protocol/codec";
import type { ConnectionSlot } from "./connectionLimiter";
import type { Conversation, Peer } from "./conversation";
import { Outbox } from "./outbox";
import type { SyncServer } from "./syncServer";

/** Above this many buffered bytes a client gets no Transitions until it has caught up. */
const CONGESTED_BYTES = 1024 * 1024;

/** Characters of frames that are made and written in one turn of the event loop: a few milliseconds of work. */
const WRITE_LENGTH = 256 * 1024;

/** Ticks without a pong after which a client is disconnected. */
const MAX_SILENT_TICKS = 4;

/** Ticks within which a client must send Connect. The `convex` client sends it immediately. */
const MAX_TICKS_BEFORE_CONNECT = 3;

/** Disconnects a client with buffered data after this time without a byte moving. Slow progress is allowed. */
const STUCK_MS = 60_000;

/** Node reads at most this many bytes from a socket at once. */
const MAX_CHUNK_BYTES = 64 * 1024;

const PING = encodeServerMessage({ type: "Ping" });

export interface ConnectionOptions<Reads, Writes> {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly sync: SyncServer<Reads, Writes>;
  readonly origin: string;
  readonly address: string | null;
  readonly slot: ConnectionSlot;
  /** Bytes of one message of a client that is not signed in. */
  readonly unauthenticatedMessageBytes: number;
  readonly log: Log;
}

export class Connection<Reads, Writes> implements Peer {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #sync: SyncServer<Reads, Writes>;
  readonly #log: Log;
  readonly #slot: ConnectionSlot;
  readonly #unauthenticatedMessageBytes: number;
  readonly #conversation: Conversation;
  readonly #inbox: Buffer[] = [];
  readonly #outbox = new Outbox();
  #isBusy = false;
  #isPaused = false;
  #isWriteQueued = false;
  /** Whether a frame was sent since the last tick. */
  #hasSent = false;
  #silentTicks = 0;
  #ticksBeforeConnect = 0;
  #end: { code: number; reason: string } | null = null;
  /** Bytes that arrived since the last complete message. */
  #incompleteBytes = 0;

  readonly address: string | null;

  constructor(options: ConnectionOptions<Reads, Writes>) {
    this.#ws = options.ws;
    this.#socket = options.socket;
    this.#sync = options.sync;
    this.#log = options.log;
    this.#slot = options.slot;
    this.#unauthenticatedMessageBytes = options.unauthenticatedMessageBytes;
    this.address = options.address;
    this.#conversation = options.sync.open(this, options.origin);
    this.#ws.on("message", (data, isBinary) => this.#receive(data, isBinary));
    this.#ws.on("pong", () => (this.#silentTicks = 0));
    // After the listener of `ws`, which emits the messages that end in this chunk.
    this.#socket.on("data", (chunk) => this.#limitIncomplete(chunk.length));
    this.#ws.on("close", () => {
      const { person } = this.#conversation.share;
      person.waiting.delete(this.#readAgain);
      this.#sync.drop(this.#conversation);
    });
    // Node restarts this timeout whenever a byte moves, also within one long write.
    this.#socket.setTimeout(STUCK_MS, () => {
      if (this.#ws.bufferedAmount > 0) this.#disconnect("stuck");
    });
    // An invalid frame or a lost connection: the close event follows and cleans up.
    this.#ws.on("error", (error) => this.#log.info("a websocket failed", { error: error.message }));
  }

  /** Whether every received request has a response, and every response was written. */
  get isIdle(): boolean {
    return (
      this.#conversation.share.inFlight === 0 && this.#inbox.length === 0 && this.#outbox.isEmpty
    );
  }

  get isCongested(): boolean {
    return this.#unsentBytes > CONGESTED_BYTES;
  }

  get #unsentBytes(): number {
    return this.#ws.bufferedAmount + this.#outbox.length;
  }

  send(frames: readonly string[] | TransitionChunks): void {
    this.#outbox.push(frames);
    this.#conversation.share.set("unsentBytes", this.#unsentBytes);
    this.#queueWrite();
  }

  end(code: number, reason: string): void {
    this.#end ??= { code, reason };
    this.#inbox.length = 0;
    this.#outbox.dropTransitions();
    this.#queueWrite();
  }

  /** Closes the connection without a close frame. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Must be called at an interval well below the client's timeout of 30 s. */
  tick(): void {
    if (this.#ws.readyState !== WebSocket.OPEN) {
      // A close frame was sent, but a client that has vanished does not reply to it.
      this.#silentTicks += 1;
      if (this.#silentTicks > MAX_SILENT_TICKS) this.#disconnect("silent");
      return;
    }
    // A ping waits behind buffered data, and a pong is not read while the socket is paused.
    const isPongExpected = this.#ws.bufferedAmount === 0 && !this.#isPaused;
    if (isPongExpected) this.#silentTicks += 1;
    if (this.#silentTicks > MAX_SILENT_TICKS) {
      this.#disconnect("silent");
      return;
    }
    if (!this.#conversation.session.isConnected) this.#ticksBeforeConnect += 1;
    if (this.#ticksBeforeConnect > MAX_TICKS_BEFORE_CONNECT) {
      this.end(1008, "no Connect came");
      return;
    }
    this.#ws.ping();
    if (!this.#hasSent && this.#outbox.isEmpty) this.#ws.send(PING);
    this.#hasSent = false;
  }

  #disconnect(reason: string): void {
    this.#log.info("disconnected an unresponsive client", { reason });
    this.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#silentTicks = 0;
    this.#incompleteBytes = 0;
    if (this.#end) return;
    // The protocol has only text messages: an empty text makes the decoder reject binary data.
    this.#inbox.push(isBinary ? Buffer.alloc(0) : bytesOf(data));
    if (!this.#isBusy) this.#processInbox();
  }

  /** Closes the connection of a client without a sign-in earlier than `ws`, which allows all the largest message. */
  #limitIncomplete(bytes: number): void {
    if (this.#conversation.session.isAuthenticated) return;
    this.#incompleteBytes += bytes;
    // While a token is verified, the message behind it may be one of a signed-in client.
    if (this.#isBusy) return;
    // A chunk may end in the middle of the next message.
    const allowed = this.#unauthenticatedMessageBytes + MAX_CHUNK_BYTES;
    if (this.#incompleteBytes > allowed) this.#endTooLarge();
  }

  #endTooLarge(): void {
    this.end(
      1009,
      `a message of more than ${this.#unauthenticatedMessageBytes} bytes needs a sign-in`,
    );
  }

  readonly #readAgain = (): void => this.#processInbox();

  /** Handles messages in order: an Authenticate completes before the messages after it are handled. */
  #processInbox(): void {
    // The limit also applies to messages that arrived together.
    while (!this.#isBusy && !this.#conversation.share.person.isFull) {
      const bytes = this.#inbox.shift();
      if (bytes === undefined) break;
      const { session } = this.#conversation;
      if (!session.isAuthenticated && bytes.length > this.#unauthenticatedMessageBytes) {
        this.#endTooLarge();
        break;
      }
      const pending = this.#sync.receive(this.#conversation, bytes);
      if (!pending) continue;
      this.#isBusy = true;
      void pending
        .catch((error: unknown) => {
          this.#log.error("a message failed", { error: errorText(error) });
          this.end(1011, "InternalServerError");
        })
        .then(() => {
          this.#isBusy = false;
          const { session } = this.#conversation;
          this.#slot.setAuthenticated(session.isAuthenticated);
          this.#processInbox();
        });
    }
    this.#applyBackpressure();
  }

  /** Stops reading from the socket while the client is over its limits. */
  #applyBackpressure(): void {
    const { person } = this.#conversation.share;
    if (person.isFull) person.waiting.add(this.#readAgain);
    const isFull = this.#isBusy || this.isCongested || person.isFull;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#ws.pause();
    else this.#ws.resume();
  }

  #queueWrite(): void {
    if (this.#isWriteQueued) return;
    this.#isWriteQueued = true;
    process.nextTick(() => this.#write());
  }

  #write(): void {
    const isOpen = this.#ws.readyState === WebSocket.OPEN;
    if (!isOpen) this.#outbox.clear();
    const frames = this.#outbox.take(WRITE_LENGTH);
    const hasMore = !this.#outbox.isEmpty;
    this.#isWriteQueued = hasMore;
    if (isOpen) {
      this.#socket.cork();
      const last = frames.length - 1;
      for (const [at, frame] of frames.entries()) {
        if (at === last) this.#ws.send(frame, () => this.#written(hasMore));
        else this.#ws.send(frame);
      }
      this.#hasSent ||= last >= 0;
      if (this.#end && !hasMore) this.#ws.close(this.#end.code, this.#end.reason);
      this.#socket.uncork();
    }
    // Responses free places in flight.
    this.#processInbox();
  }

  #written(hasMore: boolean): void {
    if (hasMore) setImmediate(() => this.#write());
    this.#conversation.share.set("unsentBytes", this.#unsentBytes);
    if (this.isCongested) return;
    this.#applyBackpressure();
    this.#sync.drained();
  }
}

function bytesOf(data: RawData): Buffer {
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
}
