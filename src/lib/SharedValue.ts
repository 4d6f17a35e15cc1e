import { useSyncExternalStore } from "react";
import { Listeners } from "./Listeners";

/** A value outside of React: any module sets it, and the components that use it render again. */
export class SharedValue<T> {
  #value: T;
  readonly #listeners = new Listeners();

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  readonly set = (next: T): void => {
    this.#value = next;
    this.#listeners.notify();
  };

  /** Whether a component uses it. */
  readonly isUsed = (): boolean => !this.#listeners.isEmpty;

  readonly subscribe = this.#listeners.subscribe;
}

export function useSharedValue<T>(shared: SharedValue<T>): T {
  return useSyncExternalStore(shared.subscribe, shared.get);
}
