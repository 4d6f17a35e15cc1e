/**
 * The commits that happened while queries ran, for as long as any of them still runs.
 *
 * A query that gives way to others may see the database before and after a commit. It is right all the
 * same unless a commit touched what it read: then it is run again.
 */
import { type Commit, type ReadSet, touches } from "../store/readSet";

export class CommitHistory {
  private readonly commits: Commit[] = [];
  private readers = 0;

  add(commit: Commit): void {
    if (this.readers > 0) this.commits.push(commit);
  }

  begin(): void {
    this.readers += 1;
  }

  end(): void {
    this.readers -= 1;
    if (this.readers === 0) this.commits.length = 0;
  }

  touchedSince(ts: bigint, reads: ReadSet): boolean {
    return this.commits.some(
      (commit) => commit.ts > ts && touches(reads, commit.writes),
    );
  }
}
