/**
 * How long a client may take over what it sends. Holds the limits of the listening server, and the pace of bodies, which no limit
 * on silence can hold: a client that sends a byte a minute is never silent.
 */
import type { IncomingMessage } from "node:http";

export interface Patience {
  /** For the headers, however they come. */
  readonly headersMs: number;
  /** How often that is looked at. */
  readonly lookMs: number;
  /** For a connection on which nothing moves. */
  readonly idleMs: number;
  /** In each such time a body must be at its end, or have grown by so many bytes. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
}

export const PATIENCE: Patience = {
  headersMs: 15_000,
  lookMs: 5_000,
  idleMs: 60_000,
  bodyMs: 60_000,
  // Half a kilobyte a second: slower than any line over which a photo would ever arrive.
  bodyBytes: 30 * 1024,
};

/** Cuts off who sends a body more slowly than that. A body that waits to be read here is not its sender's fault. */
export function keepPace(req: IncomingMessage, patience: Patience): void {
  const { socket } = req;
  let seen = socket.bytesRead;
  const clock = setInterval(() => {
    const grown = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (req.complete || req.readableLength > 0) return;
    if (grown < patience.bodyBytes) socket.destroy();
  }, patience.bodyMs);
  clock.unref();
  req.once("close", () => clearInterval(clock));
  req.once("end", () => clearInterval(clock));
}
