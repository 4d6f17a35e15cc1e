/**
 * The interface through which the sync server and the HTTP API run functions. The engine implements it; tests use a
 * fake without a database.
 */
import type { JSONValue } from "convex/values";
import type { Caller, FunctionOutcome } from "../functionCall";

export interface QueryRun<Reads> {
  readonly outcome: FunctionOutcome;
  readonly journal: string | null;
  /** The commit of the snapshot. */
  readonly ts: bigint;
  readonly reads: Reads;
}

export interface Commit<Writes> {
  readonly ts: bigint;
  readonly writes: Writes;
}

/** The database as of one commit. */
export interface Snapshot {
  readonly ts: bigint;
  /** Call it once, when no query reads the snapshot any more. */
  release(): void;
}

export interface FunctionRunner<Reads, Writes> {
  readonly latestTs: bigint;
  /** Opens a snapshot of the latest commit. */
  openSnapshot(): Snapshot;
  /** Resolves when it is the turn of this session among all callers. `leave` must be called in the same microtask. */
  takeTurn(caller: Caller, session: string): Promise<{ readonly leave: () => void }>;
  /** Gives the session, if it waits, the next turn among those of its person. */
  promote(caller: Caller, session: string): void;
  runQuery(call: {
    udfPath: string;
    args: JSONValue;
    caller: Caller;
    journal?: string | null;
    session?: string;
    /** A snapshot of `openSnapshot`. Default: the latest commit. */
    snapshot?: Snapshot;
  }): Promise<QueryRun<Reads>>;
  runMutation(call: {
    udfPath: string;
    args: JSONValue;
    caller: Caller;
    idempotencyKey?: { sessionId: string; mutationId: number };
  }): Promise<{ outcome: FunctionOutcome; ts: bigint }>;
  runAction(call: { udfPath: string; args: JSONValue; caller: Caller }): Promise<FunctionOutcome>;
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
