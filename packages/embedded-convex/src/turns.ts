/**
 * Shares the event loop between the functions that callers run. One function has the turn at a time; when it ends, or
 * when it makes a syscall after its slice of time, the next caller of a fair queue gets it. After each slice the event
 * loop is given back, so that sockets and timers are served.
 *
 * Mutations and queries alternate: neither kind can keep the other waiting. A function that waits for anything but a
 * turn keeps nobody waiting either: in the next turn of the event loop the next caller is served.
 *
 * A person keeps the turn for one slice, and gives it to the sessions one after another.
 */
import { FairQueue, type CallerPath } from "./fairQueue";

/** Milliseconds of work after which the event loop is given back. */
const SLICE_MS = 8;

/**
 * The slice while mutations run: each of them needs a turn of the event loop after its end, for which the mutations
 * behind it wait.
 */
const SLICE_BESIDE_MUTATIONS_MS = 4;

/** Slices in a row of one session of a person: one with a few dozen queries is finished before the next one begins. */
const SLICES_OF_SESSION = 12;

/** A function's turn on the event loop. */
export interface Turn {
  /** Milliseconds for which the function has waited for turns. */
  readonly waitedMs: number;
  /** Call it before each syscall. Null, or a promise for which the function must wait. */
  pause(): Promise<void> | null;
  /** Call it when the function has ended. */
  readonly leave: () => void;
}

interface Waiting {
  readonly path: CallerPath;
  resume(): void;
}

type Kind = "query" | "mutation";

export class Turns {
  readonly #now: () => number;
  readonly #queue = new FairQueue<Waiting>(SLICES_OF_SESSION);
  /** The function that has the turn. */
  #holder: Waiting | null = null;
  #sliceBeganAt = 0;
  #isTickScheduled = false;
  #mutations = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Resolves when it is the caller's turn. The turn must be left. */
  async enter(kind: Kind, path: CallerPath): Promise<Turn> {
    const turn = new FunctionTurn(this, [kind, ...path], this.#now);
    if (kind === "mutation") this.#mutations += 1;
    await turn.wait((waiting) => this.#queue.push(waiting.path, waiting));
    return turn;
  }

  /** Whether this time has passed. */
  timer(ms: number): () => boolean {
    const startedAt = this.#now();
    return () => this.#now() - startedAt >= ms;
  }

  /** Gives a waiting query of this session the next turn among those of its person. */
  promote(path: CallerPath): void {
    this.#queue.promote(["query", ...path]);
  }

  mayContinue(waiting: Waiting): boolean {
    return this.#holder === waiting && !this.#isSliceOver;
  }

  /** Queues the function before the others of its session: it is finished before the next one begins. */
  requeue(waiting: Waiting): void {
    if (this.#holder === waiting) this.#holder = null;
    this.#queue.putBack(waiting.path, waiting);
    this.dispatch();
  }

  leave(waiting: Waiting): void {
    if (waiting.path[0] === "mutation") this.#mutations -= 1;
    if (this.#holder !== waiting) return;
    this.#holder = null;
    this.dispatch();
  }

  dispatch(): void {
    if (!this.#isTickScheduled) this.#beginSlice();
    if (this.#holder !== null || this.#isSliceOver) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#holder = next;
    next.resume();
  }

  get #isSliceOver(): boolean {
    const sliceMs = this.#mutations > 0 ? SLICE_BESIDE_MUTATIONS_MS : SLICE_MS;
    return this.#now() - this.#sliceBeganAt >= sliceMs;
  }

  #beginSlice(): void {
    this.#sliceBeganAt = this.#now();
    this.#isTickScheduled = true;
    setImmediate(() => {
      this.#isTickScheduled = false;
      // All microtasks have run: the function waits for something else.
      this.#holder = null;
      this.#queue.rotate();
      if (!this.#queue.isEmpty) this.dispatch();
    });
  }
}

class FunctionTurn implements Turn, Waiting {
  #waitedMs = 0;
  #waitsSince: number | null = null;
  #waiting: Promise<void> | null = null;
  #resume: (() => void) | null = null;
  #hasLeft = false;

  constructor(
    private readonly turns: Turns,
    readonly path: CallerPath,
    private readonly now: () => number,
  ) {}

  get waitedMs(): number {
    const since = this.#waitsSince;
    return this.#waitedMs + (since === null ? 0 : this.now() - since);
  }

  pause(): Promise<void> | null {
    if (this.#waiting !== null) return this.#waiting;
    if (this.#hasLeft || this.turns.mayContinue(this)) return null;
    return this.wait((waiting) => this.turns.requeue(waiting));
  }

  readonly leave = (): void => {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.turns.leave(this);
  };

  resume(): void {
    this.#waitedMs = this.waitedMs;
    this.#waitsSince = null;
    this.#waiting = null;
    this.#resume?.();
  }

  wait(enqueue: (waiting: Waiting) => void): Promise<void> {
    this.#waitsSince = this.now();
    this.#waiting = new Promise((resolve) => (this.#resume = resolve));
    const waiting = this.#waiting;
    enqueue(this);
    this.turns.dispatch();
    return waiting;
  }
}
