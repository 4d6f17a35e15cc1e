import { makeFunctionReference } from "convex/server";
import { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, openAppClient } from "../../../support/fakeSocket";

// Behavior of the Convex client as configured by the app. The constants are the
// library's own.

const DAY_MS = 24 * 60 * 60 * 1000;
const kv = {
  get: makeFunctionReference<"query">("kv:get"),
  set: makeFunctionReference<"mutation">("kv:set"),
  act: makeFunctionReference<"action">("kv:act"),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  for (const method of ["log", "warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation(() => {});
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

async function connect() {
  const client = await openAppClient();
  client.watchQuery(kv.get, {}).onUpdate(() => {});
  await settle();
  return client;
}

/** The delay before the client's next connection attempt. */
async function reconnectDelay(): Promise<number> {
  const before = FakeSocket.all.length;
  for (let waited = 0; waited <= 100_000; waited += 50) {
    if (FakeSocket.all.length > before) return waited;
    await vi.advanceTimersByTimeAsync(50);
  }
  throw new Error("The client does not reconnect.");
}

async function breakLine(reason = "", code = 1006): Promise<number> {
  FakeSocket.last().end(code, reason);
  return reconnectDelay();
}

async function openAndBreak(reason = "", code = 1006): Promise<number> {
  FakeSocket.last().open();
  return breakLine(reason, code);
}

interface Inside {
  readonly sync: {
    readonly webSocketManager: { readonly socketState: () => string };
  };
}

/** The library does not expose its state name, so the test reads a private field. */
function watchState(client: ConvexReactClient): () => string {
  const { webSocketManager } = (client as unknown as Inside).sync;
  return () => webSocketManager.socketState();
}

const logged = () =>
  [console.log, console.warn, console.error].flatMap((method) =>
    vi.mocked(method).mock.calls.map((parts) => parts.join(" ")),
  );

describe("the connection's states", () => {
  // Spec 4.19
  it("the connection's states are connecting, ready, disconnected and, closed for good, terminated", async () => {
    const client = await connect();
    const state = watchState(client);
    expect(state()).toBe("connecting");
    FakeSocket.last().open();
    expect(state()).toBe("ready");
    FakeSocket.last().end(1006);
    expect(state()).toBe("disconnected");
    await reconnectDelay();
    expect(state()).toBe("connecting");
    void client.close();
    expect(state()).toBe("terminated");
  });

  // Spec 4.20
  it("the connection's states are paused while a rejected token is replaced", async () => {
    const client = await connect();
    let bringToken: (token: string) => void = () => {};
    client.setAuth(({ forceRefreshToken }) =>
      forceRefreshToken
        ? new Promise((resolve) => (bringToken = resolve))
        : Promise.resolve(aToken(3600)),
    );
    await settle();
    FakeSocket.last().open();
    const state = watchState(client);
    FakeSocket.last().say(refusalOf(0));
    await settle();
    expect(state()).toBe("stopped");
    bringToken(aToken(3600));
    await settle();
    expect(state()).toBe("connecting");
  });
});

describe("reconnecting", () => {
  // Spec 9.19
  it("waits 1 s, doubling each time, up to 16 s", async () => {
    await connect();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      waits.push(await openAndBreak());
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 16000, 16000]);
  });

  // Spec 9.21
  it("a reconnect has a jitter of up to 50 % either way", async () => {
    await connect();
    vi.mocked(Math.random).mockReturnValue(0);
    expect(await openAndBreak()).toBe(500);
    vi.mocked(Math.random).mockReturnValue(1);
    expect(await openAndBreak()).toBe(3000);
  });

  // Spec 9.20
  it("waits 100 ms after the client's own close", async () => {
    const client = await connect();
    FakeSocket.last().open();
    FakeSocket.last().isBroken = true;
    void client.mutation(kv.set, {});
    expect(await reconnectDelay()).toBe(100);
  });

  // Spec 9.22, 9.23
  it.each([
    ["InternalServerError", 1000],
    ["VectorIndexesUnavailable", 1000],
    ["SearchIndexesUnavailable", 1000],
    ["SubscriptionsWorkerFullError", 3000],
    ["TooManyConcurrentRequests", 3000],
    ["CommitterFullError", 3000],
    ["AwsTooManyRequestsException", 3000],
    ["ExecuteFullError", 3000],
    ["SystemTimeoutError", 3000],
    ["ExpiredInQueue", 3000],
    ["VectorIndexTooLarge", 3000],
    ["SearchIndexTooLarge", 3000],
    ["TooManyWritesInTimePeriod", 3000],
  ])("a reconnect after %s begins at %d ms", async (reason, delay) => {
    await connect();
    expect(await openAndBreak(reason)).toBe(delay);
  });

  // Spec 9.24
  it.each([1000, 1001, 1005, 4040])(
    "a reconnect does not log the close code %d as an error",
    async (code) => {
      await connect();
      await openAndBreak("", code);
      expect(logged().join("\n")).not.toContain("WebSocket closed with code");
      await openAndBreak("", 1006);
      expect(logged().join("\n")).toContain("WebSocket closed with code 1006");
    },
  );

  // Spec 9.25
  it("a reconnect happens after 30 s without a message, not before", async () => {
    await connect();
    const [first] = FakeSocket.all;
    first!.open();
    await vi.advanceTimersByTimeAsync(20_000);
    first!.say({ type: "Ping" });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(first!.closedWith).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(first!.closedWith).toEqual([4040, expect.any(String)]);
    expect(await reconnectDelay()).toBe(1000);
  });

  // Spec 4.21, 7.1
  it("resubscribes to queries and resends unanswered requests", async () => {
    const client = await connect();
    FakeSocket.last().open();
    void client.mutation(kv.set, { n: 1 });
    await breakLine();
    FakeSocket.last().open();
    expect(FakeSocket.last().sent).toMatchObject([
      { type: "Connect", connectionCount: 1 },
      { type: "ModifyQuerySet", modifications: [{ udfPath: "kv:get" }] },
      { type: "Mutation", udfPath: "kv:set", args: [{ n: 1 }] },
    ]);
  });
});

describe("an action in flight", () => {
  // Spec 8.10
  it("an action in flight fails when the connection drops", async () => {
    const client = await connect();
    FakeSocket.last().open();
    const act = expect(client.action(kv.act, {})).rejects.toThrow(
      "Connection lost while action was in flight",
    );
    expect(FakeSocket.last().sent.at(-1)).toMatchObject({ type: "Action" });
    await breakLine();
    FakeSocket.last().open();
    await act;
  });
});

describe("a refused mutation", () => {
  it("a refused mutation rejects, and logs no error to the console", async () => {
    const client = await connect();
    FakeSocket.last().open();
    const refused = expect(client.mutation(kv.set, {})).rejects.toThrow("Server Error");
    const { requestId } = FakeSocket.last().sent.at(-1)!;
    FakeSocket.last().say({
      type: "MutationResponse",
      requestId,
      success: false,
      result: "[Request ID: 1a2b] Server Error",
      errorData: { code: "INVALID", message: "Address is required." },
      logLines: [],
    });
    await refused;
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe("a FatalError message", () => {
  // Spec 8.12
  it("a FatalError message ends the connection without a reconnect", async () => {
    const state = watchState(await connect());
    FakeSocket.last().open();
    expect(() => FakeSocket.last().say({ type: "FatalError", error: "too old" })).toThrow(
      "too old",
    );
    expect(state()).toBe("terminated");
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

let tokens = 0;
/** Unsigned: the client reads only the timestamps. */
function aToken(lifetimeSeconds: number): string {
  const iat = Math.floor(Date.now() / 1000);
  const part = (value: object) => btoa(JSON.stringify(value));
  const claims = { iat, exp: iat + lifetimeSeconds, jti: `${(tokens += 1)}` };
  return `${part({ alg: "none" })}.${part(claims)}.x`;
}

const TS = "AAAAAAAAAAA=";
const acceptance = (identity: number) => ({
  type: "Transition",
  startVersion: { querySet: 0, identity, ts: TS },
  endVersion: { querySet: 0, identity: identity + 1, ts: TS },
  modifications: [],
});
const refusalOf = (baseVersion: number) => ({
  type: "AuthError",
  error: "The token has expired.",
  baseVersion,
  authUpdateAttempted: true,
});

describe("the token", () => {
  async function signIn(lifetimeSeconds: number) {
    const client = await openAppClient();
    const fetchToken = vi.fn(() => Promise.resolve(aToken(lifetimeSeconds)));
    const changes: boolean[] = [];
    client.setAuth(fetchToken, (isAuthenticated) => changes.push(isAuthenticated));
    await settle();
    FakeSocket.last().open();
    return { client, fetchToken, changes };
  }

  async function signedIn(lifetimeSeconds: number) {
    const session = await signIn(lifetimeSeconds);
    FakeSocket.last().say(acceptance(0));
    await settle();
    expect(session.changes).toEqual([true]);
    expect(session.fetchToken).toHaveBeenCalledOnce();
    return session;
  }

  // Spec 4.22, 9.27
  it("the token is refreshed 2 s before it expires", async () => {
    const { fetchToken } = await signedIn(60);
    await vi.advanceTimersByTimeAsync(57_999);
    expect(fetchToken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchToken).toHaveBeenCalledTimes(2);
    expect(fetchToken).toHaveBeenLastCalledWith({ forceRefreshToken: true });
  });

  // Spec 9.28
  it("the token is refreshed at most 20 days ahead", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const { fetchToken } = await signedIn(365 * 24 * 60 * 60);
    const [refresh, wait] = timers.mock.calls.toSorted(([, a = 0], [, b = 0]) => a - b).at(-1)!;
    expect(wait).toBe(20 * DAY_MS);
    expect(fetchToken).toHaveBeenCalledTimes(1);
    refresh();
    await settle();
    expect(fetchToken).toHaveBeenCalledTimes(2);
  });

  // Spec 9.29
  it("the token is not refreshed if its lifetime is 2 s or less", async () => {
    const { fetchToken } = await signedIn(2);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(fetchToken).toHaveBeenCalledOnce();
  });

  // Spec 8.11, 9.30
  it("the token is refetched at most twice after a fresh one was rejected; then the user is signed out", async () => {
    const { fetchToken, changes } = await signIn(3600);
    for (let refused = 0; refused < 4; refused++) {
      expect(changes).toEqual([]);
      expect(fetchToken).toHaveBeenCalledTimes(1 + refused);
      FakeSocket.last().say(refusalOf(0));
      await settle();
      if (refused < 3) FakeSocket.last().open();
    }
    expect(changes).toEqual([false]);
    expect(fetchToken).toHaveBeenCalledTimes(4);
    await breakLine();
    FakeSocket.last().open();
    const sent = FakeSocket.last().sent.map(({ type }) => type);
    expect(sent).toContain("Connect");
    expect(sent).not.toContain("Authenticate");
  });
});

describe("the report of a long disconnection", () => {
  /** The library checks the oldest pending request when the next one is sent. */
  async function askAgainAfter(ms: number, client: ConvexReactClient) {
    const post = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response()));
    vi.stubGlobal("fetch", post);
    void client.mutation(kv.set, {});
    await vi.advanceTimersByTimeAsync(ms);
    void client.mutation(kv.set, {});
    return post;
  }

  async function debugClient() {
    await openAppClient();
    return new ConvexReactClient("http://127.0.0.1:3000", {
      webSocketConstructor: FakeSocket as unknown as typeof WebSocket,
      skipConvexDeploymentUrlCheck: true,
      reportDebugInfoToConvex: true,
    });
  }

  // Spec 7.5, 9.26
  it("a long disconnection is logged in the library's debug mode after a request is pending for 60 s", async () => {
    expect(await askAgainAfter(60_000, await debugClient())).not.toBeCalled();
    const post = await askAgainAfter(60_001, await debugClient());
    expect(post).toHaveBeenCalledOnce();
    const [url, init] = post.mock.calls[0]!;
    expect(url).toBe("http://127.0.0.1:3000/api/debug_event");
    expect(init).toMatchObject({
      method: "POST",
      body: JSON.stringify({ event: "LongWebsocketDisconnect" }),
    });
  });

  // Spec 7.5
  it("a long disconnection is not logged by the app, which is not in debug mode", async () => {
    const post = await askAgainAfter(300_000, await connect());
    // The page checks the line, too.
    const urls = post.mock.calls.map(([url]) => url);
    expect(urls).not.toContain("http://127.0.0.1:3000/api/debug_event");
  });
});
