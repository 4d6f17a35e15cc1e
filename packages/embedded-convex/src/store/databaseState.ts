/**
 * The two clocks of the database: the timestamp of its last commit, and the last `_creationTime`.
 *
 * Both only ever go up, across restarts too and however the machine's own clock is set. The timestamp
 * is nanoseconds since 1970, as Convex's are, and is saved with every commit.
 */
import type { Sqlite, Statement } from "./sqlite";

export type Clock = () => number;

export class DatabaseState {
  /** Of the last commit that is on disk. */
  latestTs: bigint;
  #lastCreationTime: number;
  readonly #clock: Clock;
  readonly #update: Statement;
  readonly #rewrite: Statement;

  constructor(sqlite: Sqlite, clock: Clock) {
    this.#clock = clock;
    const saved = sqlite
      .prepare("SELECT ts, creation_time FROM state")
      .safeIntegers()
      .get() as { ts: bigint; creation_time: number };
    this.latestTs = saved.ts;
    this.#lastCreationTime = saved.creation_time;
    this.#update = sqlite.prepare("UPDATE state SET ts = ?, creation_time = ?");
    this.#rewrite = sqlite.prepare("UPDATE state SET ts = ts");
  }

  now(): number {
    return this.#clock();
  }

  timestampAfter(ts: bigint): bigint {
    const now = BigInt(Math.floor(this.#clock() * 1000)) * 1000n;
    return now > ts ? now : ts + 1n;
  }

  readonly nextCreationTime = (): number => {
    const now = this.#clock();
    this.#lastCreationTime =
      now > this.#lastCreationTime ? now : nextFloat(this.#lastCreationTime);
    return this.#lastCreationTime;
  };

  /** Inside the transaction of the commit. */
  save(ts: bigint): void {
    this.#update.run(ts, this.#lastCreationTime);
  }

  /** Writes what is there, to see that it can be: throws SQLite's error where it cannot. */
  writeAgain(): void {
    this.#rewrite.run();
  }
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The smallest float above a positive one. */
function nextFloat(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0];
}
