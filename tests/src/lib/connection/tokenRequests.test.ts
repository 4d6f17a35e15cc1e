import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, openAppClient } from "../../../support/fakeSocket";

const query = makeFunctionReference<"query">("kv:get");

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A client whose token arrives when the test says so. */
async function openClient() {
  const client = await openAppClient();
  const { duringTokenRequest } = await import("@/lib/connection/tokenRequests");
  let bringToken: (token: string | null) => void = () => {};
  const token = new Promise<string | null>((resolve) => {
    bringToken = resolve;
  });
  client.setAuth(() => duringTokenRequest(() => token));
  client.watchQuery(query, {}).onUpdate(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { client, bringToken };
}

const sent = () => FakeSocket.all.flatMap((socket) => socket.sent.map(({ type }) => type));

test("sends no query before the token, however often the connection fails", async () => {
  const { client, bringToken } = await openClient();
  // The client opened its first socket before it asked for the token, and pauses that one itself.
  const [first] = FakeSocket.all;
  first?.open();
  first?.end(1006);
  // Longer than the client waits for an attempt, so it makes several.
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(sent()).toEqual([]);

  bringToken(aToken());
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last().open();
  expect(sent()).toEqual(["Connect", "Authenticate", "ModifyQuerySet"]);
  await client.close();
});

test("opens at once when no token is being fetched", async () => {
  const client = await openAppClient();
  client.watchQuery(query, {}).onUpdate(() => {});
  expect(FakeSocket.all).toHaveLength(1);
  FakeSocket.last().open();
  expect(sent()).toEqual(["Connect", "ModifyQuerySet"]);
  await client.close();
});

function aToken() {
  const claims = { iat: 1, exp: 3601, sub: "ana" };
  return `header.${btoa(JSON.stringify(claims))}.signature`;
}
