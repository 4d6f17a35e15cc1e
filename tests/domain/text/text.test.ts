import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  compareNames,
  daysText,
  foldText,
  formatCount,
  matchOption,
  textOrNull,
  toKey,
  withoutMarks,
} from "@domain/text/text";

describe("text normalization", () => {
  it.each([
    ["", ""],
    ["  Élan   Gutters ", "elan gutters"],
    ["MÜLLER", "muller"],
    ["Straße", "strasse"],
    ["Ｆｕｌｌ", "full"],
    ["Łukasz Żak", "lukasz zak"],
    ["Bjørn SØRENSEN", "bjorn sorensen"],
    ["Ħal Đorđe Ðór Ŧor", "hal dorde dor tor"],
    ["Ælfgar Þór Œuvre STRAẞE", "aelfgar thor oeuvre strasse"],
    ["Işıl IŞIL İpek", "isil isil ipek"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("folds as the decomposition without marks does", () => {
    const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}+/gu, "");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(withoutMarks(text)).toBe(plain(text));
      }),
    );
    expect(withoutMarks("e\u0323\u0301\u0302 \uFF76\uFF9E")).toBe("e カ");
  });

  it("normalizes no run of combining marks", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    onTestFinished(() => normalize.mockRestore());
    foldText(`a${"\u0301\u0316".repeat(500)}b`);
    expect(normalize.mock.contexts.map(String)).toEqual(["ab"]);
  });

  // Spec 4.13
  it.each([
    ["Estimate Delivered", "estimate_delivered"],
    ["  --New   Lead!! ", "new_lead"],
    ["Friends & Family", "friends_family"],
    ["Door Hanger / Flyer", "door_hanger_flyer"],
    ["***", ""],
  ])("converts %j to the key %j", (text, key) => {
    expect(toKey(text)).toBe(key);
  });

  it("finds the matching option", () => {
    const options = ["Yard Sign", "Saw Truck"] as const;
    expect(matchOption(options, "yard-sign")).toBe("Yard Sign");
    expect(matchOption(options, " SAW TRUCK ")).toBe("Saw Truck");
    expect(matchOption(options, "yard")).toBeNull();
    expect(matchOption(options, "")).toBeNull();
  });

  it("orders names regardless of case and accents", () => {
    const names = ["zoe", "Ánna", "bell", "Anna B", "Bell"];
    expect([...names].sort(compareNames)).toEqual(["Ánna", "Anna B", "bell", "Bell", "zoe"]);
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [12345, "12,345"],
    [-1000, "-1,000"],
  ])("writes the count %d as %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it("converts blank text to null", () => {
    expect(textOrNull(" \n ")).toBeNull();
    expect(textOrNull(" a b ")).toBe("a b");
  });
});

it("names a length in whole days", () => {
  expect([1, 30].map((days) => daysText(days * 86_400_000))).toEqual(["1 day", "30 days"]);
});
