import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A socket without a network: the test dispatches its events. */
class SocketStub extends EventTarget {
  readonly close = vi.fn();
  constructor(readonly url: string) {
    super();
  }
}

const reportFatalConnectionError = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  reportFatalConnectionError.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openSocket() {
  vi.resetModules();
  vi.stubGlobal("WebSocket", SocketStub);
  vi.doMock("@/lib/fatalConnectionError", () => ({
    reportFatalConnectionError,
  }));
  const { WatchedWebSocket } = await import("@/lib/WatchedWebSocket");
  return new WatchedWebSocket("ws://x/") as unknown as SocketStub;
}

// Spec 9.25
test("closes when nothing is received for 30 s", async () => {
  const socket = await openSocket();
  socket.dispatchEvent(new Event("open"));
  vi.advanceTimersByTime(29_999);
  expect(socket.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(socket.close).toHaveBeenCalledWith(4040, expect.any(String));
});

// Spec 9.25
test("closes when it does not open within 30 s", async () => {
  const socket = await openSocket();
  vi.advanceTimersByTime(30_000);
  expect(socket.close).toHaveBeenCalledOnce();
});

test("each message resets the timeout", async () => {
  const socket = await openSocket();
  for (let count = 0; count < 5; count++) {
    vi.advanceTimersByTime(20_000);
    socket.dispatchEvent(new Event("message"));
  }
  expect(socket.close).not.toHaveBeenCalled();
});

test("a closed socket has no timeout", async () => {
  const socket = await openSocket();
  socket.dispatchEvent(new Event("close"));
  vi.advanceTimersByTime(60_000);
  expect(socket.close).not.toHaveBeenCalled();
});

test("reports a FatalError message, and no other", async () => {
  const socket = await openSocket();
  const hear = (data: unknown) =>
    socket.dispatchEvent(new MessageEvent("message", { data }));
  hear(JSON.stringify({ type: "Ping" }));
  hear(JSON.stringify({ type: "ActionResponse", result: "FatalError" }));
  expect(reportFatalConnectionError).not.toHaveBeenCalled();
  hear(JSON.stringify({ type: "FatalError", error: "too old" }));
  expect(reportFatalConnectionError).toHaveBeenCalledOnce();
});
