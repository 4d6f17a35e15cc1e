/** Arbitrary Convex values for property tests, biased towards edge cases and nearly equal values. */
import fc from "fast-check";
import type { Value } from "convex/values";

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, NaN, Infinity, -Infinity, 5e-324, 2 ** 53),
  fc.double(),
  fc.integer({ min: -3, max: 3 }),
);

const bigints = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 255n, 256n),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

const strings = fc.oneof(
  fc.constantFrom("", "a", "a\0", "a\0b", "a\u0001", "\uffff", "😀", "é", "z"),
  fc.string({ unit: "binary", maxLength: 6 }).filter((s) => !/\p{Surrogate}/u.test(s)),
);

const bytes = fc.uint8Array({ maxLength: 4 }).map((array) => new Uint8Array(array).buffer);

const fieldNames = fc.constantFrom("a", "b", "B", "a b", "aa", "z9");

export const { value: anyValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    bigints,
    numbers,
    fc.boolean(),
    strings,
    bytes,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fieldNames, tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

export const anyMaybe: fc.Arbitrary<Value | undefined> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 9, arbitrary: anyValue },
);
