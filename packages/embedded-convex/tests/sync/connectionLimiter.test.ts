import { expect, it } from "vitest";
import { ConnectionLimiter } from "../../src/sync/connectionLimiter";

it("limits the connections of one address without affecting others", () => {
  const limiter = new ConnectionLimiter({ total: 5, perAddress: 2 });
  const release = limiter.acquire("a");
  expect(release).not.toBeNull();
  expect(limiter.acquire("a")).not.toBeNull();
  expect(limiter.acquire("a")).toBeNull();
  expect(limiter.acquire("b")).not.toBeNull();
  release?.();
  // Releasing twice releases one connection.
  release?.();
  expect(limiter.acquire("a")).not.toBeNull();
  expect(limiter.acquire("a")).toBeNull();
});

it("limits all connections in total, also those without an address", () => {
  const limiter = new ConnectionLimiter({ total: 3, perAddress: 1 });
  for (let i = 0; i < 2; i += 1) expect(limiter.acquire(null)).not.toBeNull();
  const release = limiter.acquire("a");
  expect(limiter.acquire(null)).toBeNull();
  expect(limiter.acquire("b")).toBeNull();
  release?.();
  expect(limiter.acquire("b")).not.toBeNull();
});
