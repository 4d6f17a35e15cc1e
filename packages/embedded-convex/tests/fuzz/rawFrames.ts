/** Raw websocket frames: wrong opcodes, masks and lengths, floods of fragments and of pings. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { mutateBytes, randomBytes } from "./mutate";
import type { Random } from "../support/random";
import type { Tally } from "./tally";

/** Milliseconds without a close that count as no close. */
const NO_CLOSE_MS = 30_000;

export interface RawFramesOptions {
  readonly url: string;
  readonly random: Random;
  readonly tally: Tally;
}

/** Sends frames and ends its side. The server must close the connection. Returns the number of frames. */
export async function sendRawFrames(o: RawFramesOptions): Promise<number> {
  const { random, tally } = o;
  const socket = await rawWebSocket(o.url);
  socket.on("error", () => undefined);
  socket.resume();
  const closed = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), NO_CLOSE_MS);
    socket.once("close", () => (clearTimeout(timer), resolve(true)));
  });
  const frames = someFrames(random);
  for (const one of frames) socket.write(one);
  socket.end();
  if (!(await closed)) tally.fault("a raw websocket was not closed");
  tally.count("raw websocket closed");
  socket.destroy();
  return frames.length;
}

export async function rawWebSocket(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /api/sync HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  await once(socket, "data");
  return socket;
}

export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly fin?: boolean;
  /** The three bits that are reserved for extensions. */
  readonly rsv?: number;
  readonly masked?: boolean;
  /** The length in the header, if it is not the payload's. */
  readonly length?: number;
}

export function frame({
  opcode,
  payload,
  fin = true,
  rsv = 0,
  masked = true,
  length = payload.length,
}: Frame): Buffer {
  const first = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  const mask = masked ? 0x80 : 0;
  const header =
    length < 126 ? Buffer.from([first, mask | length]) : longHeader(first, mask, length);
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([header, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

function longHeader(first: number, mask: number, length: number): Buffer {
  if (length < 65_536) {
    return Buffer.from([first, mask | 126, length >> 8, length & 255]);
  }
  const header = Buffer.alloc(10);
  header[0] = first;
  header[1] = mask | 127;
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

const CONNECT = Buffer.from('{"type":"Connect","sessionId":"raw","connectionCount":0}');
const LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 2 ** 25, 2 ** 40, Number.MAX_SAFE_INTEGER];

function someFrames(random: Random): Buffer[] {
  switch (random.below(6)) {
    case 0: // a flood of pings
      return Array.from({ length: 200 }, () =>
        frame({ opcode: 9, payload: randomBytes(random, 125) }),
      );
    case 1: // one message in hundreds of fragments
      return [
        frame({ opcode: 1, fin: false, payload: CONNECT }),
        ...Array.from({ length: 500 }, () =>
          frame({ opcode: 0, fin: false, payload: Buffer.alloc(0) }),
        ),
      ];
    case 2: // random bytes
      return Array.from({ length: 5 }, () => randomBytes(random, 300));
    case 3:
      return [mutateBytes(frame({ opcode: 1, payload: CONNECT }), random)];
    default:
      return Array.from({ length: 1 + random.below(20) }, () => randomFrame(random));
  }
}

function randomFrame(random: Random): Buffer {
  return frame({
    opcode: random.below(16),
    fin: random.chance(0.7),
    rsv: random.chance(0.2) ? random.below(8) : 0,
    masked: random.chance(0.9),
    payload: random.chance(0.5) ? CONNECT : randomBytes(random, 200),
    ...(random.chance(0.15) ? { length: random.pick(LENGTHS) } : {}),
  });
}
