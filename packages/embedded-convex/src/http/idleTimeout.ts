/** Gives up a connection on which nothing moves, however long it lasted before. */
import type { Socket } from "node:net";

const DEFAULT_IDLE_MS = 30_000;

/** Returns the function that ends the watch: from then on the limit counts that was there before. */
export function idleTimeout(socket: Socket, ms = DEFAULT_IDLE_MS): () => void {
  const giveUp = () => socket.destroy();
  const before = socket.timeout ?? 0;
  socket.setTimeout(ms);
  socket.on("timeout", giveUp);
  return () => {
    socket.off("timeout", giveUp);
    socket.setTimeout(before);
  };
}
