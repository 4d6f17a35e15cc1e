import type { JSONValue } from "convex/values";
import { describe, expect, test } from "vitest";
import { compileFilter } from "../../src/store/filter";

const document = {
  n: 2,
  big: { $integer: "AgAAAAAAAAA=" },
  text: "b",
  none: null,
  nested: { deep: [1] },
  yes: true,
};

const field = (name: string) => ({ $field: name });
const literal = (value: JSONValue) => ({ $literal: value });
const accepts = (expression: JSONValue) => compileFilter(expression)(document);

describe("a filter", () => {
  test.each<[JSONValue, boolean]>([
    [{ $eq: [field("n"), literal(2)] }, true],
    [{ $eq: [field("n"), field("big")] }, false],
    [{ $neq: [field("n"), literal(3)] }, true],
    [{ $eq: [field("nope"), literal({ $undefined: null })] }, true],
    [{ $eq: [field("none"), literal({ $undefined: null })] }, false],
    [{ $eq: [field("nested.deep"), literal([1])] }, true],
    [{ $eq: [field("text.length"), literal(1)] }, false],
    [{ $eq: [literal({ $float: "AAAAAAAAAIA=" }), literal(0)] }, false],
    [{ $lt: [field("nope"), field("none")] }, true],
    [{ $lt: [field("big"), field("n")] }, true],
    [{ $lt: [field("n"), field("text")] }, true],
    [{ $lte: [field("text"), literal("b")] }, true],
    [{ $gt: [field("text"), literal("a")] }, true],
    [{ $gte: [field("n"), literal(2.5)] }, false],
    [{ $eq: [{ $add: [field("n"), literal(1)] }, literal(3)] }, true],
    [{ $eq: [{ $sub: [field("n"), literal(1)] }, literal(1)] }, true],
    [{ $eq: [{ $mul: [field("n"), literal(4)] }, literal(8)] }, true],
    [{ $eq: [{ $div: [field("n"), literal(4)] }, literal(0.5)] }, true],
    [{ $eq: [{ $mod: [field("n"), literal(2)] }, literal(0)] }, true],
    [{ $eq: [{ $neg: field("n") }, literal(-2)] }, true],
    [
      {
        $eq: [{ $add: [field("big"), field("big")] }, literal({ $integer: "BAAAAAAAAAA=" })],
      },
      true,
    ],
    [{ $eq: [{ $neg: field("big") }, literal({ $integer: "/v////////8=" })] }, true],
    [{ $and: [field("yes"), { $eq: [field("n"), literal(2)] }] }, true],
    [{ $and: [] }, true],
    [{ $or: [{ $eq: [field("n"), literal(1)] }, field("yes")] }, true],
    [{ $or: [] }, false],
    [{ $not: field("yes") }, false],
  ])("evaluates %j to %s", (expression, expected) => {
    expect(accepts(expression)).toBe(expected);
  });

  test.each<[JSONValue, string]>([
    [field("n"), "Expected a boolean in a filter, but got float64"],
    [field("nope"), "but got undefined"],
    [{ $and: [field("text")] }, "but got string"],
    [{ $eq: [{ $add: [field("n"), field("big")] }, literal(1)] }, "Cannot add"],
    [{ $eq: [{ $neg: field("text") }, literal(1)] }, "Cannot negate string"],
    [
      {
        $eq: [{ $div: [field("big"), literal({ $integer: "AAAAAAAAAAA=" })] }, literal(1)],
      },
      "Cannot divide by zero",
    ],
    [{ $what: [field("n"), field("n")] }, "Invalid filter expression: $what"],
    [{ $eq: [field("n")] }, "Invalid filter expression: $eq"],
  ])("rejects %j", (expression, message) => {
    expect(() => accepts(expression)).toThrow(message);
  });
});
