import type { ConvexReactClient } from "convex/react";
import { beforeEach, expect, it, vi } from "vitest";
import { DeviceStore } from "@/lib/device/deviceStore";
import { createOutboxServer } from "@/lib/outbox/outboxServer";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

beforeEach(emptyDevice);

async function readyServer() {
  const connectionState = vi.fn(() => ({
    isWebSocketConnected: true,
    connectionRetries: 0,
  }));
  const client = {
    connectionState,
    subscribeToConnectionState: () => () => undefined,
    watchQuery: () => ({
      onUpdate: () => () => undefined,
      localQueryResult: () => "epoch",
    }),
  } as unknown as ConvexReactClient;
  const server = await createOutboxServer(client, new DeviceStore(OWNER));
  server.watch(() => undefined);
  server.setSignedIn(true);
  await vi.waitFor(() => expect(server.isReady()).toBe(true));
  return { server, connectionState };
}

it("waits for what is being sent only while this tab is the one to send", async () => {
  const { server } = await readyServer();
  const waited = server.whileReady(new Promise(() => undefined));
  server.setSignedIn(false);
  await waited;
});

it("keeps nothing of what it has waited for", async () => {
  const { server, connectionState } = await readyServer();
  for (let sent = 0; sent < 20; sent++)
    await server.whileReady(Promise.resolve());
  connectionState.mockClear();
  server.setSignedIn(true);
  expect(connectionState).not.toHaveBeenCalled();
});
