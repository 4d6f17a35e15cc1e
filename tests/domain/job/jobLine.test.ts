import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBeJobLine, isJobLine, readJobLine, withPrice } from "@domain/job/jobLine";
import { CONTEXT, OFFICE_LINES, readLine } from "../jobLines";

describe("the lines of an office", () => {
  it.each(OFFICE_LINES)("%s", (text, expected) => {
    expect(readLine(text)).toEqual(expected);
  });
});

it("reads no job line that canBeJobLine does not let through", () => {
  const lines = OFFICE_LINES.map(([text]) => text);
  const found = lines.filter((text) => {
    const line = readJobLine(text, CONTEXT);
    return line !== null && isJobLine(line);
  });
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((text) => !canBeJobLine(text))).toEqual([]);
  for (const text of lines) {
    const line = readJobLine(text.replace(/\d/g, ""), CONTEXT);
    expect(line !== null && isJobLine(line)).toBe(false);
  }
});

describe("readJobLine", () => {
  it("keeps every word of any text, in a field or in the notes", () => {
    const words = fc.constantFrom(
      ..."jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning $450 450 12 may dog , for 555-1234 $5-6 oh 43215 x@y.co".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (typed) => {
        const text = typed.join(" ");
        const line = readJobLine(text, CONTEXT);
        const placed = (line?.parts ?? []).map(({ from, to }) => text.slice(from, to));
        const all = [...placed, ...(line?.notes ?? [])].join(" ");
        const left = text.split(/[\s,]+/).filter((word) => !all.includes(word));
        expect(left.filter((word) => word !== "for")).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("puts a number without its sign into no field", () => {
    const line = readJobLine("jordan sample 88 elm st columbus 450 tue dec 8 5551234", CONTEXT);
    expect(line).toMatchObject({
      price: null,
      phone: "",
      notes: ["450", "tue dec 8", "5551234"],
    });
    expect(readLine("jordan sample, 88 elm st, 450, tomorrow 2pm")).toMatchObject({
      date: "2026-11-25T14:00",
      notes: "450",
    });
  });

  it.each([
    ["gutter cleaning 450", "gutter cleaning $450"],
    ["450, tue dec 8 10a", "$450, tue dec 8 10a"],
    // Two of them, one that is no price, and a price that was typed.
    ["450 tue dec 8 10a 500", null],
    ["tue dec 8 10a 12", null],
    ["tue dec 8 10a $300 450", null],
    ["tue dec 8 10a", null],
  ])("offers the number in %j as the price: %j", (text, priced) => {
    const typed = `jordan sample 450 elm st columbus ${text}`;
    const offered = withPrice(typed, readJobLine(typed, CONTEXT)!);
    expect(offered?.replace("jordan sample 450 elm st columbus ", "") ?? null).toBe(priced);
  });

  it.each([
    ["$1.5k", { price: 1500 }],
    ["$2K", { price: 2000 }],
    ["$450", { price: 450 }],
    ["columbus ohio 43215", { city: "Columbus, Ohio 43215" }],
    ["columbus oh 43215", { city: "Columbus, OH 43215" }],
    ["service call", { status: "service", notes: [] }],
    ["canceled", { status: "cancelled", notes: [] }],
    // One of its readings has no time: it is a choice, and not what is left over.
    ["tue 8-10", { notes: [] }],
    ["tue dec 8", { notes: ["tue dec 8"] }],
  ])("reads %j behind a name and an address as %j", (text, parts) => {
    expect(readJobLine(`jordan sample 88 elm st ${text}`, CONTEXT)).toMatchObject(parts);
  });

  it("takes names like dates for names", () => {
    for (const name of ["april carter", "june", "tom", "sun li"])
      expect(readJobLine(name, CONTEXT)?.date).toBeNull();
    expect(readLine("12 june st tue 10")).toEqual({
      address: "12 June St",
      date: "2026-11-24T10:00",
    });
  });

  it.each([
    ["april carter", false],
    ["12 june st", false],
    ["birch ruth", false],
    ["jordan sample 6145559876", false],
    ["12 june st tue 10", true],
    ["jordan sample 88 elm st columbus", true],
  ])("tells a search from a job: %s", (text, isJob) => {
    const line = readJobLine(text, CONTEXT);
    expect(line !== null && isJobLine(line)).toBe(isJob);
  });

  it.each(["", "   ", "x".repeat(401)])("reads no line in %j", (text) => {
    expect(readJobLine(text, CONTEXT)).toBeNull();
  });
});
