import { convexToJson, getConvexSize } from "convex/values";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  encodeFloat64,
  encodeInt64,
  float64Of,
  int64Of,
  isUndefinedMarker,
  measureValue,
  valueType,
} from "../../src/store/encodedValue";
import { anyValue } from "./support/values";

describe("encoded values", () => {
  test("encoded values have the size that Convex computes", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(measureValue(convexToJson(value)).size).toBe(getConvexSize(value));
      }),
      { numRuns: 1000 },
    );
  });

  test("encoded values preserve numbers", () => {
    for (const value of [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      expect(encodeInt64(value)).toEqual(convexToJson(value));
      expect(int64Of(encodeInt64(value))).toBe(value);
    }
    for (const value of [0, -0, NaN, Infinity, -Infinity, 1.5]) {
      expect(encodeFloat64(value)).toEqual(convexToJson(value));
      expect(float64Of(encodeFloat64(value))).toBe(value);
    }
  });

  test("encoded values treat an object that only resembles an encoding as an object", () => {
    expect(valueType({ $integer: "AAAAAAAAAAA=", b: 1 })).toBe("object");
    expect(valueType({})).toBe("object");
    expect(isUndefinedMarker({ $undefined: null })).toBe(true);
    expect(isUndefinedMarker({ $undefined: null, a: 1 })).toBe(false);
  });

  test("encoded values count nesting, including empty containers", () => {
    expect(measureValue(1).nesting).toBe(0);
    expect(measureValue([]).nesting).toBe(1);
    expect(measureValue({ a: [{}] }).nesting).toBe(3);
  });

  test.each([
    [{ $integer: "x" }, "Malformed $integer"],
    [{ $integer: 5 }, "Malformed $integer"],
    [{ $float: "AAAA" }, "Malformed $float"],
    [{ $commitTs: 1 }, "Malformed $commitTs"],
    [{ $float: "AAAAAAAA8D8=" }, "Float 1 should be encoded as a number"],
    [{ $bytes: "not base64!" }, "Malformed $bytes"],
    [{ $other: 1, a: 2 }, "starts with a '$'"],
    [{ "caf\u00e9": 1 }, "invalid character"],
    [{ a: { $undefined: null } }, "starts with a '$'"],
    ["\ud800", "surrogate"],
    [JSON.parse('{"a":[{"__proto__":1}]}') as { a: [] }, "contains extra field `__proto__`"],
    [
      Array.from({ length: 8193 }, () => null),
      "Array length is too long (8193 > maximum length 8192)",
    ],
    [
      Object.fromEntries(Array.from({ length: 1025 }, (_, i) => [`f${i}`, null])),
      "too many fields",
    ],
  ])("encoded values reject an invalid value: %#", (value, message) => {
    expect(() => measureValue(value as never)).toThrow(message);
  });
});
