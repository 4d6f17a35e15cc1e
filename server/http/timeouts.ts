/**
 * Timeouts of the HTTP server, and a minimum rate for request bodies: an idle timeout alone does not stop a client that
 * sends one byte a minute.
 */
import type { IncomingMessage } from "node:http";

export interface HttpTimeouts {
  /** The longest time until the headers are complete. */
  readonly headersMs: number;
  /** How often Node checks `headersMs`. */
  readonly checkIntervalMs: number;
  /** The longest time without any data on a connection. */
  readonly idleMs: number;
  /** In each interval of `bodyMs`, an incomplete body must grow by at least `bodyBytes`. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
}

export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 15_000,
  checkIntervalMs: 5_000,
  idleMs: 60_000,
  bodyMs: 60_000,
  // 0.5 kB/s, slower than any connection that could upload a photo.
  bodyBytes: 30 * 1024,
};

/** Destroys the socket of a body that arrives too slowly. Does not apply while received data waits to be read. */
export function enforceMinBodyRate(req: IncomingMessage, timeouts: HttpTimeouts): void {
  const { socket } = req;
  let lastBytesRead = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - lastBytesRead;
    lastBytesRead = socket.bytesRead;
    if (req.complete || req.readableLength > 0) return;
    if (received < timeouts.bodyBytes) socket.destroy();
  }, timeouts.bodyMs);
  timer.unref();
  req.once("close", () => clearInterval(timer));
  req.once("end", () => clearInterval(timer));
}
