/**
 * A queue in which callers take turns: organizations first, within one its people, within a person their sessions.
 * Items of one session stay in order.
 */

/** All paths of one queue have the same length. */
export type CallerPath = readonly string[];

export class FairQueue<Item> {
  /** The child queues, in the order of their turns. */
  readonly #children = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];
  #served: string | null = null;
  /** Turns that the session which is served has had in a row. */
  #turns = 0;

  /** A session keeps the turn of its person for `turnsOfSession` turns in a row, so that its work is finished. */
  constructor(private readonly turnsOfSession = 1) {}

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#children.size === 0;
  }

  get size(): number {
    let size = this.#items.length;
    for (const child of this.#children.values()) size += child.size;
    return size;
  }

  push(path: CallerPath, item: Item): void {
    this.#at(path).#items.push(item);
  }

  /** Puts an item that has begun before the other items of its session, which keeps its turn. */
  putBack(path: CallerPath, item: Item): void {
    this.#at(path).#items.unshift(item);
    const people = this.#at(path.slice(0, -1));
    const session = path.at(-1) ?? "";
    if (people.#served === session) people.#toFront(session);
  }

  /** The next item of the caller whose turn it is, or of the caller after it if that one has no items. */
  shift(): Item | undefined {
    const [next] = this.#children;
    if (next === undefined) return this.#items.shift();
    const [key, child] = next;
    const item = child.shift();
    if (this.#served !== key) this.#turns = 0;
    this.#served = key;
    if (child.isEmpty) this.#children.delete(key);
    return item;
  }

  /** Ends the turn of the caller that was served last: it goes to the end of the queue. */
  rotate(): void {
    const key = this.#served;
    const child = key === null ? undefined : this.#children.get(key);
    if (key === null || child === undefined) {
      this.#served = null;
      return;
    }
    this.#turns += 1;
    if (child.#isSession && this.#turns < this.turnsOfSession) return;
    this.#turns = 0;
    this.#served = null;
    child.rotate();
    this.#children.delete(key);
    this.#children.set(key, child);
  }

  /** Gives the session the next turn among those of its person, if it is waiting. */
  promote(path: CallerPath): void {
    const [key, ...rest] = path;
    const child = key === undefined ? undefined : this.#children.get(key);
    if (key === undefined || child === undefined) return;
    if (rest.length > 0) {
      child.promote(rest);
      return;
    }
    this.#served = null;
    this.#toFront(key);
  }

  #toFront(key: string): void {
    const child = this.#children.get(key);
    const [first] = this.#children.keys();
    if (child === undefined || first === key) return;
    const others = [...this.#children].filter(([other]) => other !== key);
    this.#children.clear();
    this.#children.set(key, child);
    for (const [other, queue] of others) this.#children.set(other, queue);
  }

  get #isSession(): boolean {
    return this.#children.size === 0;
  }

  #at([key, ...rest]: CallerPath): FairQueue<Item> {
    if (key === undefined) return this;
    let child = this.#children.get(key);
    if (child === undefined) {
      child = new FairQueue(this.turnsOfSession);
      this.#children.set(key, child);
    }
    return child.#at(rest);
  }
}
