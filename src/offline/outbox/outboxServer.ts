import {
  createConvexServer,
  sendChange,
  type ConvexServer,
  type OutboxItem,
  type Verdict,
} from "convex-outbox";
import type { ConvexReactClient } from "convex/react";
import { ConvexError, type Value } from "convex/values";
import { isAppErrorData } from "@domain/errors";
import { senderKey } from "@domain/workspaces";
import { reportingFaults } from "@/lib/appErrors";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { createDataEpoch } from "./dataEpoch";

/** Sends the changes of the store's owner, and no other person's. */
export async function createOutboxServer(
  client: ConvexReactClient,
  store: DeviceStore,
): Promise<ConvexServer> {
  const { workspaceId, userId } = store.owner;
  const sentFor = senderKey(workspaceId, userId);
  return createConvexServer({
    client,
    epoch: await createDataEpoch(store, client),
    send: (item) => sendIntent(client, item, { sentFor }),
    verdictOn,
  });
}

/** The server applies an intent id once. */
export async function sendIntent(
  client: ConvexReactClient,
  item: OutboxItem,
  more: Record<string, Value> = {},
): Promise<unknown> {
  const { id, at } = item;
  return await reportingFaults(
    sendChange(client, item, { intentId: id, deviceAt: at, ...more }),
  );
}

/** Only Downspout's own error is a refusal. After any other failure the change may have been applied. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof ConvexError) || !isAppErrorData(error.data))
    return null;
  const { code, message, field } = error.data;
  if (code === "NOT_SIGNED_IN") return "signIn";
  return { code, message, ...(field !== undefined && { field }) };
}
