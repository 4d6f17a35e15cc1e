/** The functions to call when something has changed. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  };

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  readonly notify = (): void => {
    for (const listener of this.#all) listener();
  };
}
