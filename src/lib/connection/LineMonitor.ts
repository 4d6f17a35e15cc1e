import type { ConvexReactClient } from "convex/react";
import { hasFatalConnectionError } from "./fatalConnectionError";
import { setConnectionState } from "./connectionState";
import { serverAnswers } from "./serverCheck";
import { WatchedWebSocket, type SocketWatcher } from "./WatchedWebSocket";

/** Milliseconds between checks of the server, while the page is visible and not live. */
const CHECK_EVERY_MS = 1500;
/** Milliseconds of silence after which a socket with an unanswered message is checked. */
const SILENCE_LIMIT_MS = 5000;
/**
 * The silence limit after a socket was ended before it received any data: the connection may be slow instead of dead.
 */
const LONG_SILENCE_LIMIT_MS = 20_000;
/** Milliseconds. If the server answers a check but not on the socket for this long, the socket is dead. */
const ANSWERED_CHECK_MS = 1500;
/** An unanswered check takes two intervals, and may end after the next one has begun. */
const MAX_CONCURRENT_CHECKS = 3;
/** Failed checks after which the page is offline. One may be a restart of the server. */
const MAX_FAILED_CHECKS = 2;
/** Milliseconds. After being hidden for this long, a page does not trust its socket. */
const MAX_HIDDEN_MS = 10_000;
/** Milliseconds. A younger connection attempt is not restarted. */
const STUCK_ATTEMPT_MS = 2000;
/** Milliseconds between two restarts of waiting requests while no check fails. */
const CUT_INTERVAL_MS = 5000;

type Client = Pick<ConvexReactClient, "connectionState">;

/**
 * Watches the line to the server: notices that it is dead, and ends every wait
 * as soon as it is back. One per page.
 *
 * The Convex client's backoff reaches 24 s. The client ends it on the window's
 * `online` event, which browsers do not dispatch when a dead spot ends, so
 * this monitor dispatches it when a check is answered.
 */
export class LineMonitor {
  readonly #url: string;
  #client: Client | null = null;
  #socket: WatchedWebSocket | null = null;
  #isLive = false;
  #hasBeenLive = false;
  #failedChecks = 0;
  #lastAnsweredCheck = 0;
  #checks = 0;
  #runningChecks = 0;
  #mayBeSlow = false;
  #canCut = true;
  #isCutting = false;
  #cutAt = -Infinity;
  #hiddenSince: number | null = null;
  #checkTimer: ReturnType<typeof setInterval> | undefined;

  constructor(url: string) {
    this.#url = url;
    // Registered before the Convex client's listeners, which reconnect only if it has no socket.
    window.addEventListener("offline", () => this.#goOffline());
    window.addEventListener("online", () => this.#goOnline());
    document.addEventListener("visibilitychange", () => this.#show());
    this.#show();
    this.#update();
  }

  watch(client: Client) {
    this.#client = client;
  }

  /** Makes the value of the Convex client's option of the same name. */
  webSocketConstructor(): typeof WebSocket {
    const watcher: SocketWatcher = {
      hasRequests: () => this.#client?.connectionState().hasInflightRequests ?? false,
      silenceLimitMs: () => (this.#mayBeSlow ? LONG_SILENCE_LIMIT_MS : SILENCE_LIMIT_MS),
      onQuiet: (socket) => void this.#checkQuietLine(socket),
      onChange: (socket) => this.#onSocketChange(socket),
      onSilent: (socket) => void this.#examine(socket),
    };
    class ConvexSocket extends WatchedWebSocket {
      constructor(url: string | URL) {
        super(url, watcher);
      }
    }
    return ConvexSocket as unknown as typeof WebSocket;
  }

  #onSocketChange(socket: WatchedWebSocket) {
    if (socket.phase === "connecting") this.#socket = socket;
    if (socket === this.#socket) this.#update();
    if (this.#isRefused(socket) && this.#checks === 0) void this.#check();
  }

  /** Whether the page has never been live and its socket has failed: it is then offline after one failed check. */
  #isRefused(socket: WatchedWebSocket | null): boolean {
    return !this.#hasBeenLive && socket?.phase === "ended";
  }

  #update() {
    const wasLive = this.#isLive;
    this.#isLive = this.#isDataLive();
    if (this.#isLive) {
      this.#hasBeenLive = true;
      this.#failedChecks = 0;
      this.#mayBeSlow = false;
      this.#canCut = true;
    }
    if (this.#isLive !== wasLive) this.#scheduleChecks();
    this.#publish();
  }

  /**
   * The Convex client resets its retries once the server has answered all that
   * was subscribed before the connection was lost.
   */
  #isDataLive(): boolean {
    const socket = this.#socket;
    if (socket?.phase !== "open" || !socket.hasData) return false;
    return this.#client?.connectionState().connectionRetries === 0;
  }

  #publish() {
    const maxFailedChecks = this.#isRefused(this.#socket) ? 1 : MAX_FAILED_CHECKS;
    const isOffline = !navigator.onLine || this.#failedChecks >= maxFailedChecks;
    if (this.#isLive) setConnectionState("live");
    else setConnectionState(isOffline ? "offline" : "connecting");
  }

  #goOffline() {
    this.#endSocket("The browser is offline");
    this.#publish();
  }

  #goOnline() {
    if (this.#isCutting) return;
    if (this.#socket?.phase === "connecting") this.#endSocket("The browser is online");
    this.#publish();
  }

  #show() {
    const isHidden = document.visibilityState === "hidden";
    const hiddenSince = this.#hiddenSince;
    // Not performance.now(), which stands still while some devices sleep.
    this.#hiddenSince = isHidden ? (hiddenSince ?? Date.now()) : null;
    this.#scheduleChecks();
    if (isHidden || hiddenSince === null) return;
    if (Math.abs(Date.now() - hiddenSince) >= MAX_HIDDEN_MS) {
      this.#endSocket("The page was hidden");
      this.#cutWaits();
    } else if (!this.#isLive) void this.#check();
  }

  #scheduleChecks() {
    clearInterval(this.#checkTimer);
    const isHidden = this.#hiddenSince !== null;
    if (this.#isLive || isHidden || hasFatalConnectionError()) return;
    this.#checkTimer = setInterval(() => void this.#check(), CHECK_EVERY_MS);
  }

  async #check() {
    if (this.#runningChecks >= MAX_CONCURRENT_CHECKS) return;
    this.#checks += 1;
    const check = this.#checks;
    this.#runningChecks += 1;
    const hasAnswered = await serverAnswers(this.#url);
    this.#runningChecks -= 1;
    // Checks overlap: the failure of one that began before the last success is outdated.
    if (this.#isLive || check < this.#lastAnsweredCheck) return;
    if (hasAnswered) this.#lastAnsweredCheck = check;
    this.#failedChecks = hasAnswered ? 0 : this.#failedChecks + 1;
    if (hasAnswered) this.#onAnsweredCheck();
    else this.#canCut = true;
    this.#publish();
  }

  /**
   * Ends the waits once for each time that the line comes back, so that the backoff
   * still protects a server that answers HTTP but refuses sockets.
   */
  #onAnsweredCheck() {
    const now = performance.now();
    if (!this.#canCut && now - this.#cutAt < CUT_INTERVAL_MS) return;
    const socket = this.#socket;
    if (socket?.phase === "connecting") {
      if (now - socket.createdAt < STUCK_ATTEMPT_MS) return;
      this.#endSocket("The attempt is stuck");
    }
    this.#canCut = false;
    this.#cutAt = now;
    this.#cutWaits();
  }

  #cutWaits() {
    this.#isCutting = true;
    window.dispatchEvent(new Event("online"));
    this.#isCutting = false;
  }

  /** Checks the server if no message is unanswered but its ping is missing. */
  async #checkQuietLine(socket: WatchedWebSocket) {
    const { received } = socket;
    const hasAnswered = await serverAnswers(this.#url);
    if (hasAnswered || socket.received !== received) return;
    this.#failedChecks = MAX_FAILED_CHECKS;
    socket.end("No answer");
  }

  /** Checks whether a silent socket with an unanswered message is dead. */
  async #examine(socket: WatchedWebSocket) {
    // An action may run for minutes, and fails if its socket ends. Missed pings end a dead one.
    if (this.#hasActions()) return;
    const { received } = socket;
    const isSilent = () => socket.phase === "open" && socket.received === received;
    const hasAnswered = await serverAnswers(this.#url);
    if (!isSilent()) return;
    if (hasAnswered) {
      await new Promise((resolve) => setTimeout(resolve, ANSWERED_CHECK_MS));
      if (!isSilent()) return;
    }
    this.#mayBeSlow = !this.#isLive;
    this.#failedChecks = hasAnswered ? 0 : MAX_FAILED_CHECKS;
    socket.end("No answer");
    if (hasAnswered) this.#cutWaits();
  }

  #hasActions(): boolean {
    return (this.#client?.connectionState().inflightActions ?? 0) > 0;
  }

  #endSocket(reason: string) {
    this.#socket?.end(reason);
  }
}
