/**
 * The commits since the first of the running queries began. Empty while no query runs.
 *
 * A query that awaits may see the database before and after a commit. Its result is consistent unless such a commit
 * touched what it read.
 */
import { type Commit, type ReadSet, touches } from "../store/readSet";

export class CommitHistory {
  readonly #commits: Commit[] = [];
  #readers = 0;

  add(commit: Commit): void {
    if (this.#readers > 0) this.#commits.push(commit);
  }

  begin(): void {
    this.#readers += 1;
  }

  end(): void {
    this.#readers -= 1;
    if (this.#readers === 0) this.#commits.length = 0;
  }

  touchedSince(ts: bigint, reads: ReadSet): boolean {
    return this.#commits.some(
      (commit) => commit.ts > ts && touches(reads, commit.writes),
    );
  }
}
