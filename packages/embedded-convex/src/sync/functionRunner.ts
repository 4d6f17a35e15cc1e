/**
 * What the wire needs of whatever runs the functions. The engine is one; tests bring another, so that sessions and subscriptions
 * are tested as values, without a database.
 */
import type { UserIdentity } from "convex/server";
import type { JSONValue } from "convex/values";
import type { FunctionOutcome } from "../protocol/codec";

export interface Caller {
  readonly identity: UserIdentity | null;
  /** Where the client reached the server, as `http://127.0.0.1:3000`: functions make their URLs from it. */
  readonly origin: string;
}

export interface QueryRun<Reads> {
  readonly outcome: FunctionOutcome;
  readonly journal: string | null;
  /** The commit whose state the query saw. */
  readonly ts: bigint;
  readonly reads: Reads;
}

export interface Commit<Writes> {
  readonly ts: bigint;
  readonly writes: Writes;
}

export interface FunctionRunner<Reads, Writes> {
  readonly latestTs: bigint;
  runQuery(call: {
    udfPath: string;
    args: JSONValue;
    caller: Caller;
    journal?: string | null;
  }): Promise<QueryRun<Reads>>;
  runMutation(call: {
    udfPath: string;
    args: JSONValue;
    caller: Caller;
    idempotencyKey?: { sessionId: string; mutationId: number };
  }): Promise<{ outcome: FunctionOutcome; ts: bigint }>;
  runAction(call: {
    udfPath: string;
    args: JSONValue;
    caller: Caller;
  }): Promise<FunctionOutcome>;
  onCommit(listener: (commit: Commit<Writes>) => void): () => void;
}

export type Touches<Reads, Writes> = (reads: Reads, writes: Writes) => boolean;

/** Files who read what, so that a commit finds those whom it touches without asking all of them. */
export interface ReadFiling<Owner, Reads, Writes> {
  set(owner: Owner, reads: Reads): void;
  delete(owner: Owner): void;
  affectedBy(writes: Writes): Iterable<Owner>;
}

/** What reads and writes have to do with each other. */
export interface ReadRules<Reads, Writes> {
  readonly touches: Touches<Reads, Writes>;
  /** Must name those of its owners whose reads `touches` would, and no other. */
  readonly newFiling: <Owner>() => ReadFiling<Owner, Reads, Writes>;
}
