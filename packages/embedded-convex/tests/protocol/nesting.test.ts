import { describe, expect, it } from "vitest";
import { isNestedTooDeep, MAX_JSON_NESTING } from "../../src/protocol/nesting";

const arrays = (depth: number): unknown =>
  JSON.parse("[".repeat(depth) + "]".repeat(depth));
const objects = (depth: number): unknown =>
  JSON.parse('{"a":'.repeat(depth) + "1" + "}".repeat(depth));

describe("isNestedTooDeep", () => {
  it("counts arrays and objects, the outermost included", () => {
    for (const nested of [arrays, objects]) {
      expect(isNestedTooDeep(nested(MAX_JSON_NESTING))).toBe(false);
      expect(isNestedTooDeep(nested(MAX_JSON_NESTING + 1))).toBe(true);
    }
  });

  it("finds a deep value among shallow ones", () => {
    expect(isNestedTooDeep([1, { a: "b", c: arrays(500) }])).toBe(true);
    expect(isNestedTooDeep([null, "text", 5, { a: [] }])).toBe(false);
  });

  it("accepts any depth without overflowing the stack", () => {
    expect(isNestedTooDeep(arrays(1_000_000))).toBe(true);
  });
});
