import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { ConvexError, jsonToConvex, type Value } from "convex/values";
import { isAppErrorData } from "@domain/errors";
import { senderKey } from "@domain/workspaces";
import { reportingFaults } from "@/lib/appErrors";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { createDataEpoch } from "./dataEpoch";
import type { OutboxItem } from "@/offline/device/outboxItem";
import type { OutboxServer, Verdict } from "./outboxParts";

export interface ConvexOutboxServer extends OutboxServer {
  /** Whether the server has accepted the sign-in of the store's owner. */
  readonly setSignedIn: (isSignedIn: boolean) => void;
  /** Calls `listener` whenever `isReady` may have changed. */
  readonly watch: (listener: () => void) => () => void;
}

/**
 * Sends over the Convex client's websocket. Its calls resolve after the live queries show the change, so no screen
 * shows the old value in between.
 */
export async function createOutboxServer(
  client: ConvexReactClient,
  store: DeviceStore,
): Promise<ConvexOutboxServer> {
  const { workspaceId, userId } = store.owner;
  const epoch = await createDataEpoch(store, client);
  let isSignedIn = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const isReady = () =>
    isSignedIn &&
    document.visibilityState === "visible" &&
    isLive(client) &&
    epoch.isKnown();
  return {
    isReady,
    epoch: epoch.lastKnown,
    whileReady: (work) => whileReady(work, { isReady, listeners }),
    send: (item) =>
      sendChange(client, item, { sentFor: senderKey(workspaceId, userId) }),
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

interface Readiness {
  readonly isReady: () => boolean;
  /** Called whenever `isReady` may have changed. */
  readonly listeners: Set<() => void>;
}

async function whileReady(
  work: Promise<void>,
  { isReady, listeners }: Readiness,
): Promise<void> {
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

export async function sendChange(
  client: ConvexReactClient,
  { call, args, id, at }: OutboxItem,
  more: Record<string, Value> = {},
): Promise<unknown> {
  const mutation = makeFunctionReference<"mutation">(call);
  return await reportingFaults(
    client.mutation(mutation, {
      ...(jsonToConvex({ ...args }) as Record<string, Value>),
      intentId: id,
      deviceAt: at,
      ...more,
    }),
  );
}

/** The client resets its retries once all queries are answered: the known data epoch is then the current one. */
function isLive(client: ConvexReactClient): boolean {
  const { isWebSocketConnected, connectionRetries } = client.connectionState();
  return isWebSocketConnected && connectionRetries === 0;
}

/** Only Downspout's own error is a refusal. After any other failure the change may have been applied. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof ConvexError) || !isAppErrorData(error.data))
    return null;
  const { code, message, field } = error.data;
  if (code === "NOT_SIGNED_IN") return "signIn";
  return { code, message, ...(field !== undefined && { field }) };
}
