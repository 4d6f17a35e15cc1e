/**
 * The timestamp of the last commit, in a file beside the database. After a kill the last commits are in data.db-wal
 * only: without that file SQLite opens the database as it was before them, and says nothing.
 *
 * Invariant: the file never names a commit that is not durable. It may lag behind, since it is not synced.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeOwnerOnly } from "./ownerOnly";

const FILE_NAME = "last-commit";
/** The fixed length of the file: each text replaces the one before. */
const DIGITS = 20;

/** Commits that were acknowledged and are not in the database: those after `after`, up to `until`. */
export interface LostCommits {
  readonly after: bigint;
  readonly until: bigint;
}

export class LastCommit {
  readonly lost: LostCommits | null;
  #file: number | null;

  /** `latestTs` is the last commit timestamp in the database. */
  constructor(dataDir: string, latestTs: bigint) {
    const path = join(dataDir, FILE_NAME);
    makeOwnerOnly(path);
    const known = readFileSync(path, "latin1");
    const until = known.length === DIGITS ? BigInt(known) : 0n;
    this.lost = until > latestTs ? { after: latestTs, until } : null;
    this.#file = openSync(path, "r+");
  }

  write(ts: bigint): void {
    if (this.#file === null) return;
    writeSync(this.#file, String(ts).padStart(DIGITS, "0"), 0, "latin1");
  }

  /** Further calls have no effect: the number of the closed file may by then name another open file. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** Call it when another database is put in place. */
export function forgetLastCommit(dataDir: string): void {
  rmSync(join(dataDir, FILE_NAME), { force: true });
}
