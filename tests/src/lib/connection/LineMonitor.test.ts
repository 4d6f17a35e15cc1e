import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket } from "../../../support/fakeSocket";
import { tokenWith } from "../../../support/tokens";

// The app's Convex client on fake sockets, with a server that a test switches off.

const kv = {
  get: makeFunctionReference<"query">("kv:get"),
  set: makeFunctionReference<"mutation">("kv:set"),
  seed: makeFunctionReference<"action">("kv:seed"),
};
const TOKEN = tokenWith({ iat: 0, exp: 3600 });
const TS = "AAAAAAAAAAA=";
const version = (querySet: number) => ({ querySet, identity: 0, ts: TS });
/** The server's first answer on a socket. */
const DATA = {
  type: "Transition",
  startVersion: version(0),
  endVersion: version(1),
  modifications: [{ type: "QueryUpdated", queryId: 0, value: 1, logLines: [] }],
};
/** Of the first save. */
const RESPONSE = {
  type: "MutationResponse",
  requestId: 0,
  success: true,
  result: null,
  ts: TS,
  logLines: [],
};
const PING = { type: "Ping" };

let isServerUp = true;
let visibility: DocumentVisibilityState = "visible";
const checks = vi.fn(async () => {
  if (isServerUp) return Response.json({ status: "ok" });
  // As a check of a dead line ends, by its limit.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  throw new DOMException("", "TimeoutError");
});

/** The monitor of a page listens as long as the page lives. */
const removeListeners: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  isServerUp = true;
  visibility = "visible";
  checks.mockClear();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", checks);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, "addEventListener").mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject) => {
        removeListeners.push(() => target.removeEventListener(type, listener));
        add(type, listener);
      },
    );
  }
});
afterEach(() => {
  for (const remove of removeListeners.splice(0)) remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => FakeSocket.last();
const sockets = () => FakeSocket.all.length;

async function openPage() {
  const { createConvexClient } = await import("@/lib/connection/createConvexClient");
  const { connectionState } = await import("@/lib/connection/connectionState");
  const client = createConvexClient("http://localhost:3000");
  client.watchQuery(kv.get, {}).onUpdate(() => {});
  await wait(0);
  return { client, state: connectionState };
}

async function openLivePage() {
  const page = await openPage();
  last().open();
  last().say(DATA);
  expect(page.state()).toBe("live");
  checks.mockClear();
  return page;
}

/** A page that was live, on a line that died while a save was unanswered. */
async function openOfflinePage() {
  const page = await openLivePage();
  isServerUp = false;
  save(page.client);
  await wait(8000);
  expect(page.state()).toBe("offline");
  return page;
}

/** The socket opens and the server answers all that it is sent. */
function reconnect() {
  last().open();
  last().say(RESPONSE);
  last().say(DATA);
}

const save = (client: ConvexReactClient) => void client.mutation(kv.set, {});

function show(next: DocumentVisibilityState) {
  visibility = next;
  document.dispatchEvent(new Event("visibilitychange"));
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

test("a page that opens while the server refuses connections is offline at once", async () => {
  checks.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { state } = await openPage();
  expect(state()).toBe("connecting");
  last().end(1006);
  await wait(0);
  expect(state()).toBe("offline");
});

describe("the page is live", () => {
  test("the page is live once the server has answered its queries, not once it is connected", async () => {
    const { state } = await openPage();
    expect(state()).toBe("connecting");
    last().open();
    last().say(PING);
    expect(state()).toBe("connecting");
    last().say(DATA);
    expect(state()).toBe("live");
  });

  test("the page is live after a reconnect only once the data is new", async () => {
    const { state } = await openLivePage();
    last().end(1006);
    expect(state()).toBe("connecting");
    await wait(1000);
    last().open();
    last().say({ ...DATA, modifications: [] });
    expect(state()).toBe("connecting");
    last().say({ ...DATA, startVersion: version(1) });
    expect(state()).toBe("live");
  });

  test("the page is not live while a rejected token is replaced", async () => {
    const { client, state } = await openLivePage();
    let bringToken: (token: string) => void = () => {};
    client.setAuth(({ forceRefreshToken }) =>
      forceRefreshToken ? new Promise((resolve) => (bringToken = resolve)) : Promise.resolve(TOKEN),
    );
    await wait(0);
    last().say({
      type: "AuthError",
      error: "The token has expired.",
      baseVersion: 0,
      authUpdateAttempted: true,
    });
    await wait(0);
    expect(state()).toBe("connecting");
    bringToken(TOKEN);
    await wait(0);
    last().open();
    expect(state()).toBe("connecting");
    last().say({ ...DATA, endVersion: { ...version(1), identity: 1 } });
    expect(state()).toBe("live");
  });
});

describe("dead connections", () => {
  test("a dead connection is noticed within 10 s while a save is unanswered", async () => {
    const { client, state } = await openLivePage();
    isServerUp = false;
    await wait(12_000);
    save(client);
    await wait(4999);
    expect(checks).not.toHaveBeenCalled();
    await wait(3001);
    expect(checks).toHaveBeenCalledOnce();
    expect(state()).toBe("offline");
    expect(last().closedWith).toEqual([4040, "No answer"]);
  });

  test("a dead connection is noticed within 25 s while nothing is unanswered", async () => {
    const { state } = await openLivePage();
    isServerUp = false;
    await wait(24_999);
    expect(state()).toBe("live");
    await wait(1);
    expect(state()).toBe("offline");
  });

  test("a connection is not suspected to be dead while the socket receives messages", async () => {
    const { client, state } = await openLivePage();
    save(client);
    await wait(4000);
    last().say(PING);
    await wait(4000);
    expect(checks).not.toHaveBeenCalled();
    expect(state()).toBe("live");
  });

  test("a dead socket beside a live server ends within 10 s, and a new one opens at once", async () => {
    const { client } = await openLivePage();
    save(client);
    await wait(6499);
    expect(sockets()).toBe(1);
    await wait(1);
    expect(sockets()).toBe(2);
  });

  test("silence of the socket alone is normal while an action runs, until two pings are missed", async () => {
    const { client } = await openLivePage();
    client.action(kv.seed, {}).catch(() => {});
    await wait(15_000);
    last().say(PING);
    const socket = last();
    await wait(29_999);
    expect(socket.closedWith).toBeNull();
    await wait(1);
    expect(socket.closedWith).toEqual([4040, "Nothing received for 30 s"]);
  });

  test("silence does not count as a dead connection if the response comes after the check", async () => {
    const { client } = await openLivePage();
    save(client);
    await wait(5500);
    expect(checks).toHaveBeenCalledOnce();
    last().say(PING);
    await wait(2000);
    expect(sockets()).toBe(1);
  });

  test("a slow line gets 20 s after a socket that received no data", async () => {
    await openOfflinePage();
    isServerUp = true;
    await wait(1500);
    last().open();
    isServerUp = false;
    await wait(8000);
    expect(last().closedWith).not.toBeNull();
    isServerUp = true;
    await wait(1500);
    const slow = last();
    slow.open();
    await wait(19_999);
    expect(slow.closedWith).toBeNull();
    slow.say(PING);
    expect(last()).toBe(slow);
  });
});

describe("an old socket", () => {
  test.each([
    ["close", (socket: FakeSocket) => socket.end(1006)],
    ["open", (socket: FakeSocket) => socket.open()],
    ["message", (socket: FakeSocket) => socket.say(PING)],
  ])("an old socket changes nothing by a late %s event", async (_name, speakLate) => {
    const { client, state } = await openOfflinePage();
    const [old] = FakeSocket.all;
    isServerUp = true;
    await wait(1500);
    reconnect();
    speakLate(old!);
    await wait(5000);
    expect(state()).toBe("live");
    expect(client.connectionState().isWebSocketConnected).toBe(true);
    expect(sockets()).toBe(2);
  });
});

describe("while offline", () => {
  test("a visible page checks the server every 1.5 s", async () => {
    await openOfflinePage();
    checks.mockClear();
    await wait(6000);
    expect(checks).toHaveBeenCalledTimes(4);
  });

  test("a hidden page does not, until it is visible", async () => {
    await openOfflinePage();
    show("hidden");
    checks.mockClear();
    await wait(6000);
    expect(checks).not.toHaveBeenCalled();
    show("visible");
    expect(checks).toHaveBeenCalledOnce();
  });

  test("a check that answers ends the backoff", async () => {
    const { state } = await openOfflinePage();
    await wait(60_000);
    last().end(1006);
    await wait(0);
    const before = sockets();
    isServerUp = true;
    await wait(1500);
    expect(sockets()).toBe(before + 1);
    expect(state()).toBe("connecting");
    reconnect();
    expect(state()).toBe("live");
    checks.mockClear();
    await wait(10_000);
    expect(checks).not.toHaveBeenCalled();
  });

  test("a check that answers replaces an attempt that is stuck, not a young one", async () => {
    await openOfflinePage();
    await wait(1000);
    const attempt = last();
    expect(sockets()).toBe(2);
    isServerUp = true;
    await wait(1500);
    expect(attempt.closedWith).toBeNull();
    await wait(1500);
    expect(attempt.closedWith).toEqual([4040, "The attempt is stuck"]);
    expect(sockets()).toBe(3);
  });

  test("a server that answers but refuses sockets is left to the backoff", async () => {
    await openOfflinePage();
    isServerUp = true;
    const refuse = () => last().closedWith ?? last().end(1006);
    for (let second = 0; second < 60; second++) {
      refuse();
      await wait(1000);
    }
    expect(sockets()).toBeLessThan(20);
  });
});

test("one failed check does not mean offline: the server may be restarting", async () => {
  const { state } = await openLivePage();
  isServerUp = false;
  last().end(1006);
  await wait(4500);
  expect(state()).toBe("connecting");
  await wait(1500);
  expect(state()).toBe("offline");
});

test("a page that was offline is connecting at first when it loses the server again", async () => {
  const { state } = await openOfflinePage();
  // Back by its socket, before a check was answered.
  await wait(1000);
  reconnect();
  expect(state()).toBe("live");
  last().end(1006);
  expect(state()).toBe("connecting");
});

describe("the browser's network", () => {
  test("a lost network ends the socket, and its return reconnects", async () => {
    const { state } = await openLivePage();
    setOnline(false);
    expect(state()).toBe("offline");
    expect(last().closedWith).not.toBeNull();
    await wait(20_000);
    const before = sockets();
    setOnline(true);
    expect(state()).toBe("connecting");
    expect(sockets()).toBe(before + 1);
  });

  test("a page whose server is on the same machine is not offline without the browser's network", async () => {
    const { state } = await openLivePage();
    setOnline(false);
    await wait(1000);
    last().open();
    last().say(DATA);
    expect(state()).toBe("live");
  });
});

describe("pages that become visible", () => {
  test("a page that becomes visible after 10 s replaces its socket at once", async () => {
    await openLivePage();
    show("hidden");
    await wait(10_000);
    show("visible");
    expect(sockets()).toBe(2);
  });

  test("a page that becomes visible after its clock was set back replaces its socket", async () => {
    await openLivePage();
    show("hidden");
    vi.setSystemTime(Date.now() - 60_000);
    show("visible");
    expect(sockets()).toBe(2);
  });

  test("a page that becomes visible after less keeps it", async () => {
    await openLivePage();
    show("hidden");
    await wait(9999);
    show("visible");
    expect(sockets()).toBe(1);
  });
});
