/**
 * Whether an If-None-Match header lists the ETag, so that 304 is the response. Compares weakly, as RFC 9110 section
 * 13.1.2 asks.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");
}
