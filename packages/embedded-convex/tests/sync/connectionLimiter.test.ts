import { expect, it } from "vitest";
import { Room } from "../../src/sync/connectionLimiter";

it("has so much for one address, and leaves the rest to the others", () => {
  const room = new Room({ inAll: 5, perAddress: 2 });
  const leave = room.enter("a");
  expect(leave).not.toBeNull();
  expect(room.enter("a")).not.toBeNull();
  expect(room.enter("a")).toBeNull();
  expect(room.enter("b")).not.toBeNull();
  leave?.();
  // Who leaves twice makes no more room.
  leave?.();
  expect(room.enter("a")).not.toBeNull();
  expect(room.enter("a")).toBeNull();
});

it("has so much in all, and counts an address that many share only there", () => {
  const room = new Room({ inAll: 3, perAddress: 1 });
  for (let i = 0; i < 2; i += 1) expect(room.enter(null)).not.toBeNull();
  const leave = room.enter("a");
  expect(room.enter(null)).toBeNull();
  expect(room.enter("b")).toBeNull();
  leave?.();
  expect(room.enter("b")).not.toBeNull();
});
