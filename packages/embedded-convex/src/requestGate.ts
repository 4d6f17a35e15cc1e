/** Keeps the table of request limits: counts requests without a sign-in, and lets each request wait for its turn. */
import type { IncomingMessage } from "node:http";
import { sleep, strangerTurn } from "./eventLoop";
import type { Caller } from "./functionCall";
import { HttpError } from "./httpError";
import { limitsOf, type RequestLimits, type RequestTable } from "./requestLimits";
import { RequestRate, type RequestRateLimit } from "./requestRate";
import type { Turn } from "./turns";

/** Who makes a request. */
export type RequestCaller = Pick<Caller, "identity">;

export interface RequestGateOptions {
  readonly table: RequestTable;
  /** Null exempts the request from the rates. */
  readonly addressOf: (req: IncomingMessage) => string | null;
  readonly personTurn: (caller: RequestCaller) => Promise<Pick<Turn, "leave">>;
}

/** The shortest delay of a request above the rate. The longest is twice as long. */
const DELAY_ABOVE_RATE_MS = 1_000;

export class RequestGate {
  readonly table: RequestTable;
  readonly #options: RequestGateOptions;
  readonly #rates = new Map<RequestRateLimit, RequestRate>();

  constructor(options: RequestGateOptions) {
    this.table = options.table;
    this.#options = options;
  }

  /** @throws StartupError if the table has no such row. */
  limitsOf(name: string): RequestLimits {
    return limitsOf(this.table, name);
  }

  /** Null for any number of requests. */
  rateOf(name: string): RequestRate | null {
    const { rate } = this.limitsOf(name);
    if (rate === null) return null;
    let counted = this.#rates.get(rate);
    if (counted === undefined) {
      counted = new RequestRate(rate);
      this.#rates.set(rate, counted);
    }
    return counted;
  }

  /**
   * Resolves when the request may run, to what must be called when it has ended. A null caller is not signed in.
   *
   * @throws HttpError above the rate
   */
  async enter(
    name: string,
    req: IncomingMessage,
    caller: RequestCaller | null,
  ): Promise<() => void> {
    if (caller !== null && this.limitsOf(name).turn === "person") {
      return (await this.#options.personTurn(caller)).leave;
    }
    await this.countStranger(name, req);
    await this.strangerTurn(req);
    return () => undefined;
  }

  /**
   * Callers who are not signed in share the rate of their address. A request above it waits, and is refused only if the
   * rate does not allow it then either: a client that retries at once on each connection would otherwise keep the
   * server busy with refusing it.
   *
   * @throws HttpError above the rate
   */
  async countStranger(name: string, req: IncomingMessage): Promise<void> {
    const address = this.#options.addressOf(req);
    const rate = this.rateOf(name);
    if (rate === null || rate.take(address) === 0) return;
    // A random time, so that the clients do not all come back in one turn of the event loop.
    await sleep(DELAY_ABOVE_RATE_MS * (1 + Math.random()));
    const waitMs = rate.take(address);
    if (waitMs === 0) return;
    throw new HttpError(
      429,
      "TooManyRequests",
      "Too many requests without a valid sign-in came from this address. Wait a moment and retry.",
    ).retryAfter(waitMs);
  }

  /** Addresses take turns, with one request in a turn of the event loop. */
  strangerTurn(req: IncomingMessage): Promise<void> {
    return strangerTurn(this.#options.addressOf(req) ?? "");
  }
}
