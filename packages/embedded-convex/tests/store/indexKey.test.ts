import { type Value, compareValues, convexToJson } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterPrefix,
  encodeKey,
  firstValueLength,
  successor,
} from "../../src/store/indexKey";
import { anyMaybe, anyValue } from "./support/values";

function key(...values: (Value | undefined)[]): Buffer {
  return encodeKey(
    values.map((value) =>
      value === undefined ? undefined : convexToJson(value),
    ),
  );
}

describe("index keys", () => {
  test("sort as Convex compares values", () => {
    fc.assert(
      fc.property(anyMaybe, anyMaybe, (a, b) => {
        expect(Math.sign(Buffer.compare(key(a), key(b)))).toBe(
          Math.sign(compareValues(a, b)),
        );
      }),
      { numRuns: 5000 },
    );
  });

  test("of several fields sort by the first in which they differ", () => {
    const tuple = fc.tuple(anyMaybe, anyMaybe, anyMaybe);
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        const expected =
          a
            .map((value, i) => compareValues(value, b[i]))
            .find((c) => c !== 0) ?? 0;
        expect(Math.sign(Buffer.compare(key(...a), key(...b)))).toBe(
          Math.sign(expected),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("keep types apart in Convex's order", () => {
    const ordered = [
      undefined,
      null,
      -1n,
      0n,
      NaN,
      0,
      false,
      "",
      new ArrayBuffer(0),
      [],
      {},
    ];
    // A NaN of positive sign is the greatest number; it still comes before false.
    const keys = ordered.map((value) => key(value));
    const types = keys.map((bytes) => bytes[0] ?? 0);
    expect(types).toEqual([...types].sort((a, b) => a - b));
  });

  test("tell -0 from 0, and put NaN last among numbers", () => {
    expect(Buffer.compare(key(-0), key(0))).toBe(-1);
    expect(Buffer.compare(key(Infinity), key(NaN))).toBe(-1);
    expect(Buffer.compare(key(-Infinity), key(-1e308))).toBe(-1);
  });

  test("are never a prefix of each other", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (Buffer.compare(x, y) === 0) return;
        expect(y.subarray(0, x.length).equals(x)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("know where their first value ends", () => {
    fc.assert(
      fc.property(anyMaybe, anyMaybe, (a, b) => {
        expect(firstValueLength(key(a, b))).toBe(key(a).length);
      }),
      { numRuns: 2000 },
    );
  });

  test("the bound after a prefix is above all that start with it and below what follows", () => {
    fc.assert(
      fc.property(anyValue, anyMaybe, anyValue, (a, rest, other) => {
        const after = afterPrefix(key(a));
        if (after === null)
          throw new Error("every value has something after it");
        expect(Buffer.compare(key(a, rest), after)).toBe(-1);
        if (compareValues(other, a) > 0) {
          expect(Buffer.compare(key(other), after)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("nothing is between a key and its successor", () => {
    const from = key("a");
    expect(Buffer.compare(from, successor(from))).toBe(-1);
    expect(successor(from).subarray(0, from.length).equals(from)).toBe(true);
    expect(afterPrefix(Buffer.alloc(0))).toBeNull();
    expect(afterPrefix(Buffer.from([1, 0xff]))).toEqual(Buffer.from([2]));
  });
});
