/**
 * Reads and discards the rest of a request body, up to a limit. Browsers read the response only after they sent the
 * whole body; closing the connection earlier would show "connection reset" instead of the response.
 */
import type { IncomingMessage } from "node:http";
import { idleTimeout } from "./idleTimeout";

const MAX_BYTES = 8 * 1024 * 1024;
const IDLE_MS = 5_000;

const drained = new WeakSet<IncomingMessage>();

/** Call after sending the response or just before. Further calls have no effect. */
export function drain(req: IncomingMessage, maxBytes = MAX_BYTES): void {
  if (drained.has(req)) return;
  drained.add(req);
  // An iterator over the body that was abandoned keeps a "readable" listener, which would keep the stream paused.
  req.removeAllListeners("readable");
  req.resume();
  if (req.complete) return;
  let left = maxBytes;
  const stopTimer = idleTimeout(req.socket, IDLE_MS);
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.socket.destroy();
  });
  req.once("close", stopTimer);
}
