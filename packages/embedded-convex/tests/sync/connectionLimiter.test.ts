import { expect, it } from "vitest";
import { ConnectionLimiter, type ConnectionLimits } from "../../src/sync/connectionLimiter";

function aLimiter(limits: Partial<ConnectionLimits>) {
  const limiter = new ConnectionLimiter(limits);
  const closed: string[] = [];
  /** As a websocket does: a closed one releases its slot. */
  const open = (name: string, address: string | null) => {
    const slot = limiter.acquire(address, () => {
      closed.push(name);
      slot?.release();
    });
    return slot;
  };
  const member = (name: string, address: string | null) => {
    const slot = open(name, address);
    slot?.setAuthenticated(true);
    return slot;
  };
  return { limiter, open, member, closed };
}

it("limits the members of one address without affecting others", () => {
  const { open, member, closed } = aLimiter({ perAddress: 2 });
  const first = member("1", "a");
  expect(member("2", "a")).not.toBeNull();
  expect(open("3", "a")).toBeNull();
  expect(member("4", "b")).not.toBeNull();
  first?.release();
  // Releasing twice releases one connection.
  first?.release();
  expect(member("5", "a")).not.toBeNull();
  expect(open("6", "a")).toBeNull();
  expect(closed).toEqual([]);
});

it("limits all connections in total, also those without an address", () => {
  const { open, member } = aLimiter({ total: 3, perAddress: 1 });
  for (let i = 0; i < 2; i += 1) expect(member(`${i}`, null)).not.toBeNull();
  const last = member("2", "a");
  expect(open("3", null)).toBeNull();
  expect(open("4", "b")).toBeNull();
  last?.release();
  expect(open("5", "b")).not.toBeNull();
});

it("gives the slot of the oldest client without an identity to a new one", () => {
  const { open, member, closed } = aLimiter({ total: 4, perAddress: 2 });
  open("1", "a");
  member("2", "a");
  open("3", "b");
  // Of the same address, if that one is full.
  member("4", "a");
  expect(closed).toEqual(["1"]);
  expect(open("5", "a")).toBeNull();
  open("6", "c");
  // Of any address, if the server is full.
  expect(open("7", "d")).not.toBeNull();
  expect(closed).toEqual(["1", "3"]);
});

it("counts a client that signed out as one without an identity", () => {
  const { open, member, closed } = aLimiter({ total: 1 });
  const slot = member("1", "a");
  expect(open("2", "b")).toBeNull();
  slot?.setAuthenticated(false);
  expect(open("3", "b")).not.toBeNull();
  expect(closed).toEqual(["1"]);
});

it("closes the connections of one address that stay without an identity, except a few", () => {
  const { limiter, open, member, closed } = aLimiter({
    unauthenticatedPerAddress: 2,
  });
  for (const name of ["1", "2", "3"]) open(name, "a");
  for (const name of ["4", "5"]) open(name, "b");
  for (const name of ["6", "7", "8"]) open(name, null);
  for (let i = 0; i < 200; i += 1) member(`member ${i}`, "a");
  const tick = () => {
    for (const close of limiter.tick()) close();
  };
  tick();
  expect(closed).toEqual([]);
  for (const name of ["9", "10", "11"]) open(name, "a");
  tick();
  expect(closed).toEqual(["1"]);
  tick();
  expect(closed).toEqual(["1", "2", "3", "9"]);
});

it("spares a connection that signed in after it was chosen", () => {
  const { limiter, open, closed } = aLimiter({ unauthenticatedPerAddress: 0 });
  const [late] = [open("late", "a"), open("stranger", "a")];
  limiter.tick();
  const closers = limiter.tick();
  late?.setAuthenticated(true);
  for (const close of closers) close();
  expect(closed).toEqual(["stranger"]);
});

it("counts the connections of an address that has a fifth of its limit", () => {
  const { limiter, open } = aLimiter({ perAddress: 10 });
  open("1", "a");
  expect(limiter.crowdAt("a")).toBe(0);
  open("2", "a");
  open("3", "a");
  expect(limiter.crowdAt("a")).toBe(3);
  expect(limiter.crowdAt("b")).toBe(0);
  expect(limiter.crowdAt(null)).toBe(0);
});
