import { describe, expect, test } from "vitest";
import { matchesSearch, scoreOf, searchQuery, termsOf } from "../../src/store/searchTerms";

const none = new Map<string, string>();

function score(query: string, text: string): number {
  return scoreOf(searchQuery(query, none), text);
}

describe("terms", () => {
  test("terms are split at characters that are neither letters nor digits, and lower-cased", () => {
    expect(termsOf("Don't STOP, 12-B Élan_vital 東京!")).toEqual([
      "don",
      "t",
      "stop",
      "12",
      "b",
      "élan",
      "vital",
      "東京",
    ]);
  });

  test("terms longer than 32 bytes are dropped", () => {
    expect(termsOf(`${"a".repeat(32)} ${"b".repeat(33)}`)).toEqual(["a".repeat(32)]);
  });

  test("terms of a search are the first sixteen, without duplicates", () => {
    const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
    expect(searchQuery(words.join(" "), none).terms).toHaveLength(16);
    expect(searchQuery("a b a", none)).toEqual({
      terms: ["a", "b"],
      prefix: "a",
      filters: none,
    });
  });
});

describe("a search", () => {
  test("matches any whole word, and the last word as a prefix", () => {
    expect(score("elm street", "12 Elm Road")).toBeGreaterThan(0);
    expect(score("elm str", "Oak Street")).toBeGreaterThan(0);
    expect(score("el street", "12 Elm Road")).toBe(0);
    expect(score("", "anything")).toBe(0);
    expect(score("lm", "Elm")).toBe(0);
  });

  test("scores more matches, whole words and shorter texts higher", () => {
    expect(score("elm street", "elm street")).toBeGreaterThan(score("elm street", "elm road"));
    expect(score("elm", "elm road")).toBeGreaterThan(score("elm", "elms road"));
    expect(score("elm", "elm road")).toBeGreaterThan(score("elm", `elm ${"word ".repeat(40)}`));
  });

  test("matches only if every filter matches", () => {
    const query = searchQuery("elm", new Map([["owner", "aa"]]));
    const entry = (owner: string) => ({
      text: "Elm",
      filters: new Map([["owner", owner]]),
    });
    expect(matchesSearch(query, entry("aa"))).toBe(true);
    expect(matchesSearch(query, entry("bb"))).toBe(false);
  });
});
