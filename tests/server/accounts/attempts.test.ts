import { describe, expect, test } from "vitest";
import { attempts, signInKey } from "../../../server/accounts/attempts";

function threeAMinute() {
  const now = { at: 1_000_000 };
  const tries = attempts({ max: 3, windowMs: 60_000 }, () => now.at);
  return { now, tries };
}

describe("attempts", () => {
  test("are allowed up to the number, then tell the rest of the window", () => {
    const { now, tries } = threeAMinute();
    expect([1, 2, 3].map(() => tries.take("a"))).toEqual([0, 0, 0]);
    now.at += 20_000;
    expect(tries.take("a")).toBe(40_000);
    now.at += 39_999;
    expect(tries.take("a")).toBe(1);
    now.at += 1;
    expect(tries.take("a")).toBe(0);
  });

  test("that are refused do not make the wait longer", () => {
    const { now, tries } = threeAMinute();
    for (let i = 0; i < 100; i += 1) tries.take("a");
    now.at += 60_000;
    expect(tries.take("a")).toBe(0);
  });

  test("of one key are not those of another", () => {
    const { tries } = threeAMinute();
    for (let i = 0; i < 4; i += 1) tries.take("a");
    expect(tries.take("b")).toBe(0);
  });

  test("are all back after a success", () => {
    const { tries } = threeAMinute();
    for (let i = 0; i < 3; i += 1) tries.take("a");
    tries.forgive("a");
    expect(tries.take("a")).toBe(0);
  });

  test("of very many keys fill no memory: the oldest are forgotten", () => {
    const { now, tries } = threeAMinute();
    for (let i = 0; i < 3; i += 1) tries.take("first");
    for (let i = 0; i < 9_999; i += 1) tries.take(`key ${i}`);
    expect(tries.take("first")).toBe(60_000);
    tries.take("one too many");
    expect(tries.take("first")).toBe(0);
    now.at += 60_000;
    for (let i = 0; i < 20_000; i += 1) tries.take(`later ${i}`);
    expect(tries.take("later 19999")).toBe(0);
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
  expect(new Set(keys).size).toBe(4);
  expect(signInKey({ email, address: "x", deviceId: "d" })).toBe(
    signInKey({ email, address: "y", deviceId: "d" }),
  );
});
