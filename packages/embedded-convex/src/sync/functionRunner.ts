/**
 * The interface through which the sync server and the HTTP API run functions. The engine implements it; tests use a
 * fake without a database.
 */
import type { JSONValue } from "convex/values";
import type { Caller, FunctionOutcome } from "../functionCall";

export interface QueryRun<Reads> {
  readonly outcome: FunctionOutcome;
  readonly journal: string | null;
  /** The commit that the outcome is consistent with. */
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

/** Finds the owners whose reads a commit touches, without testing all of them. */
export interface ReadIndex<Owner, Reads, Writes> {
  set(owner: Owner, reads: Reads): void;
  delete(owner: Owner): void;
  affectedBy(writes: Writes): Iterable<Owner>;
}

export interface ReadRules<Reads, Writes> {
  readonly touches: Touches<Reads, Writes>;
  /** `affectedBy` of the index must return exactly the owners for whose reads `touches` is true. */
  readonly newReadIndex: <Owner>() => ReadIndex<Owner, Reads, Writes>;
}
