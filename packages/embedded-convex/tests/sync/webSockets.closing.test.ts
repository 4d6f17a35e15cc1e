import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { WebSockets } from "../../src/sync/webSockets";
import type { SyncServer } from "../../src/sync/syncServer";
import { aGate } from "../support/requestGate";

const REQUEST = {
  url: "/api/sync",
  method: "GET",
  headers: {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
  },
} as unknown as IncomingMessage;

it("ends a connection whose handshake has not begun when the server stops", async () => {
  const open = vi.fn();
  const write = vi.fn();
  const log = { debug: write, info: write, warn: write, error: write };
  const sockets = new WebSockets({
    sync: { open } as unknown as SyncServer<unknown, unknown>,
    log,
    originOf: () => "",
    isOwnOrigin: () => true,
    addressOf: () => null,
    gate: aGate(),
  });
  const socket = new PassThrough();
  expect(sockets.upgrade(REQUEST, socket, Buffer.alloc(0))).toBe(true);
  await sockets.close(Promise.resolve());
  await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  expect(open).not.toHaveBeenCalled();
  expect(sockets.size).toBe(0);
});
