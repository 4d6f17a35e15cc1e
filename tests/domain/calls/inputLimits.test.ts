import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSearch, textRefusal, MAX_SEARCH_LENGTH, TEXT_LIMITS } from "@domain/calls/inputLimits";

describe("the length of a text", () => {
  it.each(Object.entries(TEXT_LIMITS))(
    "a text of %s is accepted up to its limit",
    (_field, limit) => {
      const { max, of } = limit;
      expect(textRefusal(limit, "a".repeat(max))).toBeNull();
      expect(textRefusal(limit, "a".repeat(max + 1))).toBe(
        `Keep ${of} under ${max + 1} characters.`,
      );
    },
  );
});

/** NUL, and either half of a character without the other. */
const UNSTORABLE = ["\0", "\uD83C", "\uDFE0", "\uDFE0\uD83C"];

describe("texts that cannot be stored", () => {
  it("a text that cannot be stored is refused in every field, wherever the character stands", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(TEXT_LIMITS)),
        // Within the shortest limit, that of a day.
        fc.tuple(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 })),
        fc.constantFrom(...UNSTORABLE),
        (limit, [before, after], character) => {
          const refusal = textRefusal(limit, before + character + after);
          expect(refusal).toBe(`Remove the characters from ${limit.of} that cannot be saved.`);
          expect(textRefusal(limit, `${before}🏠${after}`)).toBeNull();
        },
      ),
    );
  });
});

describe("search texts", () => {
  it("a search text is cut after 200 characters", () => {
    expect(cutSearch("a".repeat(200))).toBe("a".repeat(200));
    expect(cutSearch(`${"a".repeat(200)}b`)).toBe("a".repeat(200));
    expect(cutSearch("🏠".repeat(201))).toBe("🏠".repeat(200));
    expect(cutSearch("")).toBe("");
  });

  it("a search text is cut between characters, wherever half a pair stands", () => {
    const units = fc.constantFrom("a", "🏠", "\uD83C", "\uDFE0", "\u0301");
    fc.assert(
      fc.property(fc.array(units, { maxLength: 450 }), (parts) => {
        const typed = parts.join("");
        const points = [...typed].slice(0, MAX_SEARCH_LENGTH);
        const whole = points.filter((point) => !UNSTORABLE.includes(point));
        expect([...cutSearch(typed)]).toEqual(whole);
      }),
    );
  });
});
