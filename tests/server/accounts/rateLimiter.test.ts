import { describe, expect, test } from "vitest";
import { rateLimiter, signInKey } from "../../../server/accounts/rateLimiter";

function threePerMinute() {
  const now = { at: 1_000_000 };
  const limiter = rateLimiter({ max: 3, windowMs: 60_000 }, () => now.at);
  const take = (caller: string, target = "a@b.co") => limiter.take({ caller, target });
  return { now, limiter, take };
}

describe("the rate limiter", () => {
  test("allows up to the maximum, then returns the rest of the window", () => {
    const { now, take } = threePerMinute();
    expect([1, 2, 3].map(() => take("a"))).toEqual([0, 0, 0]);
    now.at += 20_000;
    expect(take("a")).toBe(40_000);
    now.at += 39_999;
    expect(take("a")).toBe(1);
    now.at += 1;
    expect(take("a")).toBe(0);
  });

  test("the rate limiter does not extend the wait for rejected attempts", () => {
    const { now, take } = threePerMinute();
    for (let i = 0; i < 100; i += 1) take("a");
    now.at += 60_000;
    expect(take("a")).toBe(0);
  });

  test("counts callers and targets separately", () => {
    const { take } = threePerMinute();
    for (let i = 0; i < 4; i += 1) take("a");
    expect(take("b")).toBe(0);
    expect(take("a", "c@d.co")).toBe(0);
  });

  test("clears the count after a success", () => {
    const { limiter, take } = threePerMinute();
    for (let i = 0; i < 3; i += 1) take("a");
    limiter.reset({ caller: "a", target: "a@b.co" });
    expect(take("a")).toBe(0);
  });

  test("keeps a count while its caller tries very many other targets", () => {
    const { limiter, take } = threePerMinute();
    for (let i = 0; i < 3; i += 1) take("a");
    for (let i = 0; i < 50_000; i += 1) take("a", `made-up ${i}`);
    expect(take("a")).toBe(60_000);
    // New targets of this caller share one count. Other callers are not affected.
    expect(take("a", "late@b.co")).toBe(60_000);
    limiter.reset({ caller: "a", target: "late@b.co" });
    expect(take("a", "late@b.co")).toBe(60_000);
    expect(take("b", "late@b.co")).toBe(0);
  });

  test("starts a new window for a caller with very many targets", () => {
    const { now, take } = threePerMinute();
    for (let i = 0; i < 1_000; i += 1) take("a", `made-up ${i}`);
    expect(take("a", "late@b.co")).toBe(60_000);
    now.at += 60_000;
    expect([1, 2, 3].map(() => take("a", "late@b.co"))).toEqual([0, 0, 0]);
    expect(take("a", "late@b.co")).toBe(60_000);
  });

  test("counts the targets of a caller separately again once earlier windows have ended", () => {
    const { now, take } = threePerMinute();
    for (let i = 0; i < 1_000; i += 1) take("a", `made-up ${i}`);
    now.at += 60_000;
    const tries = [1, 2, 3, 4].map(() => take("a", "first@b.co"));
    expect(tries).toEqual([0, 0, 0, 60_000]);
    expect(take("a", "second@b.co")).toBe(0);
  });

  test("callers whose attempts succeeded evict no count", () => {
    const { limiter, take } = threePerMinute();
    for (let i = 0; i < 3; i += 1) take("first");
    for (let i = 0; i < 5_000; i += 1) {
      take(`caller ${i}`);
      limiter.reset({ caller: `caller ${i}`, target: "a@b.co" });
    }
    expect(take("first")).toBe(60_000);
  });

  test("evicts the oldest callers when there are too many", () => {
    const { now, take } = threePerMinute();
    for (let i = 0; i < 3; i += 1) take("first");
    for (let i = 0; i < 4_999; i += 1) take(`caller ${i}`);
    expect(take("first")).toBe(60_000);
    take("one too many");
    expect(take("first")).toBe(0);
    now.at += 60_000;
    for (let i = 0; i < 20_000; i += 1) take(`later ${i}`);
    expect(take("later 19999")).toBe(0);
  });
});

test("a known device has its own limit; others share that of address and account", () => {
  const email = "a@b.co";
  const keys = [
    signInKey({ email, address: "10.0.0.1", deviceId: null }),
    signInKey({ email, address: "10.0.0.2", deviceId: null }),
    signInKey({ email: "c@d.co", address: "10.0.0.1", deviceId: null }),
    signInKey({ email, address: "10.0.0.1", deviceId: "10.0.0.1" }),
  ];
  expect(new Set(keys.map(({ caller, target }) => `${caller} at ${target}`)).size).toBe(4);
  expect(signInKey({ email, address: "x", deviceId: "d" })).toEqual(
    signInKey({ email, address: "y", deviceId: "d" }),
  );
});
