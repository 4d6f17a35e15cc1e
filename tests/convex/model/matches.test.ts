import { describe, expect, it } from "vitest";
import { findMatches } from "@convex/model/matches";
import { searchTerms } from "@domain/search";

const rows = (count: number, searchText: string) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `${searchText} ${at}`,
    searchText,
  }));

/** A search index that returns these rows for each query, and records the queries. */
function anIndex(answers: Record<string, ReturnType<typeof rows>>) {
  const queries: string[] = [];
  return {
    queries,
    search: (query: string) => {
      queries.push(query);
      return {
        take: async (count: number) =>
          Promise.resolve((answers[query] ?? []).slice(0, count)),
      };
    },
  };
}

describe("the rows that match", () => {
  it("contain every term, whatever the index returns", async () => {
    const index = anIndex({
      "anna bell": [...rows(2, "anna bell"), ...rows(3, "anna field")],
    });
    const found = await findMatches(searchTerms("anna bell"), index.search);
    expect(found.map((row) => row.searchText)).toEqual([
      "anna bell",
      "anna bell",
    ]);
  });

  it("come from one search if it returns fewer rows than its limit", async () => {
    const index = anIndex({ "anna bell": rows(1_023, "bell") });
    expect(await findMatches(searchTerms("anna bell"), index.search)).toEqual(
      [],
    );
    expect(index.queries).toEqual(["anna bell"]);
  });

  it("come from searches for the longest terms if a search for all terms reaches its limit", async () => {
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
    expect(index.queries).toEqual(["jo anna bells", "bells", "anna"]);
  });

  it("are the best of those found if every search reaches its limit", async () => {
    const many = rows(5_000, "anna bell");
    const index = anIndex({ "anna bell": many, bell: many, anna: many });
    expect(
      await findMatches(searchTerms("anna bell"), index.search),
    ).toHaveLength(1_024);
    expect(index.queries).toHaveLength(3);
  });
});
