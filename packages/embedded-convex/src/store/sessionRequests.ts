/**
 * The record of which requests of which client sessions were committed, and with what result.
 *
 * Written in the transaction of the mutation itself, so that a client that sends a mutation again after
 * a broken line gets the first result and the mutation is applied once. Failed mutations leave no
 * record: they changed nothing. Kept for a time longer than any page stays open without a line.
 */
import type { JSONValue } from "convex/values";
import type { Sqlite, Statement } from "./sqlite";

export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
}

/** A request with what it asks for and who asks: the same for its repetitions, and only for those. */
export interface AskedRequest extends SessionRequest {
  readonly asked: string;
}

export interface RecordedResult {
  /** Null where it was recorded before this was. */
  readonly asked: string | null;
  readonly value: JSONValue;
  readonly ts: bigint;
}

export const KEPT_DAYS = 14;
const PRUNED_AT_ONCE = 5000;
const REMEMBERED_SESSIONS = 10_000;

export class SessionRequests {
  readonly #find: Statement;
  readonly #findHighest: Statement;
  readonly #insert: Statement;
  readonly #prune: Statement;
  /**
   * The highest request recorded of each session seen lately; never below what the table has. A client counts upwards, so
   * nearly every request is above it, and that it was not recorded is known without a look.
   */
  readonly #highest = new Map<string, number>();

  constructor(sqlite: Sqlite) {
    this.#find = sqlite
      .prepare(
        "SELECT ts, result, asked FROM session_requests WHERE session = ? AND request = ?",
      )
      .safeIntegers();
    this.#findHighest = sqlite
      .prepare("SELECT max(request) FROM session_requests WHERE session = ?")
      .pluck();
    this.#insert = sqlite.prepare(
      "INSERT INTO session_requests (session, request, ts, result, asked) VALUES (?, ?, ?, ?, ?)",
    );
    this.#prune = sqlite.prepare(
      `DELETE FROM session_requests WHERE (session, request) IN
         (SELECT session, request FROM session_requests WHERE ts < ? LIMIT ${PRUNED_AT_ONCE})`,
    );
  }

  recorded(request: SessionRequest): RecordedResult | null {
    if (request.requestId > this.#highestOf(request.sessionId)) return null;
    const row = this.#find.get(request.sessionId, request.requestId) as
      { ts: bigint; result: string; asked: string | null } | undefined;
    if (row === undefined) return null;
    const { ts, result, asked } = row;
    return { ts, asked, value: JSON.parse(result) as JSONValue };
  }

  record(request: AskedRequest, result: string, ts: bigint): void {
    const { sessionId, requestId, asked } = request;
    // Before the row: where the commit fails, the look that is then taken in vain does no harm.
    this.#remember(sessionId, Math.max(requestId, this.#highestOf(sessionId)));
    this.#insert.run(sessionId, requestId, ts, result, asked);
  }

  #highestOf(sessionId: string): number {
    const known = this.#highest.get(sessionId);
    if (known !== undefined) return known;
    const highest = (this.#findHighest.get(sessionId) as number | null) ?? -1;
    this.#remember(sessionId, highest);
    return highest;
  }

  #remember(sessionId: string, highest: number): void {
    this.#highest.delete(sessionId);
    this.#highest.set(sessionId, highest);
    if (this.#highest.size <= REMEMBERED_SESSIONS) return;
    const [oldest = ""] = this.#highest.keys();
    this.#highest.delete(oldest);
  }

  /** Drops some of what is too old; true if there may be more of it. */
  pruneBefore(ts: bigint): boolean {
    return this.#prune.run(ts).changes === PRUNED_AT_ONCE;
  }
}
