import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  idTokens,
  indexQueries,
  matchesSearch,
  MAX_SEARCH_TERMS,
  partTokens,
  searchRank,
  searchTerms,
  searchTextOf,
  wordTokens,
} from "@domain/search";

const finds = (texts: string[], typed: string) =>
  matchesSearch(searchTextOf(partTokens(texts)), searchTerms(typed));

describe("search by part of a word", () => {
  it.each([
    ["Anna Bell", "anna"],
    ["Anna Bell", "BELL"],
    ["Anna Bell", "nn"],
    ["Anna Bell", "ell ann"],
    ["Anna Bell", "  a  "],
    ["José Muñoz", "jose munoz"],
    ["Jose Munoz", "JOSÉ"],
    ["Siobhán O'Brien", "obrien"],
    ["Siobhan O'Brien", "o’brien"],
    ["Mary Smith-Jones", "smith jones"],
    ["anna.bell@example.com", "anna.bell@example.com"],
    ["anna.bell@example.com", "example.com"],
    ["C-1001", "c-1001"],
    ["C-1001", "1001"],
    ["12b Elm Street", "12b elm"],
    ["Анна Белл", "бел"],
    ["王小明", "小"],
  ])("finds %j by %j", (text, typed) => {
    expect(finds([text], typed)).toBe(true);
  });

  it.each([
    ["Anna Bell", "annab"],
    ["Anna Bell", "anna smith"],
    ["C-1001", "1002"],
  ])("does not find %j by %j", (text, typed) => {
    expect(finds([text], typed)).toBe(false);
  });

  it("asks for nothing when nothing is typed", () => {
    expect(searchTerms("")).toEqual([]);
    expect(searchTerms("  --- ")).toEqual([]);
    expect(matchesSearch("anything", [])).toBe(true);
    expect(indexQueries([])).toEqual([]);
  });
});

describe("search by phone number", () => {
  it.each([
    "5551234567",
    "(555) 123-4567",
    "555.123.4567",
    "+1 555 123 4567",
    "1-555-123-4567",
    "123-45",
    "4567",
    "555 123",
  ])("finds 5551234567 by %j", (typed) => {
    expect(finds(["5551234567"], typed)).toBe(true);
  });

  it.each(["5551234568", "(555) 124", "45678"])(
    "does not find it by %j",
    (typed) => {
      expect(finds(["5551234567"], typed)).toBe(false);
    },
  );

  it("finds a house number and a street that look like one number", () => {
    expect(finds(["12 34th Street"], "12 34")).toBe(true);
    expect(finds(["Anna Bell", "5551234567"], "anna 123-4567")).toBe(true);
  });
});

describe("search of longer texts and ids", () => {
  it("finds notes by how their words begin", () => {
    const text = searchTextOf(wordTokens("Leaf guards, call first. Leaf."));
    expect(text).toBe("leaf guards call first");
    expect(matchesSearch(text, searchTerms("gua"))).toBe(true);
    expect(matchesSearch(text, searchTerms("uards"))).toBe(false);
    expect(wordTokens(undefined)).toEqual([]);
  });

  it("finds an id whole or by its beginning, longer than an index's token", () => {
    const id = "k57a8d0c3z9q1w2e4r6t8y0u1i3o5p7a";
    const text = searchTextOf(idTokens(id));
    expect(matchesSearch(text, searchTerms(id))).toBe(true);
    expect(matchesSearch(text, searchTerms("K57a8d"))).toBe(true);
    expect(matchesSearch(text, searchTerms("a8d0"))).toBe(false);
  });

  it("copies no more of a long word than its tokens hold", () => {
    const join = vi.spyOn(Array.prototype, "join");
    onTestFinished(() => join.mockRestore());
    partTokens(["a".repeat(10_000)]);
    const copied = join.mock.contexts.map(
      (letters) => (letters as string[]).length,
    );
    expect(Math.max(...copied)).toBeLessThan(32);
  });

  it("writes no token of 32 bytes or more, the limit of Convex's index", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const tokens = searchTextOf([
          ...partTokens([text]),
          ...idTokens(text),
        ]).split(" ");
        for (const token of tokens)
          expect(new TextEncoder().encode(token).length).toBeLessThan(32);
      }),
    );
  });
});

describe("the queries for a search index", () => {
  it("begin with all terms, the one typed last as the last", () => {
    expect(indexQueries(searchTerms("smith jo al"))[0]).toBe("jo smith al");
    expect(indexQueries(searchTerms("555-123-4567"))[0]).toBe(
      "555 123 5551234567 4567",
    );
  });

  it("go on with the longest terms, each alone", () => {
    expect(indexQueries(searchTerms("smith jo alan")).slice(1)).toEqual([
      "smith",
      "alan",
    ]);
    expect(indexQueries(searchTerms("smith"))).toEqual(["smith"]);
    expect(indexQueries(searchTerms("12-34"))).toEqual(["12 1234 34", "34"]);
  });

  it("have no more terms than an index takes", () => {
    const typed = Array.from({ length: 40 }, (_, at) => `word${at}`).join(" ");
    for (const query of indexQueries(searchTerms(typed)))
      expect(query.split(" ").length).toBeLessThanOrEqual(MAX_SEARCH_TERMS);
  });

  it("can each find all that matches: the last term begins one of its tokens", () => {
    const anyWord = fc.string({
      unit: fc.constantFrom(..."ab1é5 -'"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 4 }),
        anyWord,
        (texts, typed) => {
          const terms = searchTerms(typed);
          const text = searchTextOf(partTokens(texts));
          fc.pre(terms.length > 0 && matchesSearch(text, terms));
          for (const query of indexQueries(terms)) {
            const last = query.split(" ").at(-1) ?? "";
            expect(
              text.split(" ").some((token) => token.startsWith(last)),
            ).toBe(true);
          }
        },
      ),
    );
  });

  it("finds a text by any part of any of its words", () => {
    const anyWord = fc.string({
      unit: "grapheme",
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(anyWord, fc.nat(), fc.nat(), (word, start, length) => {
        const [folded = ""] = partTokens([word]);
        const part = [...folded]
          .slice(start % Math.max([...folded].length, 1))
          .slice(0, 1 + (length % 5));
        expect(finds([word], part.join(""))).toBe(true);
      }),
    );
  });
});

describe("the rank of a match", () => {
  it.each([
    [{ id: "C-1001", name: "Bo" }, "c-1001", 0],
    [{ id: "C-1", name: "Anna Bell" }, "anna bell", 1],
    [{ id: "C-1", name: "Anna Bell" }, "ann", 2],
    [{ id: "C-1", name: "Jo Anna" }, "ann", 3],
    [{ id: "C-1", name: "Joanna" }, "ann", 4],
  ])("of %j for %j is %d", (match, typed, rank) => {
    expect(searchRank(match, typed)).toBe(rank);
  });
});
