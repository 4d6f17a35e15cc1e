import { type Value, compareValues, convexToJson } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterPrefix, encodeKey, firstValueLength, successor } from "../../src/store/indexKey";
import { anyMaybe, anyValue } from "./support/values";

function key(...values: (Value | undefined)[]): Buffer {
  return encodeKey(values.map((value) => (value === undefined ? undefined : convexToJson(value))));
}

describe("index keys", () => {
  test("index keys sort as Convex compares values", () => {
    fc.assert(
      fc.property(anyMaybe, anyMaybe, (a, b) => {
        expect(Math.sign(Buffer.compare(key(a), key(b)))).toBe(Math.sign(compareValues(a, b)));
      }),
      { numRuns: 5000 },
    );
  });

  test("index keys of several fields sort by the first field that differs", () => {
    const tuple = fc.tuple(anyMaybe, anyMaybe, anyMaybe);
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        const expected = a.map((value, i) => compareValues(value, b[i])).find((c) => c !== 0) ?? 0;
        expect(Math.sign(Buffer.compare(key(...a), key(...b)))).toBe(Math.sign(expected));
      }),
      { numRuns: 2000 },
    );
  });

  test("index keys sort types in Convex's order", () => {
    const ordered = [undefined, null, -1n, 0n, NaN, 0, false, "", new ArrayBuffer(0), [], {}];
    // A positive NaN is the greatest number and still sorts before false.
    const keys = ordered.map((value) => key(value));
    const types = keys.map((bytes) => bytes[0] ?? 0);
    expect(types).toEqual([...types].sort((a, b) => a - b));
  });

  test("index keys distinguish -0 from 0 and sort NaN after all numbers", () => {
    expect(Buffer.compare(key(-0), key(0))).toBe(-1);
    expect(Buffer.compare(key(Infinity), key(NaN))).toBe(-1);
    expect(Buffer.compare(key(-Infinity), key(-1e308))).toBe(-1);
  });

  test("index keys are never a prefix of each other", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (Buffer.compare(x, y) === 0) return;
        expect(y.subarray(0, x.length).equals(x)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("index keys report the length of their first value", () => {
    fc.assert(
      fc.property(anyMaybe, anyMaybe, (a, b) => {
        expect(firstValueLength(key(a, b))).toBe(key(a).length);
      }),
      { numRuns: 2000 },
    );
  });

  test("index keys with a prefix sort below afterPrefix, and all greater keys at or above it", () => {
    fc.assert(
      fc.property(anyValue, anyMaybe, anyValue, (a, rest, other) => {
        const after = afterPrefix(key(a));
        if (after === null) throw new Error("every value has something after it");
        expect(Buffer.compare(key(a, rest), after)).toBe(-1);
        if (compareValues(other, a) > 0) {
          expect(Buffer.compare(key(other), after)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("index keys have no key between them and their successor", () => {
    const from = key("a");
    expect(Buffer.compare(from, successor(from))).toBe(-1);
    expect(successor(from).subarray(0, from.length).equals(from)).toBe(true);
    expect(afterPrefix(Buffer.alloc(0))).toBeNull();
    expect(afterPrefix(Buffer.from([1, 0xff]))).toEqual(Buffer.from([2]));
  });
});
