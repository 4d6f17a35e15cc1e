import {
  createConvexServer,
  sendChange,
  type ConvexServer,
  type Verdict,
  type DataEpoch,
} from "convex-outbox";
import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { isAppErrorData } from "@domain/calls/errors";
import { isStorable } from "@domain/calls/inputLimits";
import { senderKey } from "@domain/calls/workspaces";
import { reportingFaults } from "@/lib/appErrors";
import { localResult } from "@/lib/connection/localResult";
import type { DeviceStore } from "@/offline/device/deviceStore";
import type { StoreOwner } from "@/offline/device/storeOwner";
import { api } from "@convex/_generated/api";
import { tryStore } from "@/offline/device/deviceStoreErrors";

/** Sends the changes of the store's owner, and no other person's. */
export function createOutboxServer(
  client: ConvexReactClient,
  { workspaceId, userId }: StoreOwner,
  opened: Promise<DeviceStore>,
): ConvexServer {
  const sentFor = senderKey(workspaceId, userId);
  return createConvexServer({
    client,
    epoch: createDataEpoch(opened, client),
    // The server applies an intent id once.
    send: async (item) => {
      refuseUnstorable(item.args);
      return await reportingFaults(
        sendChange(client, item, {
          intentId: item.id,
          deviceAt: item.at,
          sentFor,
        }),
      );
    },
    verdictOn,
  });
}

/** Refuses lone surrogates: Convex closes the socket, and its client would send the call again forever. */
function refuseUnstorable(args: object): void {
  JSON.stringify(args, (field, value: unknown) => {
    if (typeof value !== "string" || isStorable(value)) return value;
    const message = "Remove the characters that cannot be saved.";
    throw new ConvexError({ code: "INVALID", field, message });
  });
}

/** Only Downspout's own error is a refusal. After any other failure the change may have been applied. */
export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof ConvexError) || !isAppErrorData(error.data)) return null;
  const { code, message, field } = error.data;
  if (code === "NOT_SIGNED_IN") return "signIn";
  return { code, message, ...(field !== undefined && { field }) };
}

/**
 * The server's data epoch: an id of its data, which changes when a backup is restored. The device stores it, so that
 * changes made without signal have an epoch too.
 */
function createDataEpoch(opened: Promise<DeviceStore>, convex: ConvexReactClient): DataEpoch {
  let known = "";
  let isKnown = false;
  void opened.then(readEpoch).then(
    (stored) => (known ||= stored),
    // There is no store. Without one, no change outlives the page.
    () => undefined,
  );
  return {
    lastKnown: () => known,
    isKnown: () => isKnown,
    watch: (listener) => {
      const query = convex.watchQuery(api.workspace.epoch, {});
      const read = () => {
        const epoch = localResult(query);
        if (epoch === undefined) return;
        if (epoch !== known) writeEpoch(opened, epoch);
        known = epoch;
        isKnown = true;
        listener();
      };
      const stop = query.onUpdate(read);
      read();
      return stop;
    },
  };
}

async function readEpoch(store: DeviceStore): Promise<string> {
  const fact = await tryStore(store.read(["facts"], (tx) => tx.objectStore("facts").get("epoch")));
  return fact?.name === "epoch" ? fact.value : "";
}

function writeEpoch(opened: Promise<DeviceStore>, value: string): void {
  const write = async (store: DeviceStore) =>
    await store.write(["facts"], (tx) => tx.objectStore("facts").put({ name: "epoch", value }));
  opened
    .then(
      // The next write reports why the store fails.
      (store) => tryStore(write(store)),
      () => undefined,
    )
    .catch((error: unknown) => reportError(error));
}
