/**
 * How deep JSON from outside may nest. JSON.parse takes any depth, but all that walks a value afterwards does so on the call stack:
 * what nests deeper than this is refused before anything looks at it, as Convex's own parser does.
 */
export const MAX_JSON_NESTING = 128;

/** Walks no deeper than the limit, however deep the value is. */
export function isNestedTooDeep(
  value: unknown,
  left = MAX_JSON_NESTING,
): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  if (Array.isArray(value)) {
    return value.some((item) => isNestedTooDeep(item, left - 1));
  }
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (isNestedTooDeep(field, left - 1)) return true;
  }
  return false;
}
