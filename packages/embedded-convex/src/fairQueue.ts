/**
 * A queue in which callers take turns: organizations first, within one its people, within a person their sessions. Items
 * of one session stay in order.
 */

/** All paths of one queue have the same length. */
export type CallerPath = readonly string[];

export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #children = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0 && this.#children.size === 0;
  }

  push(path: CallerPath, item: Item): void {
    this.#at(path).#items.push(item);
  }

  /** Before the other items of its session: it has begun before them. */
  unshift(path: CallerPath, item: Item): void {
    this.#at(path).#items.unshift(item);
  }

  shift(): Item | undefined {
    const [next] = this.#children;
    if (next === undefined) return this.#items.shift();
    const [key, child] = next;
    const item = child.shift();
    this.#children.delete(key);
    // Behind the others, until it has its next turn.
    if (!child.isEmpty) this.#children.set(key, child);
    return item;
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
    const others = [...this.#children].filter(([other]) => other !== key);
    this.#children.clear();
    this.#children.set(key, child);
    for (const [other, queue] of others) this.#children.set(other, queue);
  }

  #at([key, ...rest]: CallerPath): FairQueue<Item> {
    if (key === undefined) return this;
    let child = this.#children.get(key);
    if (child === undefined) {
      child = new FairQueue();
      this.#children.set(key, child);
    }
    return child.#at(rest);
  }
}
