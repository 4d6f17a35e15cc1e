import { describe, expect, test } from "vitest";
import { attempts, signInKey } from "../../../server/accounts/attempts";

function threeAMinute() {
  const now = { at: 1_000_000 };
  const tries = attempts({ max: 3, windowMs: 60_000 }, () => now.at);
  const take = (by: string, at = "a@b.co") => tries.take({ by, at });
  return { now, tries, take };
}

describe("attempts", () => {
  test("are allowed up to the number, then tell the rest of the window", () => {
    const { now, take } = threeAMinute();
    expect([1, 2, 3].map(() => take("a"))).toEqual([0, 0, 0]);
    now.at += 20_000;
    expect(take("a")).toBe(40_000);
    now.at += 39_999;
    expect(take("a")).toBe(1);
    now.at += 1;
    expect(take("a")).toBe(0);
  });

  test("that are refused do not make the wait longer", () => {
    const { now, take } = threeAMinute();
    for (let i = 0; i < 100; i += 1) take("a");
    now.at += 60_000;
    expect(take("a")).toBe(0);
  });

  test("of one key are not those of another", () => {
    const { take } = threeAMinute();
    for (let i = 0; i < 4; i += 1) take("a");
    expect(take("b")).toBe(0);
    expect(take("a", "c@d.co")).toBe(0);
  });

  test("are all back after a success", () => {
    const { tries, take } = threeAMinute();
    for (let i = 0; i < 3; i += 1) take("a");
    tries.forgive({ by: "a", at: "a@b.co" });
    expect(take("a")).toBe(0);
  });

  test("are not won back by trying at very many other things", () => {
    const { tries, take } = threeAMinute();
    for (let i = 0; i < 3; i += 1) take("a");
    for (let i = 0; i < 50_000; i += 1) take("a", `made up ${i}`);
    expect(take("a")).toBe(60_000);
    // Nor is one that was never tried at, by who has tried at everything else; another caller is kept from nothing.
    expect(take("a", "late@b.co")).toBe(60_000);
    tries.forgive({ by: "a", at: "late@b.co" });
    expect(take("a", "late@b.co")).toBe(60_000);
    expect(take("b", "late@b.co")).toBe(0);
  });

  test("at very many things are counted anew when the window is over", () => {
    const { now, take } = threeAMinute();
    for (let i = 0; i < 1_000; i += 1) take("a", `made up ${i}`);
    expect(take("a", "late@b.co")).toBe(60_000);
    now.at += 60_000;
    expect([1, 2, 3].map(() => take("a", "late@b.co"))).toEqual([0, 0, 0]);
    expect(take("a", "late@b.co")).toBe(60_000);
  });

  test("of very many callers fill no memory: the oldest are forgotten", () => {
    const { now, take } = threeAMinute();
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

test("a device has its own attempts, all else goes by address and account", () => {
  const email = "a@b.co";
  const keys = [
    signInKey({ email, address: "10.0.0.1", deviceId: null }),
    signInKey({ email, address: "10.0.0.2", deviceId: null }),
    signInKey({ email: "c@d.co", address: "10.0.0.1", deviceId: null }),
    signInKey({ email, address: "10.0.0.1", deviceId: "10.0.0.1" }),
  ];
  expect(new Set(keys.map(({ by, at }) => `${by} at ${at}`)).size).toBe(4);
  expect(signInKey({ email, address: "x", deviceId: "d" })).toEqual(
    signInKey({ email, address: "y", deviceId: "d" }),
  );
});
