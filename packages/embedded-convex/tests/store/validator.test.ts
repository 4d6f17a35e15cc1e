import { type GenericValidator, convexToJson, v } from "convex/values";
import { describe, expect, test } from "vitest";
import { newDocumentId } from "../../src/store/documentId";
import { compileValidator } from "../../src/store/validator";
import type { ValidatorJson } from "../../src/store/validatorJson";

const tables = new Map([
  [10_001, "users"],
  [10_002, "posts"],
  [540, "_storage"],
]);

function problem(validator: GenericValidator, value: unknown): string | null {
  const { json } = validator as unknown as { json: ValidatorJson };
  const check = compileValidator(json, (number) => tables.get(number) ?? null);
  return check(convexToJson(value as never), "");
}

const user = newDocumentId(10_001);
const post = newDocumentId(10_002);

describe("validators", () => {
  test.each<[GenericValidator, unknown]>([
    [v.null(), null],
    [v.number(), 1.5],
    [v.number(), NaN],
    [v.int64(), 3n],
    [v.boolean(), false],
    [v.string(), ""],
    [v.bytes(), new ArrayBuffer(2)],
    [v.any(), { a: [1n] }],
    [v.literal("x"), "x"],
    [v.literal(3), 3],
    [v.literal(3n), 3n],
    [v.id("users"), user],
    [v.array(v.number()), [1, 2]],
    [v.object({ a: v.number(), b: v.optional(v.string()) }), { a: 1 }],
    [v.record(v.string(), v.number()), { x: 1, y: 2 }],
    [v.union(v.string(), v.null()), null],
    [
      v.union(
        v.object({ kind: v.literal("a") }),
        v.object({ kind: v.literal("b"), n: v.number() }),
      ),
      { kind: "b", n: 1 },
    ],
  ])("validators accept a valid value: %#", (validator, value) => {
    expect(problem(validator, value)).toBeNull();
  });

  test.each<[GenericValidator, unknown, string]>([
    [v.string(), 1, "Value does not match validator.\n\nValue: 1.0\nValidator: v.string()"],
    [v.number(), "a", 'Value does not match validator.\n\nValue: "a"\nValidator: v.float64()'],
    [v.int64(), 1, "Validator: v.int64()"],
    [v.number(), 1n, "Value: 1\nValidator: v.float64()"],
    [v.null(), 0, "Validator: v.null()"],
    [v.id("users"), "not an id", 'Value: "not an id"\nValidator: v.id("users")'],
    [
      v.id("users"),
      post,
      `Found ID "${post}" from table \`posts\`, which does not match the table name in validator \`v.id("users")\`.`,
    ],
    [v.id("users"), newDocumentId(540), "from a system table"],
    [v.id("users"), newDocumentId(99), 'Validator: v.id("users")'],
    [v.literal("x"), "y", '`"y"` does not match literal validator `v.literal("x")`.'],
    [v.array(v.number()), [1, "a"], 'Path: [1]\nValue: "a"'],
    [v.array(v.number()), {}, "Validator: v.array(v.float64())"],
    [
      v.object({ a: v.object({ b: v.number() }) }),
      { a: { b: "x" } },
      'Value does not match validator.\nPath: .a.b\nValue: "x"\nValidator: v.float64()',
    ],
    [
      v.object({ a: v.number() }),
      {},
      "Object is missing the required field `a`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {}\nValidator: v.object({a: v.float64()})",
    ],
    [
      v.object({ a: v.optional(v.number()) }),
      { b: 1 },
      "Object contains extra field `b` that is not in the validator.\n\nObject: {b: 1.0}\nValidator: v.object({a: v.optional(v.float64())})",
    ],
    [v.record(v.id("users"), v.number()), { x: 1 }, "Path: .keys()"],
    [v.record(v.string(), v.number()), { x: "1" }, "Path: .values()"],
    [v.union(v.string(), v.number()), true, "Validator: v.union(v.string(), v.float64())"],
    [v.object({ a: v.string() }), [1], "Value: [1.0]"],
  ])(
    "validators reject an invalid value with Convex's message: %#",
    (validator, value, message) => {
      expect(problem(validator, value)).toContain(message);
    },
  );

  test("validators treat a field of the prototype as missing", () => {
    const validator = v.object({ toString: v.string() });
    expect(problem(validator, {})).toContain("missing the required field `toString`");
  });
});
