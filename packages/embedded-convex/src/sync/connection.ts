/**
 * One websocket: the only file of the wire that touches a socket. Frames in become messages, one after another; messages out become
 * frames, all of one turn in one write.
 *
 * Always bounded: a client that sends faster than it is answered is read no further until it is; one that reads slowly is not sent
 * more than what it asked for, and cut off when nothing moves at all; one that is not heard of is given up.
 */
import type { Socket } from "node:net";
import { WebSocket, type RawData } from "ws";
import { errorText, type Log } from "../log";
import { encodeServerMessage } from "../protocol/codec";
import type { Conversation, Peer, SyncServer } from "./syncServer";

/** Above this many unanswered requests a connection is read no further. */
export const MAX_IN_FLIGHT = 100;

/** Above this many bytes on their way, a client is told no news of its queries until it has caught up. */
export const CONGESTED_BYTES = 1024 * 1024;

/** Ticks without an answer to a ping, after which a connection is given up. */
const MAX_SILENT_TICKS = 4;

/** Ticks within which a client must say who it is: it does so at once, and who does not only takes room. */
const MAX_NAMELESS_TICKS = 3;

/** How long data may be on its way without any of it moving. While it moves, it may take as long as it takes. */
const STUCK_MS = 60_000;

const PING = encodeServerMessage({ type: "Ping" });

export interface ConnectionOptions<Reads, Writes> {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly sync: SyncServer<Reads, Writes>;
  readonly origin: string;
  readonly log: Log;
}

export class Connection<Reads, Writes> implements Peer {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #sync: SyncServer<Reads, Writes>;
  readonly #log: Log;
  readonly #conversation: Conversation;
  readonly #inbox: string[] = [];
  readonly #outbox: string[] = [];
  #isBusy = false;
  #isPaused = false;
  #isWriteQueued = false;
  #hasSpoken = false;
  #silentTicks = 0;
  #namelessTicks = 0;
  #end: { code: number; reason: string } | null = null;

  constructor(options: ConnectionOptions<Reads, Writes>) {
    this.#ws = options.ws;
    this.#socket = options.socket;
    this.#sync = options.sync;
    this.#log = options.log;
    this.#conversation = options.sync.open(this, options.origin);
    this.#ws.on("message", (data, isBinary) => this.#take(data, isBinary));
    this.#ws.on("pong", () => (this.#silentTicks = 0));
    this.#ws.on("close", () => this.#sync.drop(this.#conversation));
    // Node starts this anew whenever a byte moves, within one long write too.
    this.#socket.setTimeout(STUCK_MS, () => {
      if (this.#ws.bufferedAmount > 0) this.#giveUp("stuck");
    });
    // A broken frame or a lost line: the close that follows does what there is to do.
    this.#ws.on("error", (error) =>
      this.#log.info("a websocket broke", { error: error.message }),
    );
  }

  /** Whether every request that was received has been answered. */
  get isIdle(): boolean {
    return (
      this.#conversation.inFlight === 0 &&
      this.#inbox.length === 0 &&
      this.#outbox.length === 0
    );
  }

  get isCongested(): boolean {
    return this.#ws.bufferedAmount > CONGESTED_BYTES;
  }

  send(frames: readonly string[]): void {
    for (const frame of frames) this.#outbox.push(frame);
    this.#queueWrite();
  }

  end(code: number, reason: string): void {
    this.#end ??= { code, reason };
    this.#inbox.length = 0;
    this.#queueWrite();
  }

  /** Cuts the line without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Called at a steady interval, well below the time after which a client gives up a silent server. */
  tick(): void {
    if (this.#ws.readyState !== WebSocket.OPEN) {
      // It was told to end, and a client that hears nothing does not do so itself.
      this.#silentTicks += 1;
      if (this.#silentTicks > MAX_SILENT_TICKS) this.#giveUp("silent");
      return;
    }
    // A pong waits behind what is still on its way out, and is not seen while the connection is not read.
    const canTell = this.#ws.bufferedAmount === 0 && !this.#isPaused;
    if (canTell) this.#silentTicks += 1;
    if (this.#silentTicks > MAX_SILENT_TICKS) {
      this.#giveUp("silent");
      return;
    }
    if (!this.#conversation.session.isConnected) this.#namelessTicks += 1;
    if (this.#namelessTicks > MAX_NAMELESS_TICKS) {
      this.end(1008, "no Connect came");
      return;
    }
    this.#ws.ping();
    if (!this.#hasSpoken) this.#ws.send(PING);
    this.#hasSpoken = false;
  }

  #giveUp(reason: string): void {
    this.#log.info("gave up a connection", { reason });
    this.terminate();
  }

  #take(data: RawData, isBinary: boolean): void {
    this.#silentTicks = 0;
    if (this.#end) return;
    // The protocol is text; bytes are no message of it, which the empty text says as well as any.
    this.#inbox.push(isBinary ? "" : textOf(data));
    if (!this.#isBusy) this.#work();
  }

  /** Messages are taken in their order: an Authenticate is settled before what was sent after it. */
  #work(): void {
    // What came in one piece with the rest waits as well: nobody has more than so much done before the others have their turn.
    while (!this.#isBusy && this.#conversation.inFlight < MAX_IN_FLIGHT) {
      const text = this.#inbox.shift();
      if (text === undefined) break;
      const pending = this.#sync.receive(this.#conversation, text);
      if (!pending) continue;
      this.#isBusy = true;
      void pending
        .catch((error: unknown) => {
          this.#log.error("a message failed", { error: errorText(error) });
          this.end(1011, "InternalServerError");
        })
        .then(() => {
          this.#isBusy = false;
          this.#work();
        });
    }
    this.#regulate();
  }

  #regulate(): void {
    const isFull =
      this.#isBusy ||
      this.isCongested ||
      this.#conversation.inFlight >= MAX_IN_FLIGHT;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#ws.pause();
    else this.#ws.resume();
  }

  #queueWrite(): void {
    if (this.#isWriteQueued) return;
    this.#isWriteQueued = true;
    process.nextTick(() => {
      this.#isWriteQueued = false;
      this.#write();
    });
  }

  #write(): void {
    if (this.#ws.readyState === WebSocket.OPEN) {
      this.#socket.cork();
      const last = this.#outbox.length - 1;
      for (const [at, frame] of this.#outbox.entries()) {
        if (at === last) this.#ws.send(frame, () => this.#written());
        else this.#ws.send(frame);
      }
      this.#hasSpoken ||= last >= 0;
      if (this.#end) this.#ws.close(this.#end.code, this.#end.reason);
      this.#socket.uncork();
    }
    this.#outbox.length = 0;
    // What was answered makes room for more.
    this.#work();
  }

  #written(): void {
    if (this.isCongested) return;
    this.#regulate();
    this.#sync.drained();
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.from(data as Buffer).toString();
}
