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

export class SessionRequests {
  private readonly find: Statement;
  private readonly insert: Statement;
  private readonly prune: Statement;

  constructor(sqlite: Sqlite) {
    this.find = sqlite
      .prepare(
        "SELECT ts, result, asked FROM session_requests WHERE session = ? AND request = ?",
      )
      .safeIntegers();
    this.insert = sqlite.prepare(
      "INSERT INTO session_requests (session, request, ts, result, asked) VALUES (?, ?, ?, ?, ?)",
    );
    this.prune = sqlite.prepare(
      `DELETE FROM session_requests WHERE (session, request) IN
         (SELECT session, request FROM session_requests WHERE ts < ? LIMIT ${PRUNED_AT_ONCE})`,
    );
  }

  recorded(request: SessionRequest): RecordedResult | null {
    const row = this.find.get(request.sessionId, request.requestId) as
      { ts: bigint; result: string; asked: string | null } | undefined;
    if (row === undefined) return null;
    const { ts, result, asked } = row;
    return { ts, asked, value: JSON.parse(result) as JSONValue };
  }

  record(request: AskedRequest, result: string, ts: bigint): void {
    const { sessionId, requestId, asked } = request;
    this.insert.run(sessionId, requestId, ts, result, asked);
  }

  /** Drops some of what is too old; true if there may be more of it. */
  pruneBefore(ts: bigint): boolean {
    return this.prune.run(ts).changes === PRUNED_AT_ONCE;
  }
}
