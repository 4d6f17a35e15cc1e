/** Events between clients and server, emitted synchronously, so that the server can be killed at one of them. */

/** `scheduled`: the response to a mutation that scheduled a function. */
export type TrafficEvent = "sent" | "answered" | "uploading" | "uploaded" | "scheduled";

interface Listener {
  readonly event: TrafficEvent;
  left: number;
  readonly act: () => void;
}

export class TrafficEvents {
  readonly #listeners = new Set<Listener>();

  emit(event: TrafficEvent): void {
    for (const listener of this.#listeners) {
      if (listener.event !== event) continue;
      listener.left -= 1;
      if (listener.left > 0) continue;
      this.#listeners.delete(listener);
      listener.act();
    }
  }

  /** Calls `act` at the `nth` event from now on. Returns the function that cancels it. */
  at(event: TrafficEvent, nth: number, act: () => void): () => void {
    const listener = { event, left: nth, act };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
