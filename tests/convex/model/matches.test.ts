import { describe, expect, it } from "vitest";
import { findMatches } from "@convex/model/matches";
import { searchTerms } from "@domain/search";

const rows = (count: number, searchText: string) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `${searchText} ${at}`,
    searchText,
  }));

/** An index that answers each query with these rows, and remembers the queries. */
function anIndex(answers: Record<string, ReturnType<typeof rows>>) {
  const asked: string[] = [];
  return {
    asked,
    search: (query: string) => {
      asked.push(query);
      return {
        take: async (count: number) =>
          Promise.resolve((answers[query] ?? []).slice(0, count)),
      };
    },
  };
}

describe("the rows that match", () => {
  it("hold every term, whatever the index found", async () => {
    const index = anIndex({
      "anna bell": [...rows(2, "anna bell"), ...rows(3, "anna field")],
    });
    const found = await findMatches(searchTerms("anna bell"), index.search);
    expect(found.map((row) => row.searchText)).toEqual([
      "anna bell",
      "anna bell",
    ]);
  });

  it("are known from one search that found less than it could", async () => {
    const index = anIndex({ "anna bell": rows(1_023, "bell") });
    expect(await findMatches(searchTerms("anna bell"), index.search)).toEqual(
      [],
    );
    expect(index.asked).toEqual(["anna bell"]);
  });

  it("are looked for by the longest terms alone where all together find too much", async () => {
    const index = anIndex({
      "jo anna bells": rows(2_000, "bells"),
      bells: [...rows(1_023, "bells"), ...rows(1, "jo anna bells")],
      anna: [...rows(2, "jo anna bells"), ...rows(5, "anna")],
    });
    const found = await findMatches(searchTerms("jo anna bells"), index.search);
    expect(found.map((row) => row._id)).toEqual([
      "jo anna bells 0",
      "jo anna bells 1",
    ]);
    expect(index.asked).toEqual(["jo anna bells", "bells", "anna"]);
  });

  it("are the best that were found where every search finds too much", async () => {
    const many = rows(5_000, "anna bell");
    const index = anIndex({ "anna bell": many, bell: many, anna: many });
    expect(
      await findMatches(searchTerms("anna bell"), index.search),
    ).toHaveLength(1_024);
    expect(index.asked).toHaveLength(3);
  });
});
