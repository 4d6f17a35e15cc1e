/**
 * The maximum nesting of JSON from clients, the same as in Convex's parser. JSON.parse accepts any depth, but recursive
 * functions over the value would overflow the stack.
 */
export const MAX_JSON_NESTING = 128;

/** Never recurses deeper than the limit. */
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
