/** Gives up a connection on which nothing moves, however long it lasted before. */
import type { Socket } from "node:net";

const DEFAULT_IDLE_MS = 30_000;

/** Returns the function that ends the watch. */
export function idleTimeout(socket: Socket, ms = DEFAULT_IDLE_MS): () => void {
  const giveUp = () => socket.destroy();
  socket.setTimeout(ms);
  socket.on("timeout", giveUp);
  return () => {
    socket.off("timeout", giveUp);
    socket.setTimeout(0);
  };
}
