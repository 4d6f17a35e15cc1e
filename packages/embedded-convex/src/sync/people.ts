/** What the connections of one person share: limits count per person, so that more connections give nobody more. */
import type { Caller } from "../functionCall";
import { queriesShare } from "./queriesShare";

/**
 * Fairness: one person may not have more than MAX_IN_FLIGHT mutations and actions in flight before others are served.
 */
export const MAX_IN_FLIGHT = 100;

/** Bytes of results that wait to be sent. Above it, a person's queries do not run until some were sent. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

type Counted = "inFlight" | "queries" | "unsentBytes";

export class Person {
  inFlight = 0;
  queries = 0;
  unsentBytes = 0;
  connections = 0;
  /** Connections that are not read until a call of the person has ended. */
  readonly waiting = new Set<() => void>();

  get isFull(): boolean {
    return this.inFlight >= MAX_IN_FLIGHT;
  }

  get hasUnsentResults(): boolean {
    return this.unsentBytes >= MAX_UNSENT_BYTES;
  }

  /** Lets connections be read as long as there is room for their calls. */
  resume(): void {
    for (const read of [...this.waiting]) {
      if (this.isFull) return;
      this.waiting.delete(read);
      read();
    }
  }
}

/** One connection's part in the numbers of its person. */
export class Share {
  inFlight = 0;
  queries = 0;
  unsentBytes = 0;
  #person = new Person();

  constructor(private readonly people: People) {
    this.#person.connections = 1;
  }

  /** Each client that is not signed in counts as a separate person. */
  get person(): Person {
    return this.#person;
  }

  /** Call it when the client has signed in or out. */
  setCaller({ identity }: Caller): void {
    this.setPerson(identity?.tokenIdentifier ?? null);
  }

  /** Null when the connection is closed. */
  setPerson(key: string | null): void {
    const from = this.#person;
    const to = this.people.find(key);
    if (to === from) return;
    for (const what of ["inFlight", "queries", "unsentBytes"] as const) {
      from[what] -= this[what];
      to[what] += this[what];
    }
    from.connections -= 1;
    to.connections += 1;
    this.#person = to;
    from.resume();
  }

  set(what: Counted, count: number): void {
    this.#person[what] += count - this[what];
    this[what] = count;
  }

  /** How many queries this connection may have. */
  get maxQueries(): number {
    const others = this.#person.queries - this.queries;
    return Math.max(0, queriesShare(this.people.size) - others);
  }
}

export class People {
  readonly #byKey = new Map<string, Person>();

  get size(): number {
    return this.#byKey.size;
  }

  find(key: string | null): Person {
    if (key === null) return new Person();
    const known = this.#byKey.get(key);
    if (known !== undefined && known.connections > 0) return known;
    for (const [old, { connections }] of this.#byKey) {
      if (connections === 0) this.#byKey.delete(old);
    }
    const person = new Person();
    this.#byKey.set(key, person);
    return person;
  }
}
