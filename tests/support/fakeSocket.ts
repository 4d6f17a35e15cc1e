import { vi } from "vitest";

/** A WebSocket whose server side is controlled by the test. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  static readonly OPEN = WebSocket.OPEN;
  static readonly last = () => FakeSocket.all.at(-1)!;

  readonly sent: { readonly type: string; readonly [key: string]: unknown }[] = [];
  closedWith: readonly [code?: number, reason?: string] | null = null;
  isBroken = false;
  readyState: number = WebSocket.CONNECTING;
  onopen?: (event: Event) => void;
  onmessage?: (event: Event) => void;
  onclose?: (event: Event) => void;
  onerror?: (event: Event) => void;

  constructor(readonly url: string | URL) {
    super();
    FakeSocket.all.push(this);
  }

  send(text: string) {
    if (this.isBroken) throw new Error("The network is gone.");
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(code?: number, reason?: string) {
    this.closedWith = [code, reason];
    queueMicrotask(() => this.end(code ?? 1005, reason));
  }

  open() {
    this.readyState = WebSocket.OPEN;
    this.#tell(new Event("open"));
  }

  say(message: object) {
    const data = JSON.stringify(message);
    this.#tell(Object.assign(new Event("message"), { data }));
  }

  fail() {
    this.#tell(new Event("error"));
  }

  end(code: number, reason = "") {
    this.readyState = WebSocket.CLOSED;
    this.#tell(Object.assign(new Event("close"), { code, reason }));
  }

  #tell(event: Event) {
    this.dispatchEvent(event);
    this[`on${event.type}` as "onopen"]?.(event);
  }
}

/**
 * The app's Convex client, on fake sockets. Checks of the server by HTTP stay
 * unanswered, and a hidden page makes none while it has no connection.
 */
export async function openAppClient() {
  vi.resetModules();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const { createConvexClient } = await import("@/lib/connection/createConvexClient");
  return createConvexClient("http://127.0.0.1:3000");
}
