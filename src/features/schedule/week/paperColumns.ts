/** The widest column of a printed day beside the narrowest. */
const MOST_SHARE = 1.6;
/** The column of the hours, in percent of the table. */
export const HOURS_PERCENT = 5;

/**
 * The widths of a week's days on paper in percent of the table. A day with more visits than the mean is wider: its
 * texts wrap less, and the fullest day alone decides how many sheets a week takes.
 */
export function dayPercents(counts: readonly number[]): number[] {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const shares = counts.map((count) =>
    mean === 0 ? 1 : Math.min(MOST_SHARE, Math.max(1, count / mean)),
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (share / all) * (100 - HOURS_PERCENT));
}
