/**
 * Accepts the websockets of clients: `/api/sync` and `/api/<client version>/sync`. Holds all connections, and the one clock that
 * keeps them alive.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Log } from "../log";
import { MAX_MESSAGE_BYTES } from "../protocol/messages";
import { rawResponse } from "./rawResponse";
import { Connection } from "./connection";
import { ConnectionLimiter, type ConnectionLimits } from "./connectionLimiter";
import type { SyncServer } from "./syncServer";

const SYNC_PATH = /^\/api\/(?:[0-9A-Za-z.-]+\/)?sync$/;

/** The client gives up a server that says nothing for 30 s. */
const TICK_MS = 10_000;

export interface WebSocketsOptions<Reads, Writes> {
  readonly sync: SyncServer<Reads, Writes>;
  readonly log: Log;
  readonly originOf: (req: IncomingMessage) => string;
  readonly isOwnOrigin: (req: IncomingMessage) => boolean;
  /** Where on the network it comes from; null for an address that many share. */
  readonly addressOf: (req: IncomingMessage) => string | null;
  /** Bytes. */
  readonly maxMessageBytes?: number | undefined;
  readonly connections?: ConnectionLimits | undefined;
  readonly tickMs?: number;
}

export class WebSockets<Reads, Writes> {
  readonly #options: WebSocketsOptions<Reads, Writes>;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection<Reads, Writes>>();
  readonly #limiter: ConnectionLimiter;
  readonly #clock: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: WebSocketsOptions<Reads, Writes>) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.maxMessageBytes ?? MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.#limiter = new ConnectionLimiter(options.connections);
    this.#clock = setInterval(() => {
      for (const connection of this.#connections) connection.tick();
    }, options.tickMs ?? TICK_MS);
    this.#clock.unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  /** True if the upgrade was for this server, accepted or not. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = ""] = (req.url ?? "").split("?");
    if (!SYNC_PATH.test(path)) return false;
    const { isOwnOrigin, originOf, addressOf, sync, log } = this.#options;
    if (!isOwnOrigin(req)) {
      log.warn("refused a websocket of another origin");
      refuse(
        socket,
        "403 Forbidden",
        "OtherOrigin",
        "Only this server's own pages may connect.",
      );
      return true;
    }
    const release = this.#isClosing
      ? null
      : this.#limiter.acquire(addressOf(req));
    if (release === null) {
      refuse(
        socket,
        "503 Service Unavailable",
        "NoRoom",
        "The server takes no more connections just now.",
      );
      return true;
    }
    // Before the upgrade may end it: a connection that never became a websocket is released as well.
    socket.once("close", release);
    this.#server.handleUpgrade(req, socket, head, (ws) => {
      const origin = originOf(req);
      // An upgrade of node:http comes on a net.Socket, or a tls.TLSSocket, which is one.
      const connection = new Connection({
        ws,
        socket: socket as Socket,
        sync,
        origin,
        log,
      });
      this.#connections.add(connection);
      ws.on("close", () => this.#connections.delete(connection));
    });
    return true;
  }

  /** Takes no more connections, lets what is in flight be answered, and ends all by the deadline. */
  async close(deadline: Promise<void>): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#clock);
    let isOver = false;
    void deadline.then(() => (isOver = true));
    while (!isOver && [...this.#connections].some(({ isIdle }) => !isIdle)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const connection of this.#connections) {
      connection.end(1001, "the server is stopping");
    }
    while (!isOver && this.#connections.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const connection of this.#connections) connection.terminate();
    this.#connections.clear();
  }
}

function refuse(
  socket: Duplex,
  ...refusal: Parameters<typeof rawResponse>
): void {
  // A client that is gone already cannot be told.
  socket.on("error", () => socket.destroy());
  socket.end(rawResponse(...refusal));
}
