import {
  indexQueries,
  matchesSearch,
  type SearchTerm,
} from "../../domain/search";

/** Convex finds no more rows than this in one search. */
const SEARCH_LIMIT = 1_024;

type SearchableRow = { readonly _id: string; readonly searchText: string };

/** The part of a search query that reads: `withSearchIndex(...)` gives one. */
type FoundRows<Row> = { take(count: number): Promise<Row[]> };

/**
 * The rows that hold every term. Of a search that finds fewer rows than the
 * limit we know that it saw all that could match, so no other is needed. Where
 * every search finds too much, these are the best of what they found.
 */
export async function findMatches<Row extends SearchableRow>(
  terms: readonly SearchTerm[],
  search: (query: string) => FoundRows<Row>,
): Promise<Row[]> {
  const matches = new Map<string, Row>();
  for (const query of indexQueries(terms)) {
    const rows = await search(query).take(SEARCH_LIMIT);
    for (const row of rows)
      if (matchesSearch(row.searchText, terms)) matches.set(row._id, row);
    if (rows.length < SEARCH_LIMIT) break;
  }
  return [...matches.values()];
}
