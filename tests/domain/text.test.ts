import { describe, expect, it } from "vitest";
import {
  compareNames,
  foldText,
  matchOption,
  textOrNull,
  toKey,
} from "@domain/text";

describe("text normalization", () => {
  it.each([
    ["", ""],
    ["  Élan   Gutters ", "elan gutters"],
    ["MÜLLER", "muller"],
    ["Straße", "strasse"],
    ["Ｆｕｌｌ", "full"],
    ["Łukasz", "łukasz"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
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
    expect([...names].sort(compareNames)).toEqual([
      "Ánna",
      "Anna B",
      "bell",
      "Bell",
      "zoe",
    ]);
  });

  it("converts blank text to null", () => {
    expect(textOrNull(" \n ")).toBeNull();
    expect(textOrNull(" a b ")).toBe("a b");
  });
});
