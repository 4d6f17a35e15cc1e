import { describe, expect, it } from "vitest";
import { namesAgree } from "@domain/names/personNames";

describe("names agree", () => {
  it.each([
    ["in any order", "Ana Maria Li", "Li, Ana Maria"],
    ["in any case, with or without accents", "José Muñoz", "JOSE MUNOZ."],
    ["with or without letters of another alphabet", "Łukasz Żak", "Lukasz Zak"],
    ["with or without an apostrophe", "Sean O'Brien", "SEAN OBRIEN"],
    ["with any apostrophe", "Sean O’Brien", "Sean O`Brien"],
    ["when a word is the other's initial", "John Smith", "Smith, J."],
    ["when each has an initial of the other", "J Quentin Fox", "John Q. Fox"],
    ["when two initials pair with either word", "J Jack", "J John"],
  ])("names agree %s", (_, one, other) => {
    expect(namesAgree(one, other)).toBe(true);
    expect(namesAgree(other, one)).toBe(true);
  });

  it.each([
    ["when a word differs", "Ann Field", "Anna Field"],
    ["when one has another word", "Bob Smith", "Bob J Smith"],
    ["when the suffix differs", "John Smith Sr.", "John Smith Jr."],
    ["when the middle name differs", "Mary Ann Lee", "Mary Beth Lee"],
    ["when an initial differs", "K. Smith", "John Smith"],
    ["when one initial would stand for two words", "J J Fox", "John Jack Lee"],
    ["when there is no letter or digit", "?", "?"],
  ])("names do not agree %s", (_, one, other) => {
    expect(namesAgree(one, other)).toBe(false);
    expect(namesAgree(other, one)).toBe(false);
  });
});
