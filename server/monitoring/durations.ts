/**
 * How long many things took, in bounded memory: counted in steps of 5 %, so that a percentile is at most 5 % too high, and the
 * longest exact.
 */
const STEP = Math.log(1.05);

/** What is shorter is as good as nothing. */
const SHORTEST_MS = 0.01;

export class Durations {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  /** Milliseconds; 0 before anything was added. */
  get max(): number {
    return this.#max;
  }

  add(ms: number): void {
    const step = Math.ceil(
      Math.log(Math.max(ms, SHORTEST_MS) / SHORTEST_MS) / STEP,
    );
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
    this.#count += 1;
    this.#max = Math.max(this.#max, ms);
  }

  /** Milliseconds within which so many percent of them were done; 0 before anything was added. */
  percentile(percent: number): number {
    let rank = Math.ceil((percent / 100) * this.#count);
    for (const [step, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      rank -= count;
      if (rank <= 0) {
        return Math.min(SHORTEST_MS * Math.exp(step * STEP), this.#max);
      }
    }
    return this.#max;
  }
}
