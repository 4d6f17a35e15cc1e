import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WatchedWebSocket } from "@/lib/connection/WatchedWebSocket";
import { FakeSocket } from "../../../support/fakeSocket";

const reportFatalConnectionError = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  reportFatalConnectionError.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("sockets that the page opened while this code was loading", () => {
  afterEach(() => {
    delete window.earlySocket;
  });

  function openEarly(url = "ws://x/api/sync") {
    FakeSocket.all = [];
    const early = new FakeSocket(url);
    window.earlySocket = early as unknown as WebSocket;
    return early;
  }

  test("a socket from before this code was loaded is taken once, and reports that it is open", async () => {
    const early = openEarly();
    early.open();
    const { socket, heard } = await newSocket();
    await settle();
    expect(heard).toEqual(["open"]);
    socket.send('{"type":"Connect"}');
    expect(early.sent).toEqual([{ type: "Connect" }]);
    await newSocket();
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a socket from before this code was loaded is taken while it opens", async () => {
    const early = openEarly();
    const { heard } = await newSocket();
    early.open();
    await settle();
    expect(heard).toEqual(["open"]);
    expect(FakeSocket.all).toEqual([early]);
  });

  test("a socket from before this code was loaded is not taken if it has ended, or leads to another server", async () => {
    openEarly().end(1006);
    await newSocket();
    expect(FakeSocket.all).toHaveLength(2);
    openEarly("ws://other/api/sync").open();
    await newSocket();
    expect(FakeSocket.all).toHaveLength(2);
  });
});

/** The facade, the browser's socket behind it, and what the facade reports. */
async function newSocket() {
  vi.resetModules();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.doMock("@/lib/connection/fatalConnectionError", () => ({
    reportFatalConnectionError,
  }));
  const { WatchedWebSocket: Facade } = await import("@/lib/connection/WatchedWebSocket");
  const watcher = {
    hasRequests: vi.fn(() => false),
    silenceLimitMs: () => 5000,
    onQuiet: vi.fn(),
    onChange: vi.fn(),
    onSilent: vi.fn(),
  };
  const socket = new Facade("ws://x/", watcher);
  return { socket, native: FakeSocket.last(), watcher, heard: listen(socket) };
}

function listen(socket: WatchedWebSocket): string[] {
  const heard: string[] = [];
  socket.onopen = () => heard.push("open");
  socket.onmessage = ({ data }) => heard.push(String(data));
  socket.onerror = () => heard.push("error");
  socket.onclose = ({ code }) => heard.push(`close ${code}`);
  return heard;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const PING = { type: "Ping" };
const TRANSITION = { type: "Transition", modifications: [] };

/** All that the browser may still report of a socket. */
function reportAllAgain(native: FakeSocket) {
  native.open();
  native.say(PING);
  native.fail();
  native.end(1006);
}

describe("the facade", () => {
  test("a socket ends instead of sending anything before Connect, which the server would refuse for good", async () => {
    const { native, heard, socket } = await newSocket();
    native.open();
    socket.send('{"type":"ModifyQuerySet"}');
    socket.send('{"type":"Authenticate"}');
    await settle();
    expect(native.sent).toEqual([]);
    expect(heard).toEqual(["open", "close 4040"]);
  });

  test("forwards the events of its socket", async () => {
    const { native, heard, socket } = await newSocket();
    native.open();
    native.say(PING);
    native.fail();
    native.end(1006);
    expect(heard).toEqual(["open", '{"type":"Ping"}', "error", "close 1006"]);
    expect(socket.phase).toBe("ended");
  });

  test("sends what the client sends, while it is open", async () => {
    const { native, socket } = await newSocket();
    native.open();
    socket.send('{"type":"Connect"}');
    socket.end("dead");
    socket.send('{"type":"Event"}');
    expect(native.sent).toEqual([{ type: "Connect" }]);
  });

  test.each(["connecting", "open"])(
    "ends a socket that is %s at once, without the closing handshake",
    async (phase) => {
      const { native, heard, socket } = await newSocket();
      if (phase === "open") native.open();
      heard.length = 0;
      socket.end("dead");
      expect(heard).toEqual(["close 4040"]);
      expect(native.closedWith).toEqual([4040, "dead"]);
    },
  );

  test.each(["connecting", "open"])(
    "closes a socket that is %s for the client, after the call",
    async (phase) => {
      const { native, heard, socket } = await newSocket();
      if (phase === "open") native.open();
      heard.length = 0;
      socket.close();
      expect(heard).toEqual([]);
      await settle();
      expect(heard).toEqual(["close 1005"]);
    },
  );

  test.each([
    ["end", (socket: WatchedWebSocket) => socket.end("dead")],
    ["close", (socket: WatchedWebSocket) => socket.close()],
  ])("reports its end once and forwards nothing after %s", async (_name, endIt) => {
    const { native, heard, socket } = await newSocket();
    native.open();
    endIt(socket);
    await settle();
    heard.length = 0;
    reportAllAgain(native);
    socket.end("again");
    socket.close();
    await settle();
    expect(heard).toEqual([]);
  });

  test("forwards nothing after the browser's close event", async () => {
    const { native, heard, socket } = await newSocket();
    native.open();
    native.end(1001);
    heard.length = 0;
    reportAllAgain(native);
    socket.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(heard).toEqual([]);
  });

  test("reports a FatalError message, and no other", async () => {
    const { native } = await newSocket();
    native.open();
    native.say(PING);
    native.say({ type: "ActionResponse", result: "FatalError" });
    expect(reportFatalConnectionError).not.toHaveBeenCalled();
    native.say({ type: "FatalError", error: "too old" });
    expect(reportFatalConnectionError).toHaveBeenCalledOnce();
  });
});

describe("silent sockets", () => {
  // Spec 9.25
  test("closes when nothing is received for 30 s", async () => {
    const { native, heard } = await newSocket();
    native.open();
    vi.advanceTimersByTime(29_999);
    expect(heard).toEqual(["open"]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(["open", "close 4040"]);
  });

  test("a silent socket is reported 8 s before its end", async () => {
    const { native, watcher } = await newSocket();
    native.open();
    vi.advanceTimersByTime(21_999);
    expect(watcher.onQuiet).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(watcher.onQuiet).toHaveBeenCalledOnce();
  });

  test("closes when it does not open within 8 s", async () => {
    const { heard } = await newSocket();
    vi.advanceTimersByTime(7999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(["close 4040"]);
  });

  test("a socket stays open while messages arrive", async () => {
    const { native, socket } = await newSocket();
    native.open();
    for (let count = 0; count < 5; count++) {
      vi.advanceTimersByTime(20_000);
      native.say(PING);
    }
    expect(socket.phase).toBe("open");
  });
});

describe("unanswered messages", () => {
  async function sent() {
    const all = await newSocket();
    all.native.open();
    all.native.say(PING);
    vi.advanceTimersByTime(12_000);
    all.socket.send('{"type":"Connect"}');
    all.socket.send('{"type":"Mutation"}');
    return all;
  }

  test("an unanswered message is reported after 5 s of silence, once", async () => {
    const { watcher, socket } = await sent();
    vi.advanceTimersByTime(4999);
    expect(watcher.onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(watcher.onSilent).toHaveBeenCalledExactlyOnceWith(socket);
    vi.advanceTimersByTime(10_000);
    expect(watcher.onSilent).toHaveBeenCalledOnce();
  });

  test("an unanswered message is not reported once it was answered", async () => {
    const { watcher, native } = await sent();
    native.say(TRANSITION);
    vi.advanceTimersByTime(20_000);
    expect(watcher.onSilent).not.toHaveBeenCalled();
  });

  test("an unanswered message is not answered by a ping", async () => {
    const { watcher, native } = await sent();
    vi.advanceTimersByTime(4000);
    native.say(PING);
    vi.advanceTimersByTime(4999);
    expect(watcher.onSilent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(watcher.onSilent).toHaveBeenCalledOnce();
  });

  test("a message counts as unanswered while the client counts requests", async () => {
    const { watcher, native } = await sent();
    watcher.hasRequests.mockReturnValue(true);
    native.say(TRANSITION);
    vi.advanceTimersByTime(5000);
    expect(watcher.onSilent).toHaveBeenCalledOnce();
  });
});

test.each([
  ["a Transition", [TRANSITION], true],
  ["a ping", [PING], false],
  ["a rejected token", [{ type: "AuthError", error: "expired" }], false],
  ["the first part of a Transition", [chunk(0)], false],
  ["all parts of a Transition", [chunk(0), chunk(1)], true],
])("the data is live after %s: %s", async (_name, messages, hasData) => {
  const { native, socket } = await newSocket();
  native.open();
  for (const message of messages) native.say(message);
  expect(socket.hasData).toBe(hasData);
});

function chunk(partNumber: number) {
  return {
    type: "TransitionChunk",
    chunk: '{"type":"Transition"',
    partNumber,
    totalParts: 2,
    transitionId: "1",
  };
}
