/** Order keys: texts that are compared as such. There is one between any two, so a moved line changes no other. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A key after `before` and before `after`; null where there is no neighbor. No key ends with the first digit. */
function keyBetween(before: string, after: string | null): string {
  const low = DIGITS.indexOf(before.at(0) ?? "0");
  const high = after === null ? DIGITS.length : DIGITS.indexOf(after.at(0) ?? "0");
  if (low === high) return `${DIGITS[low]}${keyBetween(before.slice(1), after?.slice(1) ?? null)}`;
  if (high - low > 1) return DIGITS[Math.floor((low + high) / 2)] ?? "";
  return `${DIGITS[low]}${keyBetween(before.slice(1), null)}`;
}

interface Ordered {
  readonly order: string;
  readonly clientKey: string;
}

/** Sorts lines by their keys, and by client key where two devices have given the same one. */
export function inOrder<Line extends Ordered>(lines: readonly Line[]): Line[] {
  return lines.toSorted(
    (a, b) => compareTexts(a.order, b.order) || compareTexts(a.clientKey, b.clientKey),
  );
}

/** The key of a line that follows the first `at` of the lines, which are in their order. */
export function orderAfter(lines: readonly Pick<Ordered, "order">[], at = lines.length): string {
  const before = lines[at - 1]?.order ?? "";
  const next = lines.slice(at).find(({ order }) => order > before);
  return keyBetween(before, next?.order ?? null);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
