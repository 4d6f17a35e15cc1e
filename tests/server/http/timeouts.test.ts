import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enforceMinBodyRate, HTTP_TIMEOUTS } from "../../../server/http/timeouts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose body the test controls. */
function aRequest() {
  const socket = { bytesRead: 400, destroy: vi.fn() };
  const state = { socket, complete: false, readableLength: 0 };
  const req = Object.assign(new EventEmitter(), state);
  enforceMinBodyRate(req as unknown as IncomingMessage, HTTP_TIMEOUTS);
  return req;
}

it("a body that arrives fast enough has no time limit", () => {
  const req = aRequest();
  for (let minute = 0; minute < 600; minute += 1) {
    req.socket.bytesRead += HTTP_TIMEOUTS.bodyBytes;
    vi.advanceTimersByTime(HTTP_TIMEOUTS.bodyMs);
  }
  expect(req.socket.destroy).not.toHaveBeenCalled();
});

it("disconnects a body that becomes too slow", () => {
  const req = aRequest();
  req.socket.bytesRead += 10_000_000;
  vi.advanceTimersByTime(HTTP_TIMEOUTS.bodyMs);
  req.socket.bytesRead += HTTP_TIMEOUTS.bodyBytes - 1;
  vi.advanceTimersByTime(HTTP_TIMEOUTS.bodyMs - 1);
  expect(req.socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(req.socket.destroy).toHaveBeenCalledOnce();
});

it("ignores a body that is complete or waits to be read", () => {
  const [whole, waiting] = [aRequest(), aRequest()];
  whole.complete = true;
  waiting.readableLength = 1;
  vi.advanceTimersByTime(10 * HTTP_TIMEOUTS.bodyMs);
  expect(whole.socket.destroy).not.toHaveBeenCalled();
  expect(waiting.socket.destroy).not.toHaveBeenCalled();
});

it.each(["end", "close"])("stops checking after the body's %s", (event) => {
  const req = aRequest();
  req.emit(event);
  expect(vi.getTimerCount()).toBe(0);
});
