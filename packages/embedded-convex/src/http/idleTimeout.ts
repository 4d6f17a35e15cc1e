/** Closes a connection on which no bytes move for a time. The duration of the whole request is not limited. */
import type { Socket } from "node:net";

const DEFAULT_IDLE_MS = 30_000;

/** Returns a function that stops the timeout and restores the socket's previous one. */
export function idleTimeout(socket: Socket, ms = DEFAULT_IDLE_MS): () => void {
  const close = () => socket.destroy();
  const before = socket.timeout ?? 0;
  socket.setTimeout(ms);
  socket.on("timeout", close);
  return () => {
    socket.off("timeout", close);
    socket.setTimeout(before);
  };
}
