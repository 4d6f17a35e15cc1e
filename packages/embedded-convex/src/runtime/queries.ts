/**
 * Runs queries on committed data, concurrently with mutations and without waiting for them.
 *
 * Always true: the returned outcome is consistent with one commit, and comes with the read set that it depends on. A
 * query that awaits may see the database before and after a commit; if that commit touched what it read, the query runs
 * again. After MAX_ATTEMPTS - 1 such runs it runs inside the committer, where no other commit can happen.
 *
 * Its reads are checked as soon as it ends, and its result returned after the turn of the event loop (`afterLastTurn`),
 * for all queries of the turn at once. A mutation waits for a later turn than the queries that ended before it, so no
 * number of mutations can keep a query from being current.
 */
import type { JSONValue } from "convex/values";
import { must } from "../store/errors";
import type { Commit, ReadSet } from "../store/readSet";
import { withTimeLimit } from "../store/timeLimit";
import type { Transaction } from "../store/transaction";
import type { FunctionOutcome } from "../functionCall";
import {
  type Call,
  type CallOptions,
  type Result,
  type Runtime,
  afterLastTurn,
  newCall,
} from "./call";
import { nextTurn } from "../eventLoop";
import { outsideCalls } from "./callContext";
import { CommitHistory } from "./commitHistory";
import { newCorrelationId, RequestError } from "./failures";
import {
  type FunctionRequest,
  findPublic,
  invokeWithoutLastTurn,
} from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
import type { RegisteredFunction } from "./registry";

export interface QueryRequest extends FunctionRequest {
  readonly journal?: string | null;
}

export interface QueryRun {
  readonly outcome: FunctionOutcome;
  /** The end of the page that was read, for the next run of the same subscription; null without pagination. */
  readonly journal: string | null;
  /** The commit that the outcome is consistent with. */
  readonly ts: bigint;
  readonly reads: ReadSet;
}

/** Must not throw: a run that a commit overtook is repeated, and its errors are discarded. */
type Read<T> = (runtime: Runtime, transaction: Transaction) => Promise<T>;

interface ConsistentRead<T> {
  readonly value: T;
  readonly reads: ReadSet;
  readonly ts: bigint;
}

const MAX_ATTEMPTS = 4;

export class Queries {
  readonly #history = new CommitHistory();
  readonly #current: () => Runtime;
  readonly #report: FailureReport;
  /** The end of the current turn of the event loop. Null if no query waits for it. */
  #turn: Promise<void> | null = null;

  constructor(current: () => Runtime, report: FailureReport) {
    this.#current = current;
    this.#report = report;
  }

  readonly noteCommit = (commit: Commit): void => this.#history.add(commit);

  async run(request: QueryRequest): Promise<QueryRun> {
    const { caller, udfPath, journal = null } = request;
    const correlationId = newCorrelationId();
    const endCursor = endCursorOf(journal);
    const { value, reads, ts } = await this.#consistently(
      async (runtime, transaction) => {
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
      },
    );
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
    const { value } = await this.#consistently(async (runtime, transaction) => {
      const { path: udfPath } = found;
      const kind = "query";
      const call = newCall({ ...from, kind, udfPath, runtime, transaction });
      const run = withTimeLimit(invokeWithoutLastTurn(found, call, args));
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

  async #consistently<T>(read: Read<T>): Promise<ConsistentRead<T>> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const done = await this.#attempt(read);
      if (done !== null) return done;
    }
    const { committer } = this.#current().database;
    const { value } = await outsideCalls(() =>
      committer.submit({ run: () => this.#attempt(read) }),
    );
    return must(value, "a commit beside a mutation");
  }

  /** Null if a commit during the run touched what the query read. */
  async #attempt<T>(read: Read<T>): Promise<ConsistentRead<T> | null> {
    const runtime = this.#current();
    const transaction = runtime.database.read();
    this.#history.begin();
    try {
      const value = await read(runtime, transaction);
      const reads = transaction.finishReads();
      const ts = runtime.database.latestTs;
      if (this.#history.touchedSince(transaction.snapshotTs, reads))
        return null;
      return { value, reads, ts };
    } finally {
      this.#history.end();
    }
  }

  async #outcomeOf(
    call: Call,
    { udfPath, args }: QueryRequest,
  ): Promise<FunctionOutcome> {
    try {
      const found = findPublic(call.runtime.registry, udfPath, "query");
      return succeeded(
        await withTimeLimit(invokeWithoutLastTurn(found, call, args)),
      );
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
