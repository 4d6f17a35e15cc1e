import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import type { OutboxItem } from "./outboxItem";
import type { OutboxServer } from "./outboxParts";

/** An id of the server's data, which changes when a backup is restored. */
export interface DataEpoch {
  /** The last epoch that this device has seen; empty if none. */
  readonly lastKnown: () => string;
  /** Whether the server has named its epoch since the page was opened. */
  readonly isKnown: () => boolean;
  /** Subscribes to the server's epoch and calls `listener` when it arrives. */
  readonly watch: (listener: () => void) => () => void;
}

const NO_EPOCH: DataEpoch = {
  lastKnown: () => "",
  isKnown: () => true,
  watch: () => () => {},
};

interface ConvexServerParts extends Pick<OutboxServer, "send" | "verdictOn"> {
  readonly client: ConvexReactClient;
  readonly epoch?: DataEpoch;
}

export interface ConvexServer extends OutboxServer {
  /** Whether the server has accepted the sign-in of the outbox's owner. */
  readonly setSignedIn: (isSignedIn: boolean) => void;
  /** Calls `listener` whenever `isReady` may have changed. */
  readonly watch: (listener: () => void) => () => void;
}

/**
 * Sends over the Convex client's websocket. Its calls resolve after the live queries show the change, so no screen
 * shows the old value in between. Ready while the tab is visible, connected and signed in.
 */
export function createConvexServer({
  client,
  epoch = NO_EPOCH,
  send,
  verdictOn,
}: ConvexServerParts): ConvexServer {
  let isSignedIn = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const isReady = () =>
    isSignedIn && document.visibilityState === "visible" && isLive(client) && epoch.isKnown();
  return {
    isReady,
    epoch: epoch.lastKnown,
    whileReady: (work) => whileReady(work, { isReady, listeners }),
    send,
    verdictOn,
    setSignedIn: (next) => {
      isSignedIn = next;
      notify();
    },
    watch: (listener) => {
      listeners.add(listener);
      const stop = client.subscribeToConnectionState(notify);
      const stopEpoch = epoch.watch(notify);
      document.addEventListener("visibilitychange", notify);
      return () => {
        listeners.delete(listener);
        stop();
        stopEpoch();
        document.removeEventListener("visibilitychange", notify);
      };
    },
  };
}

/** Calls the mutation of a change. The server takes `added` beside the arguments of the change, such as its id. */
export async function sendChange(
  client: ConvexReactClient,
  { call, args }: OutboxItem,
  added: Record<string, Value>,
): Promise<unknown> {
  return await client.mutation(makeFunctionReference<"mutation">(call), {
    ...(jsonToConvex({ ...args }) as Record<string, Value>),
    ...added,
  });
}

interface Readiness {
  readonly isReady: () => boolean;
  /** Called whenever `isReady` may have changed. */
  readonly listeners: Set<() => void>;
}

async function whileReady(work: Promise<void>, { isReady, listeners }: Readiness): Promise<void> {
  let check = () => {};
  const unready = new Promise<void>((resolve) => {
    check = () => {
      if (!isReady()) resolve();
    };
  });
  listeners.add(check);
  check();
  await Promise.race([work, unready]).finally(() => listeners.delete(check));
}

/** The client resets its retries once all queries are answered: the known data epoch is then the current one. */
function isLive(client: ConvexReactClient): boolean {
  const { isWebSocketConnected, connectionRetries } = client.connectionState();
  return isWebSocketConnected && connectionRetries === 0;
}
