import { expect, it } from "vitest";
import { RequestRate } from "../src/requestRate";

function aRate(rate: number, burst: number) {
  let now = 1_000;
  const limiter = new RequestRate({ rate, burst }, () => now);
  return { limiter, pass: (ms: number) => (now += ms) };
}

it("allows a burst, then the rate, for each address on its own", () => {
  const { limiter, pass } = aRate(5, 3);
  expect([1, 2, 3].map(() => limiter.take("a"))).toEqual([0, 0, 0]);
  expect(limiter.take("a")).toBe(200);
  // A refused request is not counted.
  expect(limiter.take("a")).toBe(200);
  expect(limiter.take("b")).toBe(0);
  pass(200);
  expect(limiter.take("a")).toBe(0);
  expect(limiter.take("a")).toBe(200);
  pass(60_000);
  expect([1, 2, 3, 4].map(() => limiter.take("a"))).toEqual([0, 0, 0, 200]);
});

it("reserves requests in advance, and delays what comes after them", () => {
  const { limiter, pass } = aRate(10, 5);
  expect(limiter.reserve("a", 50)).toBe(0);
  expect(limiter.reserve("a", 1)).toBe(4_600);
  pass(4_600);
  expect(limiter.reserve("a", 1)).toBe(100);
});

it("requests without an address have no limit", () => {
  const { limiter } = aRate(1, 1);
  expect(limiter.reserve(null, 1_000)).toBe(0);
  expect(limiter.take(null)).toBe(0);
});

it("forgets addresses whose bucket is full, and no other", () => {
  const { limiter, pass } = aRate(1, 1);
  limiter.reserve("busy", 100);
  for (let at = 0; at < 10_000; at += 1) limiter.take(`${at}`);
  pass(2_000);
  limiter.take("one more");
  expect(limiter.take("busy")).toBeGreaterThan(0);
  expect(limiter.take("one more")).toBeGreaterThan(0);
  expect(limiter.take("0")).toBe(0);
});
