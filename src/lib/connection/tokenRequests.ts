/**
 * The token requests of the Convex client that are in flight. No socket may
 * open meanwhile: the client pauses its socket until the token arrives, but
 * forgets the pause when a connection attempt fails (convex 1.48, `connect` in
 * web_socket_manager.ts), and would then send its queries without a token.
 */
let inFlight = 0;
let waiting: (() => void)[] = [];

export async function duringTokenRequest<T>(request: () => Promise<T>): Promise<T> {
  inFlight += 1;
  try {
    return await request();
  } finally {
    inFlight -= 1;
    if (inFlight === 0) {
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    }
  }
}

/** Resolves when no token request is in flight; null if none is. */
export function tokenRequestsDone(): Promise<void> | null {
  if (inFlight === 0) return null;
  return new Promise((resolve) => waiting.push(resolve));
}
