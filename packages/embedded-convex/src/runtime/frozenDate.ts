/**
 * `Date` for functions: the current time stands still within a query or mutation, as on Convex.
 *
 * A proxy of the global `Date`, not a copy: `Date.prototype`, `instanceof` and parsing are those of the original.
 */

/** `frozenAt` returns the time of the running query or mutation in epoch milliseconds, and null outside of one. */
export function interceptDate(frozenAt: () => number | null): void {
  const outer = globalThis.Date;
  const now = () => frozenAt() ?? outer.now();
  globalThis.Date = new Proxy(outer, {
    get: (date, name, receiver) =>
      name === "now" ? now : (Reflect.get(date, name, receiver) as unknown),
    construct: (date, args, newTarget) =>
      Reflect.construct(date, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: (date) => new date(now()).toString(),
  });
  outer.prototype.constructor = globalThis.Date;
}
