import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { seededRandom, type Random } from "../../domain/text/random";

/**
 * - GOOD: nothing is changed.
 * - FAR: 400 ms round trip, nothing is lost.
 * - SLOW: 256 kbit/s each way, 400 ms round trip, 2 % of the packets are lost.
 * - DEAD: no packet moves; `navigator.onLine` stays true.
 * - REFUSED: connections are reset, new ones too.
 * - AIRPLANE: the browser is offline, and its connections are reset.
 */
export type LineState = "GOOD" | "FAR" | "SLOW" | "DEAD" | "REFUSED" | "AIRPLANE";

type Direction = "up" | "down";

const PACKET_BYTES = 1460;
const SLOW_BYTES_PER_MS = 256 / 8;
const ONE_WAY_MS = 200;
const SLOW_LOSS = 0.02;
/** A connection has at most this much on the way, as a congestion window would have. */
const WINDOW_BYTES = 32 * 1024;
/** TCP's first retransmission; each further wait is twice as long. */
const FIRST_RETRANSMISSION_MS = 1000;

/**
 * A phone's line: a TCP proxy between the browser and the servers, which can
 * be switched while they talk. Playwright's own offline mode leaves an open
 * websocket standing, and its routes do not see websockets' packets.
 *
 * It works on connections, not on packets, so it shows what TCP would make of
 * the line:
 * - A lost packet is repeated: it arrives one round trip later, and everything
 *   behind it on that connection waits.
 * - When a dead line is back, a connection goes on at its next retransmission
 *   (1, 3, 7, 15... s after the line died), not at once.
 * - Other than on a real line, the system accepts a new connection even while
 *   the line is dead. Nothing is answered on it.
 */
export class Line {
  #state: LineState = "GOOD";
  readonly #random: Random;
  readonly #servers: Server[] = [];
  readonly #contexts = new Set<BrowserContext>();
  readonly #connections = new Set<Connection>();
  /** When the line has sent all that waits, per direction: all connections share it. */
  readonly #freeAt: Record<Direction, number> = { up: 0, down: 0 };

  constructor(seed = 1) {
    this.#random = seededRandom(seed);
  }

  /** The address under which the server is reached over this line. */
  async through(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const server = createServer({ allowHalfOpen: true }, (socket) =>
      this.#accept(socket, { host: hostname, port: Number(port) }),
    );
    this.#servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A context that AIRPLANE takes offline, until it is closed. */
  async addContext(context: BrowserContext) {
    this.#contexts.add(context);
    context.once("close", () => this.#contexts.delete(context));
    if (this.#state === "AIRPLANE") await context.setOffline(true);
  }

  async become(state: LineState) {
    const wasAirplane = this.#state === "AIRPLANE";
    this.#state = state;
    if (this.resets) for (const { reset } of this.#connections) reset();
    for (const { resume } of this.#connections) resume();
    const isAirplane = state === "AIRPLANE";
    if (isAirplane === wasAirplane) return;
    for (const context of this.#contexts) await context.setOffline(isAirplane);
  }

  /**
   * The open connections stay open and carry nothing more, as when a router
   * has forgotten them while the phone slept. New ones work.
   */
  forgetConnections() {
    for (const { forget } of this.#connections) forget();
  }

  async close() {
    const closed = this.#servers.map((server) => once(server, "close"));
    for (const server of this.#servers) server.close();
    for (const { reset } of this.#connections) reset();
    await Promise.all(closed);
  }

  get isDead() {
    return this.#state === "DEAD";
  }

  get resets() {
    return this.#state === "REFUSED" || this.#state === "AIRPLANE";
  }

  /** When a packet that is sent now arrives. A new connection has a handshake first. */
  arrival(direction: Direction, bytes: number, isFirst: boolean): number {
    const now = performance.now();
    const handshake = isFirst ? 1 : 0;
    if (this.#state === "FAR") return now + ONE_WAY_MS * (1 + 2 * handshake);
    if (this.#state !== "SLOW") return now;
    const start = Math.max(now, this.#freeAt[direction]);
    const sent = start + bytes / SLOW_BYTES_PER_MS;
    this.#freeAt[direction] = sent;
    const roundTrips = handshake + (this.#random() < SLOW_LOSS ? 1 : 0);
    return sent + ONE_WAY_MS * (1 + 2 * roundTrips);
  }

  #accept(socket: Socket, target: { host: string; port: number }) {
    if (this.resets) {
      socket.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...target, allowHalfOpen: true });
    const up = new Flow(this, "up", { from: socket, to: upstream });
    const down = new Flow(this, "down", { from: upstream, to: socket });
    const connection: Connection = {
      reset: () => {
        socket.resetAndDestroy();
        upstream.resetAndDestroy();
      },
      forget: () => {
        up.forget();
        down.forget();
      },
      resume: () => {
        up.resume();
        down.resume();
      },
    };
    this.#connections.add(connection);
    // An end by either side reaches the other one as data does, over the line: it may still be on its way when one
    // side is closed.
    const closed = () => {
      if (socket.closed && upstream.closed) this.#connections.delete(connection);
    };
    socket.on("close", closed);
    upstream.on("close", closed);
  }
}

interface Connection {
  readonly reset: () => void;
  readonly resume: () => void;
  readonly forget: () => void;
}

interface Packet {
  /** Null: the sender has closed its side. */
  readonly data: Buffer | null;
  arrivesAt: number;
}

/** One direction of a connection. Packets arrive in the order in which they were sent. */
class Flow {
  readonly #queue: Packet[] = [];
  #queuedBytes = 0;
  #isFirst: boolean;
  #timer: NodeJS.Timeout | undefined;
  #deadSince: number | null = null;
  #isForgotten = false;

  readonly #from: Socket;
  readonly #to: Socket;

  constructor(
    private readonly line: Line,
    private readonly direction: Direction,
    { from, to }: { readonly from: Socket; readonly to: Socket },
  ) {
    // The handshake of a connection delays what its client sends first.
    this.#isFirst = direction === "up";
    this.#from = from;
    this.#to = to;
    from.on("data", (data: Buffer) => this.#send(data));
    from.on("end", () => this.#push(null));
    // A reset reaches the other side as an end.
    from.on("error", () => this.#push(null));
    to.on("error", () => from.destroy());
    this.resume();
  }

  /** The line has changed. */
  resume() {
    const now = performance.now();
    if (this.#isStill) {
      this.#deadSince ??= now;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (this.#deadSince !== null) {
      const repeatedAt = nextRetransmission(this.#deadSince, now);
      for (const packet of this.#queue) packet.arrivesAt = repeatedAt;
      this.#deadSince = null;
    }
    this.#schedule();
  }

  forget() {
    this.#isForgotten = true;
    this.resume();
  }

  get #isStill() {
    return this.#isForgotten || this.line.isDead;
  }

  #send(data: Buffer) {
    for (let at = 0; at < data.length; at += PACKET_BYTES)
      this.#push(data.subarray(at, at + PACKET_BYTES));
    if (this.#queuedBytes > WINDOW_BYTES) this.#from.pause();
  }

  #push(data: Buffer | null) {
    const bytes = data?.length ?? 0;
    const arrivesAt = Math.max(
      this.line.arrival(this.direction, bytes, this.#isFirst),
      this.#queue.at(-1)?.arrivesAt ?? 0,
    );
    this.#isFirst = false;
    this.#queuedBytes += bytes;
    this.#queue.push({ data, arrivesAt });
    this.#schedule();
  }

  #schedule() {
    const [next] = this.#queue;
    if (next === undefined || this.#timer || this.#isStill) return;
    const wait = Math.max(0, next.arrivesAt - performance.now());
    this.#timer = setTimeout(() => this.#deliver(), wait);
  }

  #deliver() {
    this.#timer = undefined;
    const now = performance.now() + 1;
    while (this.#queue[0] !== undefined && this.#queue[0].arrivesAt <= now) {
      const { data } = this.#queue.shift()!;
      this.#queuedBytes -= data?.length ?? 0;
      if (data === null) this.#to.end();
      else if (this.#to.writable) this.#to.write(data);
    }
    if (this.#queuedBytes <= WINDOW_BYTES) this.#from.resume();
    this.#schedule();
  }
}

function nextRetransmission(deadSince: number, now: number): number {
  let wait = FIRST_RETRANSMISSION_MS;
  let at = deadSince + wait;
  while (at < now) at += wait *= 2;
  return at;
}
