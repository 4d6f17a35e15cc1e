/**
 * What to do with a body that nobody wants. Browsers read an answer only when their own body went out or the connection ended
 * cleanly, so the rest of it is taken and thrown away, within bounds: the sentence arrives, and not "connection reset".
 */
import type { IncomingMessage } from "node:http";
import { idleTimeout } from "./idleTimeout";

const MAX_BYTES = 8 * 1024 * 1024;
const IDLE_MS = 5_000;

const drained = new WeakSet<IncomingMessage>();

/** Call when the answer was sent, or is about to be. Calling it again changes nothing. */
export function drain(req: IncomingMessage): void {
  if (drained.has(req)) return;
  drained.add(req);
  // A reader that was left standing (an iterator that was not ended) waits for its turn, and while it does nothing flows.
  req.removeAllListeners("readable");
  req.resume();
  if (req.complete) return;
  let left = MAX_BYTES;
  const stopTimer = idleTimeout(req.socket, IDLE_MS);
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) req.socket.destroy();
  });
  req.once("close", stopTimer);
}
