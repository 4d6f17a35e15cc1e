/**
 * The results of committed mutations by idempotency key, so that a retried mutation is applied once.
 *
 * A result is recorded in the transaction of its mutation. A client that resends a mutation after a lost
 * connection gets the recorded result. Failed mutations are not recorded: they changed nothing. Does not
 * compare fingerprints; the caller does.
 */
import type { JSONValue } from "convex/values";
import type { Sqlite, Statement } from "./sqlite";

export interface IdempotencyKey {
  readonly sessionId: string;
  /** The client's number for the mutation, unique within its session. */
  readonly mutationId: number;
}

export interface IdempotentCall extends IdempotencyKey {
  /** Identifies function and caller: a retry has the same fingerprint, another call a different one. */
  readonly fingerprint: string;
}

export interface RecordedResult {
  /** Null in rows of database format 1, which did not record it. */
  readonly fingerprint: string | null;
  readonly value: JSONValue;
  readonly ts: bigint;
}

/** Longer than a page can stay open without a connection. */
export const RETENTION_DAYS = 14;
const PRUNE_BATCH_SIZE = 5000;
const MAX_CACHED_SESSIONS = 10_000;

export class SessionRequests {
  readonly #find: Statement;
  readonly #findHighest: Statement;
  readonly #insert: Statement;
  readonly #prune: Statement;
  /**
   * Highest recorded mutation id of the most recently seen sessions. Invariant: never below the table's
   * value. Clients count upwards, so most mutation ids are above it and need no query.
   */
  readonly #highest = new Map<string, number>();

  constructor(sqlite: Sqlite) {
    this.#find = sqlite
      .prepare("SELECT ts, result, asked FROM session_requests WHERE session = ? AND request = ?")
      .safeIntegers();
    this.#findHighest = sqlite
      .prepare("SELECT max(request) FROM session_requests WHERE session = ?")
      .pluck();
    this.#insert = sqlite.prepare(
      "INSERT INTO session_requests (session, request, ts, result, asked) VALUES (?, ?, ?, ?, ?)",
    );
    this.#prune = sqlite.prepare(
      `DELETE FROM session_requests WHERE (session, request) IN
         (SELECT session, request FROM session_requests WHERE ts < ? LIMIT ${PRUNE_BATCH_SIZE})`,
    );
  }

  find({ sessionId, mutationId }: IdempotencyKey): RecordedResult | null {
    if (mutationId > this.#highestOf(sessionId)) return null;
    const row = this.#find.get(sessionId, mutationId) as
      | { ts: bigint; result: string; asked: string | null }
      | undefined;
    if (row === undefined) return null;
    const { ts, result, asked } = row;
    return { ts, fingerprint: asked, value: JSON.parse(result) as JSONValue };
  }

  record(call: IdempotentCall, result: string, ts: bigint): void {
    const { sessionId, mutationId, fingerprint } = call;
    // Before the insert, to keep the invariant. If the commit fails, a later `find` queries in vain.
    this.#cache(sessionId, Math.max(mutationId, this.#highestOf(sessionId)));
    this.#insert.run(sessionId, mutationId, ts, result, fingerprint);
  }

  #highestOf(sessionId: string): number {
    const known = this.#highest.get(sessionId);
    if (known !== undefined) return known;
    const highest = (this.#findHighest.get(sessionId) as number | null) ?? -1;
    this.#cache(sessionId, highest);
    return highest;
  }

  #cache(sessionId: string, highest: number): void {
    this.#highest.delete(sessionId);
    this.#highest.set(sessionId, highest);
    if (this.#highest.size <= MAX_CACHED_SESSIONS) return;
    const [oldest = ""] = this.#highest.keys();
    this.#highest.delete(oldest);
  }

  /** Deletes one batch of records older than `ts`. Returns whether more may be left. */
  pruneBefore(ts: bigint): boolean {
    return this.#prune.run(ts).changes === PRUNE_BATCH_SIZE;
  }
}
