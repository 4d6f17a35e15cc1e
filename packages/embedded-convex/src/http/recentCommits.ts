/**
 * The commits of the last moments, to tell whether an answer of now is also the answer of then. Holds what they wrote and when, no
 * values: what has changed since cannot be had back, and is said to be gone.
 */
import type { Commit, Touches } from "../sync/functionRunner";

/** Convex, too, promises no more of the past than this. */
const KEPT_MS = 30_000;

const MAX_KEPT = 10_000;

export class RecentCommits<Reads, Writes> {
  readonly #touches: Touches<Reads, Writes>;
  readonly #now: () => number;
  readonly #commits: { commit: Commit<Writes>; at: number }[] = [];
  /** Nothing that was committed after this is missing. */
  #knownSince: bigint;

  constructor(
    touches: Touches<Reads, Writes>,
    latestTs: bigint,
    now: () => number = Date.now,
  ) {
    this.#touches = touches;
    this.#knownSince = latestTs;
    this.#now = now;
  }

  add(commit: Commit<Writes>): void {
    const at = this.#now();
    this.#commits.push({ commit, at });
    const isOld = () => {
      const [first] = this.#commits;
      return (
        this.#commits.length > MAX_KEPT ||
        (first !== undefined && at - first.at > KEPT_MS)
      );
    };
    while (isOld()) {
      const first = this.#commits.shift();
      if (first) this.#knownSince = first.commit.ts;
    }
  }

  /** Whether what was read at `ranAt` was the same at the earlier `ts`. False also where that is not known any more. */
  isUnchangedSince(ts: bigint, reads: Reads, ranAt: bigint): boolean {
    if (ts > ranAt || ts < this.#knownSince) return false;
    return !this.#commits.some(
      ({ commit }) =>
        commit.ts > ts &&
        commit.ts <= ranAt &&
        this.#touches(reads, commit.writes),
    );
  }
}
