import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { Connection, type ConnectionOptions } from "../../src/sync/connection";

/** A connection of a signed-in client that answers no pings, and whose messages are all still being handled. */
function aSilentClient() {
  const terminate = vi.fn();
  const nothing = () => undefined;
  const ws = Object.assign(new EventEmitter(), {
    ...{ readyState: WebSocket.OPEN, bufferedAmount: 0, terminate },
    ...{ ping: nothing, send: nothing, pause: nothing, resume: nothing },
  });
  const conversation = {
    share: { person: { isFull: false, waiting: new Set() } },
    session: { isConnected: true, isAuthenticated: true },
  };
  const connection = new Connection({
    ws,
    socket: Object.assign(new EventEmitter(), { setTimeout: nothing }),
    sync: { open: () => conversation, receive: () => new Promise(nothing) },
    log: { info: nothing },
    address: null,
  } as unknown as ConnectionOptions<unknown, unknown>);
  return { ws, connection, terminate };
}

function tickFor(connection: Connection<unknown, unknown>, ticks: number) {
  for (let tick = 0; tick < ticks; tick += 1) connection.tick();
}

it("gives up a client that answers no pings", () => {
  const { connection, terminate } = aSilentClient();
  tickFor(connection, 4);
  expect(terminate).not.toHaveBeenCalled();
  tickFor(connection, 1);
  expect(terminate).toHaveBeenCalledOnce();
});

it("keeps a client whose pongs are not read, because its messages are still being handled", () => {
  const { ws, connection, terminate } = aSilentClient();
  ws.emit("message", Buffer.from("{}"), false);
  tickFor(connection, 20);
  expect(terminate).not.toHaveBeenCalled();
});
