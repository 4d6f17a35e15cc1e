import { reportFatalConnectionError } from "./fatalConnectionError";

/** The server sends a ping every 15 s. Two missed pings: connection lost. */
const MAX_SILENCE_MS = 30_000;
/** A close code that the Convex client reconnects on without an error log. */
const TIMEOUT_CLOSE_CODE = 4040;

/**
 * A WebSocket that closes itself when it receives nothing for 30 s (the
 * connection attempt included), and reports the server's FatalError messages.
 */
export class WatchedWebSocket extends WebSocket {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    const restart = () => this.#restartTimer();
    this.addEventListener("open", restart);
    this.addEventListener("message", restart);
    this.addEventListener("message", ({ data }: MessageEvent) => {
      if (isFatalError(data)) reportFatalConnectionError();
    });
    this.addEventListener("close", () => clearTimeout(this.#timer));
    this.#restartTimer();
  }

  #restartTimer() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.close(TIMEOUT_CLOSE_CODE, "Nothing received for 30 s"),
      MAX_SILENCE_MS,
    );
  }
}

function isFatalError(data: unknown): boolean {
  // The search avoids parsing every message a second time.
  if (typeof data !== "string" || !data.includes('"FatalError"')) return false;
  const message = JSON.parse(data) as { readonly type?: unknown };
  return message.type === "FatalError";
}
