/**
 * The surroundings of an outbox, simulated: device, tabs, line, server and
 * clocks, all driven by one seed. Time is virtual: `run` takes the next event,
 * and everything that an event causes ends before the next one.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32: 0 <= number < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new RangeError("Nothing to pick.");
    return choice;
  }
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Runs callbacks in the order of their virtual time. */
export class Timeline {
  now = 0;
  #order = 0;
  #events: Event[] = [];

  after(ms: number, run: () => void): () => void {
    const event = { at: this.now + ms, order: this.#order++, run };
    this.#events.push(event);
    return () => {
      this.#events = this.#events.filter((each) => each !== event);
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** False if no event is left before `until`. */
  async step(until: number): Promise<boolean> {
    let next: Event | undefined;
    for (const event of this.#events) {
      if (event.at > until) continue;
      if (next === undefined || isEarlier(event, next)) next = event;
    }
    if (next === undefined) return false;
    this.#events = this.#events.filter((event) => event !== next);
    this.now = Math.max(this.now, next.at);
    next.run();
    await settled();
    return true;
  }
}

function isEarlier(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** All promises that are resolved by now have run their callbacks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
