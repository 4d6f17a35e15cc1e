import { useQueries } from "convex/react";
import type { FunctionReference, PaginationOptions, PaginationResult } from "convex/server";
import { ConvexError } from "convex/values";
import { useMemo, useState } from "react";

type PagedQuery<Args, Row> = FunctionReference<
  "query",
  "public",
  Args & { paginationOpts: PaginationOptions },
  PaginationResult<Row>
>;

type ListQuery<Args, Row> = {
  readonly query: PagedQuery<Args, Row>;
  readonly args: Args;
  readonly numItems: number;
};

type Results<Row> = Readonly<Record<string, PaginationResult<Row> | Error | undefined>>;

const FROM_THE_START: readonly (string | null)[] = [null];

/**
 * A live list in pages, each loaded by one run of the query: a page begins where
 * the one before it ends now. (`usePaginatedQuery` splits a page to fix its end,
 * which takes three runs where the order is not that of one index.) While the
 * pages after a changed one load again, the rows are `undefined`.
 *
 * `query` and `args` must be the same objects as long as the list is the same.
 */
export function useLivePages<Args extends object, Row>(
  query: PagedQuery<Args, Row>,
  args: Args | "skip",
  numItems: number,
) {
  const [list, setList] = useState({ args, cursors: FROM_THE_START });
  const cursors = list.args === args ? list.cursors : FROM_THE_START;
  const queries = useMemo(
    () => (args === "skip" ? {} : queriesOf({ query, args, numItems }, cursors)),
    [query, args, cursors, numItems],
  );
  const queryResults = useQueries(queries) as Results<Row>;
  const pages = cursors.map((_, page) => loadedPage(queryResults[String(page)]));

  const followed = follow(cursors, pages);
  if (followed !== cursors) setList({ args, cursors: followed });
  const last = pages.at(-1);
  const isWhole = followed === cursors && pages.every(isLoaded);
  const results = useMemo(
    () => (isWhole ? pages.flatMap(({ page }) => page) : undefined),
    // `pages` is a new array at each render; `queryResults` is not.
    // oxlint-disable-next-line react/exhaustive-deps
    [isWhole, queryResults],
  );
  return {
    results,
    isLoadingMore: cursors.length > 1 && last === undefined,
    canLoadMore: isLoaded(last) && !last.isDone,
    loadMore: () => {
      if (isLoaded(last) && !last.isDone)
        setList({ args, cursors: [...cursors, last.continueCursor] });
    },
  };
}

/** The query of each page, by the page's number. */
function queriesOf<Args extends object, Row>(
  { query, args, numItems }: ListQuery<Args, Row>,
  cursors: readonly (string | null)[],
) {
  const queries = cursors.map((cursor) => ({
    query,
    args: { ...args, paginationOpts: { numItems, cursor } },
  }));
  return Object.fromEntries(queries.entries());
}

type Page<Row> = PaginationResult<Row> | "start again" | undefined;

function loadedPage<Row>(result: PaginationResult<Row> | Error | undefined): Page<Row> {
  if (!(result instanceof Error)) return result;
  if (isInvalidCursor(result)) return "start again";
  throw result;
}

function isLoaded<Row>(page: Page<Row>): page is PaginationResult<Row> {
  return page !== undefined && page !== "start again";
}

/** The cursors, corrected so that each page begins where the page before it ends. */
function follow<Row>(
  cursors: readonly (string | null)[],
  pages: readonly Page<Row>[],
): readonly (string | null)[] {
  if (pages.includes("start again")) return FROM_THE_START;
  for (const [at, page] of pages.slice(0, -1).entries()) {
    if (!isLoaded(page)) return cursors;
    const end = page.isDone ? undefined : page.continueCursor;
    if (end === undefined) return cursors.slice(0, at + 1);
    if (end !== cursors[at + 1])
      return [...cursors.slice(0, at + 1), end, ...cursors.slice(at + 2)];
  }
  return cursors;
}

/** Whether the server's functions were replaced by a version that reads other cursors. */
function isInvalidCursor(error: Error): boolean {
  if (error.message.includes("InvalidCursor")) return true;
  const data: unknown = error instanceof ConvexError ? error.data : null;
  return (
    typeof data === "object" &&
    data !== null &&
    "paginationError" in data &&
    data.paginationError === "InvalidCursor"
  );
}
