import { useSyncExternalStore } from "react";

/** A value outside of React: any module sets it, and the components that use it render again. */
export class SharedValue<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  readonly set = (next: T): void => {
    this.#value = next;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
}

export function useSharedValue<T>(shared: SharedValue<T>): T {
  return useSyncExternalStore(shared.subscribe, shared.get);
}
