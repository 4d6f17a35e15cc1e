/**
 * Errors that nobody catches: unhandled promise rejections, and exceptions in timers and other callbacks. Node ends the
 * process after one. Functions share the process with the server, so here such an error of a function ends only that
 * function call, as on Convex.
 *
 * Node emits both events of `process` in the async context of the error, so an AsyncLocalStorage names the call. That
 * holds on Node 20, 22, 24 and 26, except that an exception in `queueMicrotask` has no context before Node 24, and that
 * a rejection has the context of the code that rejects since Node 24. `callContext.ts` wraps the two globals that this
 * concerns: `queueMicrotask`, and `fetch`, whose sockets several calls share.
 *
 * An error that belongs to no call may have left the server in an unknown state: it ends the process, unless the host
 * also listens to these events.
 */
const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

type Listener = (error: unknown) => void;

/** Node's types of `process` have no overload for a listener of both events. */
const emitter: NodeJS.EventEmitter = process;

/** False for an error that belongs to no call. */
type Take = (error: unknown) => boolean;

/** Shared by all copies of this module: Vite loads a new one at each restart. */
const TAKERS = Symbol.for("embedded-convex.uncaughtErrors");

export function interceptUncaughtErrors(take: Take): void {
  const shared = globalThis as { [TAKERS]?: Set<Take> };
  const takers = (shared[TAKERS] ??= listen());
  takers.add(take);
}

function listen(): Set<Take> {
  const takers = new Set<Take>();
  for (const event of EVENTS) {
    const listener: Listener = (error) => {
      for (const take of takers) if (take(error)) return;
      leaveToHost(event, listener, error);
    };
    emitter.prependListener(event, listener);
  }
  return takers;
}

/** Removes the listener while the event is emitted: some hosts ignore errors for which there is another listener. */
function leaveToHost(event: string, listener: Listener, error: unknown): void {
  emitter.off(event, listener);
  // As Node does without a listener: a rejection becomes an uncaught exception, which ends the process.
  if (emitter.listenerCount(event) === 0) throw error;
  queueMicrotask(() => emitter.prependListener(event, listener));
}
