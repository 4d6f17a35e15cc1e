import { reportFatalConnectionError } from "./fatalConnectionError";

/** The server speaks at least every 15 s; after twice that the line is dead. */
const MAX_SILENCE_MS = 30_000;
/** Not logged as an error by the Convex client, which then reconnects. */
const SILENT_CLOSE_CODE = 4040;

/** A WebSocket that closes itself when nothing has arrived for 30 s, while opening too, and notes the server's last word. */
export class WatchedWebSocket extends WebSocket {
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    const listenOn = () => this.#restart();
    this.addEventListener("open", listenOn);
    this.addEventListener("message", listenOn);
    this.addEventListener("message", ({ data }: MessageEvent) => {
      if (isFatalError(data)) reportFatalConnectionError();
    });
    this.addEventListener("close", () => clearTimeout(this.#silence));
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(
      () => this.close(SILENT_CLOSE_CODE, "Nothing arrived for 30 s"),
      MAX_SILENCE_MS,
    );
  }
}

function isFatalError(data: unknown): boolean {
  // Most messages are not read a second time.
  if (typeof data !== "string" || !data.includes('"FatalError"')) return false;
  const message = JSON.parse(data) as { readonly type?: unknown };
  return message.type === "FatalError";
}
