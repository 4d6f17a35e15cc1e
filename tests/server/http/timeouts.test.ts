import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPace, PATIENCE } from "../../../server/http/timeouts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose body comes in as the test says. */
function aRequest() {
  const socket = { bytesRead: 400, destroy: vi.fn() };
  const state = { socket, complete: false, readableLength: 0 };
  const req = Object.assign(new EventEmitter(), state);
  keepPace(req as unknown as IncomingMessage, PATIENCE);
  return req;
}

it("lets a body take as long as it likes while it moves", () => {
  const req = aRequest();
  for (let minute = 0; minute < 600; minute += 1) {
    req.socket.bytesRead += PATIENCE.bodyBytes;
    vi.advanceTimersByTime(PATIENCE.bodyMs);
  }
  expect(req.socket.destroy).not.toHaveBeenCalled();
});

it("cuts off a body that comes too slowly, however well it began", () => {
  const req = aRequest();
  req.socket.bytesRead += 10_000_000;
  vi.advanceTimersByTime(PATIENCE.bodyMs);
  req.socket.bytesRead += PATIENCE.bodyBytes - 1;
  vi.advanceTimersByTime(PATIENCE.bodyMs - 1);
  expect(req.socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(req.socket.destroy).toHaveBeenCalledOnce();
});

it("blames nobody for a body that is whole, or that waits to be read", () => {
  const [whole, waiting] = [aRequest(), aRequest()];
  whole.complete = true;
  waiting.readableLength = 1;
  vi.advanceTimersByTime(10 * PATIENCE.bodyMs);
  expect(whole.socket.destroy).not.toHaveBeenCalled();
  expect(waiting.socket.destroy).not.toHaveBeenCalled();
});

it.each(["end", "close"])("looks no more after the body's %s", (event) => {
  const req = aRequest();
  req.emit(event);
  expect(vi.getTimerCount()).toBe(0);
});
