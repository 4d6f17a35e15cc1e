/**
 * Recent commits (30 s), used to decide whether a result computed now was valid at an earlier timestamp. Holds write
 * sets without values, so an older result cannot be computed. Older timestamps are out of retention.
 */
import type { Commit, Touches } from "../sync/functionRunner";

/** Convex's own retention for `query_at_ts`. */
const KEPT_MS = 30_000;

const MAX_KEPT = 10_000;

export class RecentCommits<Reads, Writes> {
  readonly #touches: Touches<Reads, Writes>;
  readonly #now: () => number;
  readonly #commits: { commit: Commit<Writes>; at: number }[] = [];
  /** Every commit after this timestamp is in `#commits`. */
  #knownSince: bigint;

  constructor(touches: Touches<Reads, Writes>, latestTs: bigint, now: () => number = Date.now) {
    this.#touches = touches;
    this.#knownSince = latestTs;
    this.#now = now;
  }

  add(commit: Commit<Writes>): void {
    const at = this.#now();
    this.#commits.push({ commit, at });
    const isOld = () => {
      const [first] = this.#commits;
      return this.#commits.length > MAX_KEPT || (first !== undefined && at - first.at > KEPT_MS);
    };
    while (isOld()) {
      const first = this.#commits.shift();
      if (first) this.#knownSince = first.commit.ts;
    }
  }

  /**
   * Whether reads at `ranAt` would have had the same result at the earlier `ts`. False also if `ts` is out of
   * retention.
   */
  isUnchangedSince(ts: bigint, reads: Reads, ranAt: bigint): boolean {
    if (ts > ranAt || ts < this.#knownSince) return false;
    return !this.#commits.some(
      ({ commit }) => commit.ts > ts && commit.ts <= ranAt && this.#touches(reads, commit.writes),
    );
  }
}
