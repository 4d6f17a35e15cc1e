import type { Watch } from "convex/react";

/** Undefined while the query has no result, and while the server wants a sign-in first. */
export function localResult<T>(query: Watch<T>): T | undefined {
  try {
    return query.localQueryResult();
  } catch {
    // The screens show the same failure.
    return undefined;
  }
}
