/**
 * Accepts websockets at `/api/sync` and `/api/<client version>/sync`. Holds all connections and the timer of their
 * pings.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Log } from "../log";
import type { RequestGate } from "../requestGate";
import { messageBytes } from "../requestLimits";
import { inSlices, sleep } from "../eventLoop";
import { rawResponse } from "./rawResponse";
import { Connection } from "./connection";
import { ConnectionLimiter, type ConnectionLimits, type ConnectionSlot } from "./connectionLimiter";
import type { SyncServer } from "./syncServer";

/** The row of the upgrade in the table of request limits. */
const UPGRADE = "/api/sync";
const SYNC_PATH = /^\/api\/(?:[0-9A-Za-z.-]+\/)?sync$/;

/** Interval of pings. The `convex` client disconnects after 30 s without a message. */
const TICK_MS = 10_000;

export interface WebSocketsOptions<Reads, Writes> {
  readonly sync: SyncServer<Reads, Writes>;
  readonly log: Log;
  readonly originOf: (req: IncomingMessage) => string;
  readonly isOwnOrigin: (req: IncomingMessage) => boolean;
  /** The network address for the limit per address; null exempts the connection from it. */
  readonly addressOf: (req: IncomingMessage) => string | null;
  readonly gate: RequestGate;
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly tickMs?: number;
}

/**
 * How long a connection of an address with many open ones waits for its handshake, for each of them: on average, so
 * that connections that were closed together do not come back together.
 */
const CROWDED_DELAY_MS = 10;

interface Upgrade {
  readonly req: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly address: string | null;
}

interface AcceptedUpgrade {
  readonly socket: Socket;
  readonly address: string | null;
  readonly slot: ConnectionSlot;
}

export class WebSockets<Reads, Writes> {
  readonly #options: WebSocketsOptions<Reads, Writes>;
  readonly #server: WebSocketServer;
  readonly #message: ReturnType<typeof messageBytes>;
  readonly #connections = new Set<Connection<Reads, Writes>>();
  readonly #limiter: ConnectionLimiter;
  readonly #clock: NodeJS.Timeout;
  #isClosing = false;

  /** @throws StartupError for an upgrade or a message without a row in the table of request limits. */
  constructor(options: WebSocketsOptions<Reads, Writes>) {
    this.#options = options;
    options.gate.limitsOf(UPGRADE);
    this.#message = messageBytes(options.gate.table);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: this.#message.maxBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.#limiter = new ConnectionLimiter(options.connections);
    this.#clock = setInterval(() => void this.tick(), options.tickMs ?? TICK_MS);
    this.#clock.unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Pings the clients, and closes the connections that may not stay. */
  async tick(): Promise<void> {
    await inSlices(this.#limiter.tick(), (close) => close());
    await inSlices([...this.#connections], (connection) => {
      if (this.#connections.has(connection)) connection.tick();
    });
  }

  /** True if the path is of the sync protocol, whether the upgrade was accepted or rejected. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = ""] = (req.url ?? "").split("?");
    if (!SYNC_PATH.test(path)) return false;
    const { isOwnOrigin, addressOf, log } = this.#options;
    if (!isOwnOrigin(req)) {
      log.warn("refused a websocket of another origin");
      refuse(socket, "403 Forbidden", "OtherOrigin", "Only this server's own pages may connect.");
      return true;
    }
    const upgrade = { req, socket, head, address: addressOf(req) };
    const crowd = this.#limiter.crowdAt(upgrade.address);
    // Client disconnected: nothing to send, not an error.
    socket.on("error", () => socket.destroy());
    if (crowd > 0) void this.#acceptLater(upgrade, crowd);
    else void this.#accept(upgrade);
    return true;
  }

  /** A flood of connections that are opened again as soon as they are closed would leave no time for other clients. */
  async #acceptLater(upgrade: Upgrade, crowd: number): Promise<void> {
    await sleep(CROWDED_DELAY_MS * crowd * (0.5 + Math.random()));
    if (!upgrade.socket.destroyed) await this.#accept(upgrade);
  }

  async #accept({ req, socket, head, address }: Upgrade): Promise<void> {
    const slot = this.#isClosing ? null : this.#limiter.acquire(address, () => socket.destroy());
    if (slot === null) {
      refuse(
        socket,
        "503 Service Unavailable",
        "NoRoom",
        "The server accepts no more connections at the moment.",
      );
      return;
    }
    // Before the upgrade, so that a socket whose upgrade fails is released too.
    socket.once("close", () => slot.release());
    await this.#options.gate.strangerTurn(req);
    if (this.#isClosing) socket.destroy();
    if (socket.destroyed) return;
    this.#server.handleUpgrade(req, socket, head, (ws) =>
      this.#open(ws, { req, socket: socket as Socket, address, slot }),
    );
  }

  /** node:http upgrades a net.Socket, or a tls.TLSSocket, which is a subclass. */
  #open(
    ws: WebSocket,
    { req, ...accepted }: AcceptedUpgrade & { readonly req: IncomingMessage },
  ): void {
    const { originOf, sync, log } = this.#options;
    const connection = new Connection({
      ...accepted,
      ws,
      sync,
      origin: originOf(req),
      unauthenticatedMessageBytes: this.#message.unauthenticatedMaxBytes,
      log,
    });
    this.#connections.add(connection);
    ws.on("close", () => this.#connections.delete(connection));
  }

  /** Stops accepting connections, completes the requests in flight, and closes all connections by the deadline. */
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

function refuse(socket: Duplex, ...refusal: Parameters<typeof rawResponse>): void {
  // Client disconnected: nothing to send, not an error.
  socket.on("error", () => socket.destroy());
  socket.end(rawResponse(...refusal));
}
