import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { idleTimeout } from "../../src/http/idleTimeout";

async function aConnection(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void listener.close());
  const accepted = new Promise<Socket>((resolve) => listener.once("connection", resolve));
  const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  return { client, server: await accepted };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("closes a stalled connection", async () => {
  const { server } = await aConnection();
  idleTimeout(server, 30);
  await new Promise((resolve) => server.once("close", resolve));
  expect(server.destroyed).toBe(true);
});

test("keeps a connection open while bytes move, and after the timeout was stopped", async () => {
  const { client, server } = await aConnection();
  server.resume();
  const stop = idleTimeout(server, 1_000);
  for (let i = 0; i < 30; i += 1) {
    client.write("x");
    await pause(50);
  }
  expect(server.destroyed).toBe(false);
  stop();
  await pause(1_500);
  expect(server.destroyed).toBe(false);
});

test("restores the connection's previous timeout", async () => {
  const { server } = await aConnection();
  server.setTimeout(60_000);
  idleTimeout(server, 30)();
  expect(server.timeout).toBe(60_000);
});
