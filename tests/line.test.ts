/** The line of the end-to-end tests (e2e/support/line.ts). */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { Line } from "../e2e/support/line";

/** A connection over the line, from both ends. */
async function connectOver(line: Line) {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const address = new URL(await line.through(`http://127.0.0.1:${port}`));
  const accepted = once(server, "connection");
  const client = connect(Number(address.port), address.hostname);
  client.resume();
  const [atServer] = (await accepted) as [Socket];
  atServer.resume();
  return { client, atServer };
}

/** The client has closed its side; the server closes its own while nothing moves on the line. */
async function closeOverDeadLine(line: Line) {
  const connection = await connectOver(line);
  const { client, atServer } = connection;
  client.end();
  await once(atServer, "end");
  await line.become("DEAD");
  atServer.end();
  await once(atServer, "close");
  // The proxy sees the end in its next turns of the event loop.
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  return connection;
}

describe("the line of the end-to-end tests", () => {
  it("the test line passes on the end of a connection once the line is no longer dead", async () => {
    const line = new Line();
    const { client } = await closeOverDeadLine(line);
    expect(client.readableEnded).toBe(false);
    const closed = once(client, "close");
    await line.become("GOOD");
    await closed;
    await line.close();
  });

  it("the test line closes with a connection that ended while the line was dead", async () => {
    const line = new Line();
    const { client } = await closeOverDeadLine(line);
    client.on("error", () => undefined);
    await line.close();
    expect(client.readableEnded).toBe(false);
  });
});
