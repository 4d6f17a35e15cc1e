/**
 * The two clocks of the database: the last commit timestamp and the last `_creationTime`.
 *
 * Invariant: both strictly increase, across restarts and when the system clock is set back. Both are
 * saved with every commit. Units: commit timestamps are nanoseconds since 1970, as in Convex;
 * creation times are milliseconds.
 */
import type { Sqlite, Statement } from "./sqlite";

export type Clock = () => number;

export class DatabaseState {
  /** Timestamp of the last durable commit. */
  latestTs: bigint;
  #lastCreationTime: number;
  readonly #clock: Clock;
  readonly #update: Statement;
  readonly #rewrite: Statement;

  constructor(sqlite: Sqlite, clock: Clock) {
    this.#clock = clock;
    const saved = sqlite.prepare("SELECT ts, creation_time FROM state").safeIntegers().get() as {
      ts: bigint;
      creation_time: number;
    };
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

  /** `begunAt`, or the next float above the last creation time: times of a transaction are as close as floats get. */
  readonly nextCreationTime = (begunAt: number): number => {
    const last = this.#lastCreationTime;
    this.#lastCreationTime = begunAt > last ? begunAt : nextFloat(last);
    return this.#lastCreationTime;
  };

  /** Must run inside the commit's SQLite transaction. */
  save(ts: bigint): void {
    this.#update.run(ts, this.#lastCreationTime);
  }

  /** Writes the saved state unchanged. Throws SQLite's error if the database cannot be written. */
  rewrite(): void {
    this.#rewrite.run();
  }
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next representable float above a positive number. */
function nextFloat(value: number): number {
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + 1n;
  return float[0];
}
