/**
 * Runs queries on committed data, concurrently with mutations and without waiting for them.
 *
 * Always true: the returned outcome is the one of its snapshot, whatever is committed while it runs, and comes with the
 * read set that it depends on. Callers take turns; a long query gives the event loop back at its syscalls.
 *
 * A result is returned after the turn of the event loop in which the query ends (`afterLastTurn`), for all queries of
 * that turn at once. The next query does not wait for that.
 */
import type { JSONValue } from "convex/values";
import type { ReadSet } from "../store/readSet";
import type { Snapshot } from "../store/snapshots";
import { withTimeLimit } from "../store/timeLimit";
import type { Transaction } from "../store/transaction";
import { callerPath, type FunctionOutcome } from "../functionCall";
import {
  type Call,
  type CallOptions,
  type Result,
  type Runtime,
  afterLastTurn,
  newCall,
} from "./call";
import { nextTurn } from "../eventLoop";
import type { Turn } from "../turns";
import { newCorrelationId, RequestError } from "./failures";
import { type FunctionRequest, findPublic, invokeWithoutLastTurn } from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
import type { RegisteredFunction } from "./registry";

export interface QueryRequest extends FunctionRequest {
  readonly journal?: string | null;
  /** The session of the caller: the sessions of one caller take turns. */
  readonly session?: string | undefined;
  /** The commit to read. Default: the latest when the query begins. */
  readonly snapshot?: Snapshot | undefined;
}

export interface QueryRun {
  readonly outcome: FunctionOutcome;
  /** The end of the page that was read, for the next run of the same subscription; null without pagination. */
  readonly journal: string | null;
  /** The commit that the outcome is consistent with. */
  readonly ts: bigint;
  readonly reads: ReadSet;
}

/** Must not throw: a run is repeated if the functions were replaced meanwhile, and its errors are discarded. */
type Read<T> = (runtime: Runtime, transaction: Transaction) => Promise<T>;

interface SnapshotRead<T> {
  readonly value: T;
  readonly reads: ReadSet;
  readonly ts: bigint;
}

type SnapshotContext = Pick<QueryRequest, "caller" | "session" | "snapshot">;

export class Queries {
  readonly #current: () => Runtime;
  readonly #report: FailureReport;
  /** The end of the current turn of the event loop. Null if no query waits for it. */
  #turn: Promise<void> | null = null;

  constructor(current: () => Runtime, report: FailureReport) {
    this.#current = current;
    this.#report = report;
  }

  async run(request: QueryRequest): Promise<QueryRun> {
    const { caller, udfPath, journal = null } = request;
    const correlationId = newCorrelationId();
    const endCursor = endCursorOf(journal);
    const { value, reads, ts } = await this.#read(request, async (runtime, transaction) => {
      const call = newCall({
        kind: "query",
        udfPath,
        caller,
        correlationId,
        runtime,
        transaction,
        endCursor: endCursor ?? null,
      });
      const outcome =
        endCursor === undefined
          ? this.#report(invalidJournal(), udfPath, correlationId)
          : await this.#outcomeOf(call, request);
      return { call, outcome };
    });
    const outcome = await this.#finalOutcome(value);
    // A page that failed before it was read keeps its end: otherwise it and the next page could overlap or leave a gap.
    const previous = outcome.ok ? null : journal;
    return {
      outcome,
      journal: formatJournal(value.call) ?? previous,
      reads,
      ts,
    };
  }

  /** Runs a query that an action called. Throws what the function threw. */
  async runFromAction(
    found: RegisteredFunction,
    args: JSONValue,
    from: Pick<CallOptions, "caller" | "correlationId" | "scheduledFunctionId">,
  ): Promise<Result> {
    const { value } = await this.#read(from, async (runtime, transaction) => {
      const { path: udfPath } = found;
      const kind = "query";
      const call = newCall({ ...from, kind, udfPath, runtime, transaction });
      const run = withTimeLimit(
        invokeWithoutLastTurn(found, call, args),
        undefined,
        transaction.turn,
      );
      const [settled] = await Promise.allSettled([run]);
      return { call, settled };
    });
    const { call, settled } = value;
    if (settled.status === "rejected") throw settled.reason;
    await afterLastTurn(call, this.#endOfTurn());
    return settled.value;
  }

  #endOfTurn(): Promise<void> {
    this.#turn ??= nextTurn().then(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  async #finalOutcome({
    call,
    outcome,
  }: {
    call: Call;
    outcome: FunctionOutcome;
  }): Promise<FunctionOutcome> {
    if (!outcome.ok) return outcome;
    try {
      await afterLastTurn(call, this.#endOfTurn());
      return outcome;
    } catch (error) {
      return this.#report(error, call.udfPath, call.correlationId);
    }
  }

  async #read<T>(
    { caller, session, snapshot }: SnapshotContext,
    read: Read<T>,
  ): Promise<SnapshotRead<T>> {
    const { database } = this.#current();
    const turn = await database.turns.enter("query", callerPath(caller, session));
    try {
      for (;;) {
        const done = await this.#readOnce(read, turn, snapshot);
        if (done !== null) return done;
      }
    } finally {
      turn.leave();
    }
  }

  /** Null if the functions were replaced, and with them perhaps an index that the query was reading. */
  async #readOnce<T>(
    read: Read<T>,
    turn: Turn,
    given: Snapshot | undefined,
  ): Promise<SnapshotRead<T> | null> {
    const runtime = this.#current();
    const snapshot = given ?? runtime.database.openSnapshot();
    const transaction = runtime.database.read(snapshot);
    transaction.turn = turn;
    try {
      const value = await read(runtime, transaction);
      if (runtime !== this.#current()) return null;
      return { value, reads: transaction.finishReads(), ts: snapshot.ts };
    } finally {
      if (given === undefined) snapshot.release();
    }
  }

  async #outcomeOf(call: Call, { udfPath, args }: QueryRequest): Promise<FunctionOutcome> {
    try {
      const found = findPublic(call.runtime.registry, udfPath, "query");
      const run = invokeWithoutLastTurn(found, call, args);
      const turn = call.transaction?.turn ?? null;
      return succeeded(await withTimeLimit(run, undefined, turn));
    } catch (error) {
      return this.#report(error, udfPath, call.correlationId);
    }
  }
}

/** `undefined` for a malformed journal (journals round-trip through the client, so they are untrusted). */
function endCursorOf(journal: string | null): string | null | undefined {
  if (journal === null) return null;
  try {
    const parsed = JSON.parse(journal) as { endCursor?: unknown } | null;
    const endCursor = parsed?.endCursor;
    return typeof endCursor === "string" ? endCursor : undefined;
  } catch {
    return undefined;
  }
}

function invalidJournal(): RequestError {
  return new RequestError("InvalidJournal", "The query journal is invalid.");
}

function formatJournal(call: Call): string | null {
  const endCursor = call.pageEndCursor;
  return endCursor === null ? null : JSON.stringify({ endCursor });
}
