/** The limits that the connections of one person share, so that more connections give nobody more. */
import type { Caller } from "../functionCall";
import { queriesShare } from "./queriesShare";

/**
 * Fairness: one person may not have more than MAX_IN_FLIGHT mutations and actions in flight before others are served.
 */
export const MAX_IN_FLIGHT = 100;

/** Half of all connections: the rest is left to other people. Before the sign-in the limit of the address counts. */
export const MAX_CONNECTIONS = 2_500;

/** Bytes of results that wait to be sent. Above it, a person's queries do not run until some were sent. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024;

/** The person has MAX_CONNECTIONS. */
export class TooManyConnections extends Error {
  override readonly name = "TooManyConnections";
}

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

/** One connection's part in the counts of its person. */
export class Share {
  inFlight = 0;
  queries = 0;
  unsentBytes = 0;
  #person = new Person();
  #isClosed = false;

  constructor(private readonly people: People) {
    this.#person.connections = 1;
  }

  /** Each client that is not signed in counts as a separate person. */
  get person(): Person {
    return this.#person;
  }

  /**
   * Call it when the client has signed in or out.
   * @throws TooManyConnections
   */
  setCaller({ identity }: Caller): void {
    this.setPerson(identity?.tokenIdentifier ?? null);
    if (this.#person.connections > MAX_CONNECTIONS) throw new TooManyConnections();
  }

  callBegan(): void {
    this.set("inFlight", this.inFlight + 1);
  }

  callEnded(): void {
    this.set("inFlight", this.inFlight - 1);
    this.#person.resume();
  }

  /**
   * Call it when the connection is closed. Calls in flight count until they end: otherwise a client that connects again
   * and again could have any number of them.
   */
  close(): void {
    this.set("queries", 0);
    this.set("unsentBytes", 0);
    this.#isClosed = true;
    this.set("inFlight", this.inFlight);
  }

  /** Null for a client that is not signed in. */
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
    if (this.#isClosed && what !== "inFlight") return;
    this.#person[what] += count - this[what];
    this[what] = count;
    if (this.#isClosed && this.inFlight === 0) this.setPerson(null);
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
