import { reportFatalConnectionError } from "./fatalConnectionError";
import { tokenRequestsDone } from "./tokenRequests";

/** Milliseconds after which a connection attempt has failed. */
const MAX_OPENING_MS = 8000;
/** Milliseconds: two missed pings, as the server sends one every 15 s. The connection is then lost. */
const MAX_SILENCE_MS = 30_000;
/**
 * Milliseconds of silence after which the server is checked: without an answer within 3 s, the connection is lost
 * earlier.
 */
const QUIET_MS = 22_000;
/** A close code that the Convex client reconnects on without an error log. */
const TIMEOUT_CLOSE_CODE = 4040;
/** The code of a close event if `close` was called without one. */
const NO_STATUS_CODE = 1005;

/** The page's side of a socket: state that the socket reads, and events that it reports. */
export interface SocketWatcher {
  /** Whether a mutation or an action is unanswered. */
  readonly hasRequests: () => boolean;
  /** How long an unanswered socket may be silent before `onSilent` is called. */
  readonly silenceLimitMs: () => number;
  /** The socket was created, received a message or ended. */
  readonly onChange: (socket: WatchedWebSocket) => void;
  /** The socket ends in 8 s unless it receives a message. */
  readonly onQuiet: (socket: WatchedWebSocket) => void;
  /** The socket has an unanswered message and is silent. */
  readonly onSilent: (socket: WatchedWebSocket) => void;
}

/**
 * The WebSocket of the Convex client, which uses `send`, `close` and the four
 * `on` handlers only.
 *
 * A facade, not a subclass: a browser reports the end of a dead connection up
 * to 60 s after `close()` (Safari never does), and the Convex client takes the
 * late event of an old socket for one of its new socket. This socket ends at
 * once, reports its end exactly once, and forwards nothing afterwards. It opens
 * when no token request is in flight (tokenRequests.ts).
 */
export class WatchedWebSocket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  /** `performance.now()` when the attempt began; Infinity before. */
  createdAt = Infinity;
  #socket: WebSocket | null = null;
  readonly #watcher: SocketWatcher;
  #phase: "connecting" | "open" | "ended" = "connecting";
  #received = 0;
  #hasData = false;
  #hasSentConnect = false;
  /** Whether something was sent since the server's last message other than a ping. */
  #owesAnswer = false;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, watcher: SocketWatcher) {
    this.#watcher = watcher;
    const tokens = tokenRequestsDone();
    if (tokens === null) this.#connect(url);
    else void tokens.then(() => this.#connect(url));
    watcher.onChange(this);
  }

  get phase() {
    return this.#phase;
  }

  /** The number of messages received, pings included. */
  get received() {
    return this.#received;
  }

  /** Whether the server has answered the queries on this socket. */
  get hasData() {
    return this.#hasData;
  }

  send(data: string) {
    if (this.#phase === "ended") return;
    this.#hasSentConnect ||= data.includes('"type":"Connect"');
    if (!this.#hasSentConnect) {
      // The Convex client (1.48) does not send Connect after a second pause for a token, and the server refuses other
      // messages.
      queueMicrotask(() => this.end("Connect was not sent first"));
      return;
    }
    this.#socket?.send(data);
    this.#owesAnswer = true;
    this.#answerTimer ??= this.#startAnswerTimer();
  }

  /** Called by the Convex client, which expects `onclose` after the call. */
  close() {
    if (this.#phase === "ended") return;
    this.#release();
    this.#socket?.close();
    queueMicrotask(() => this.#reportEnd(NO_STATUS_CODE, ""));
  }

  /** Ends a socket that cannot be trusted. The Convex client reconnects. */
  end(reason: string) {
    if (this.#phase === "ended") return;
    this.#release();
    this.#socket?.close(TIMEOUT_CLOSE_CODE, reason);
    this.#reportEnd(TIMEOUT_CLOSE_CODE, reason);
  }

  #connect(url: string | URL) {
    if (this.#phase === "ended") return;
    this.createdAt = performance.now();
    const early = takeEarlySocket(url);
    const socket = early ?? new WebSocket(url);
    socket.onopen = (event) => this.#open(event);
    socket.onmessage = (event: MessageEvent<unknown>) => this.#receive(event);
    socket.onerror = (event) => this.onerror?.(event);
    socket.onclose = (event) => this.#finish(event);
    this.#socket = socket;
    this.#endTimer = setTimeout(() => this.end("Not open within 8 s"), MAX_OPENING_MS);
    // The Convex client sets its handlers after this.
    if (early?.readyState === WebSocket.OPEN) queueMicrotask(() => this.#open(new Event("open")));
  }

  #open(event: Event) {
    if (this.#phase !== "connecting") return;
    this.#phase = "open";
    this.#awaitMessage();
    this.onopen?.(event);
  }

  #receive(event: MessageEvent<unknown>) {
    const text = typeof event.data === "string" ? event.data : "";
    this.#received += 1;
    this.#awaitMessage();
    if (!isPing(text)) this.#owesAnswer = false;
    if (isFatalError(text)) reportFatalConnectionError();
    try {
      this.onmessage?.(event);
    } finally {
      this.#afterMessage(text);
    }
  }

  /** Called after the Convex client has processed the responses in the message. */
  #afterMessage(text: string) {
    if (this.#phase === "ended") return;
    this.#hasData ||= completesTransition(text);
    clearTimeout(this.#answerTimer);
    const isUnanswered = this.#owesAnswer || this.#watcher.hasRequests();
    this.#answerTimer = isUnanswered ? this.#startAnswerTimer() : undefined;
    this.#watcher.onChange(this);
  }

  #finish(event: CloseEvent) {
    this.#release();
    this.#watcher.onChange(this);
    this.onclose?.(event);
  }

  #reportEnd(code: number, reason: string) {
    this.#watcher.onChange(this);
    const event = new CloseEvent("close", { code, reason });
    this.onclose?.(event);
  }

  /** Ends this socket, and removes all listeners of the browser's socket. */
  #release() {
    this.#phase = "ended";
    clearTimeout(this.#endTimer);
    clearTimeout(this.#answerTimer);
    if (this.#socket === null) return;
    this.#socket.onopen = null;
    this.#socket.onmessage = null;
    this.#socket.onerror = null;
    this.#socket.onclose = null;
  }

  #awaitMessage() {
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => {
      this.#endTimer = setTimeout(
        () => this.end("Nothing received for 30 s"),
        MAX_SILENCE_MS - QUIET_MS,
      );
      this.#watcher.onQuiet(this);
    }, QUIET_MS);
  }

  #startAnswerTimer() {
    return setTimeout(() => this.#watcher.onSilent(this), this.#watcher.silenceLimitMs());
  }
}

declare global {
  interface Window {
    /** The socket of public/connect.js. */
    earlySocket?: WebSocket | undefined;
  }
}

/** The socket to the same server that was opened while this code was loading. Null without one, and if it has ended. */
function takeEarlySocket(url: string | URL): WebSocket | null {
  const early = window.earlySocket;
  window.earlySocket = undefined;
  if (early === undefined || early.readyState > WebSocket.OPEN) return null;
  return new URL(early.url).host === new URL(url).host ? early : null;
}

// Messages are searched and not parsed: a Transition may be long, and the
// Convex client parses it anyway. Quotes inside of values are escaped.

function isPing(text: string): boolean {
  return text.length < 100 && text.includes('"type":"Ping"');
}

function isFatalError(text: string): boolean {
  if (!text.includes('"FatalError"')) return false;
  const message = JSON.parse(text) as { readonly type?: unknown };
  return message.type === "FatalError";
}

/** Whether the message is a Transition, or the last part of one. */
function completesTransition(text: string): boolean {
  if (text.includes('"type":"Transition"')) return true;
  if (!text.includes('"type":"TransitionChunk"')) return false;
  const { partNumber, totalParts } = JSON.parse(text) as {
    readonly partNumber: number;
    readonly totalParts: number;
  };
  return partNumber === totalParts - 1;
}
