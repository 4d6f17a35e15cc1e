import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, isRealPhone, normalizePhone } from "@domain/customer/phone";

const anyDigits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), {
      minLength: length,
      maxLength: length,
    })
    .map((digits) => digits.join(""));
const anyMark = fc.constantFrom("", " ", "-", ".", "(", ")", "/", "–");
const anyExtension = fc
  .tuple(
    fc.constantFrom(" ext. ", "ext", " EXT ", " x", "x", " X ", " #", "#", " extension "),
    fc.nat({ max: 99_999 }).map(String),
  )
  .map(([word, digits]) => word + digits);

describe("the digits of a phone number", () => {
  // Spec 5.5
  it.each([
    ["", ""],
    ["none", ""],
    ["555-1234", "5551234"],
    ["(555) 123-4567", "5551234567"],
    ["+1 (555) 123-4567", "5551234567"],
    ["1.555.123.4567", "5551234567"],
    ["0015551234567", "5551234567"],
    ["555 123 4567 ext. 89", "5551234567"],
    ["555 123 4567 Ext 89", "5551234567"],
    ["555-123-4567x89", "5551234567"],
    ["555-123-4567 #89", "5551234567"],
    ["555-123-4567 extension 8 or 9", "5551234567"],
    ["#5551234567", "5551234567"],
    ["５５５１２３４５６７", "5551234567"],
  ])("the digits of the phone number %j are %j", (text, digits) => {
    expect(normalizePhone(text)).toBe(digits);
  });

  // Spec 5.5
  it("the digits of a phone number are the same however the number is punctuated", () => {
    fc.assert(
      fc.property(
        anyDigits(10),
        fc.array(anyMark, { minLength: 10, maxLength: 10 }),
        (digits, marks) => {
          const typed = [...digits].map((digit, at) => digit + (marks[at] ?? "")).join("");
          expect(normalizePhone(typed)).toBe(digits);
        },
      ),
    );
  });

  // Spec 5.8
  it("the digits of a phone number leave out any extension", () => {
    fc.assert(
      fc.property(anyDigits(10), anyExtension, (digits, extension) => {
        expect(normalizePhone(formatPhone(digits) + extension)).toBe(digits);
      }),
    );
  });

  it("the digits of a phone number are read from a long text without backtracking", () => {
    // The former pattern tried every digit with every run of spaces, for minutes.
    const text = "1".repeat(4_000) + " ".repeat(4_000);
    expect(normalizePhone(text)).toBe("1111111111");
    expect(normalizePhone(`${text}x2`)).toBe("1111111111");
  });

  // Spec 5.6
  it("the digits of a phone number are the last ten of a longer number, and stay the same when normalized again", () => {
    fc.assert(
      fc.property(fc.string(), anyDigits(10), (anything, digits) => {
        expect(normalizePhone(`+1 ${digits}`)).toBe(digits);
        const normal = normalizePhone(anything);
        expect(normal).toMatch(/^\d{0,10}$/);
        expect(normalizePhone(normal)).toBe(normal);
      }),
    );
  });
});

describe("phone numbers as shown", () => {
  // Spec 5.4
  it.each([
    ["5551234567", "(555) 123-4567"],
    ["+1 555.123.4567 x3", "(555) 123-4567"],
    ["555123456", "555123456"],
    ["555-1234", "5551234"],
    ["", ""],
  ])("a phone number as shown of %j is %j", (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown);
  });

  it("normalizes back to the same digits", () => {
    fc.assert(
      fc.property(anyDigits(10), (digits) => {
        expect(formatPhone(digits)).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
        expect(normalizePhone(formatPhone(digits))).toBe(digits);
        expect(formatPhone(formatPhone(digits))).toBe(formatPhone(digits));
      }),
    );
  });
});

it.each([
  ["6145550101", true],
  ["0123456789", false],
  ["1234567890", false],
  ["5555555555", false],
  ["123456789", false],
  ["614555010", false],
  ["", false],
  [undefined, false],
])("the number %j tells one person from another: %s", (phone, isReal) => {
  expect(isRealPhone(phone)).toBe(isReal);
});
