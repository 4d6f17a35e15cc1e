import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cutSearch,
  lengthRefusal,
  MAX_SEARCH_LENGTH,
  TEXT_LIMITS,
  type LimitedText,
} from "@domain/inputLimits";

describe("the length of a text", () => {
  it.each(Object.entries(TEXT_LIMITS))(
    "of %s is accepted up to its limit",
    (field, { max, of }) => {
      const name = field as LimitedText;
      expect(lengthRefusal(name, "a".repeat(max))).toBeNull();
      expect(lengthRefusal(name, "a".repeat(max + 1))).toBe(
        `Keep ${of} under ${max + 1} characters.`,
      );
    },
  );
});

describe("a search text", () => {
  it("is cut after 200 characters", () => {
    expect(cutSearch("a".repeat(200))).toBe("a".repeat(200));
    expect(cutSearch(`${"a".repeat(200)}b`)).toBe("a".repeat(200));
    expect(cutSearch("🏠".repeat(201))).toBe("🏠".repeat(200));
    expect(cutSearch("")).toBe("");
  });

  it("is cut between characters, wherever half a pair stands", () => {
    const units = fc.constantFrom("a", "🏠", "\uD83C", "\uDFE0", "\u0301");
    fc.assert(
      fc.property(fc.array(units, { maxLength: 450 }), (parts) => {
        const typed = parts.join("");
        const points = [...typed].slice(0, MAX_SEARCH_LENGTH);
        expect([...cutSearch(typed)]).toEqual(points);
      }),
    );
  });
});
