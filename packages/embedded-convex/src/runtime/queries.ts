/**
 * Runs queries on committed data, beside mutations and never waiting for them.
 *
 * A query that gives way to others may see the database before and after a commit. If that commit
 * touched what it read, it is run again; after some attempts it is run while no commit happens. So what
 * is returned is always the answer as of one commit, together with all that it depends on.
 */
import type { JSONValue } from "convex/values";
import { must } from "../store/errors";
import type { Commit, ReadSet } from "../store/readSet";
import { withTimeLimit } from "../store/timeLimit";
import type { Transaction } from "../store/transaction";
import { type Call, type CallOptions, newCall, outsideCalls } from "./call";
import { CommitHistory } from "./commitHistory";
import { type FunctionOutcome, newRequestId, RequestError } from "./failures";
import {
  type FunctionRequest,
  type Result,
  findPublic,
  invoke,
} from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
import type { RegisteredFunction } from "./registry";
import type { Runtime } from "./runtime";

export interface QueryRequest extends FunctionRequest {
  readonly journal?: string | null;
}

export interface QueryRun {
  readonly outcome: FunctionOutcome;
  /** Where a page ended, for the next run of the same subscription; null without one. */
  readonly journal: string | null;
  /** The commit as of which the outcome is right. */
  readonly ts: bigint;
  readonly reads: ReadSet;
}

/** Must not throw: what went wrong on the way between two commits may be no fault at all. */
type Read<T> = (runtime: Runtime, transaction: Transaction) => Promise<T>;

interface ConsistentRead<T> {
  readonly value: T;
  readonly reads: ReadSet;
  readonly ts: bigint;
}

const MAX_ATTEMPTS = 4;

export class Queries {
  private readonly history = new CommitHistory();
  private readonly current: () => Runtime;
  private readonly report: FailureReport;

  constructor(current: () => Runtime, report: FailureReport) {
    this.current = current;
    this.report = report;
  }

  readonly noteCommit = (commit: Commit): void => this.history.add(commit);

  async run(request: QueryRequest): Promise<QueryRun> {
    const { caller, udfPath, journal = null } = request;
    const requestId = newRequestId();
    const endCursor = endCursorOf(journal);
    const { value, reads, ts } = await this.consistently(
      async (runtime, transaction) => {
        const call = newCall({
          kind: "query",
          udfPath,
          caller,
          requestId,
          runtime,
          transaction,
          endCursor: endCursor ?? null,
        });
        const outcome =
          endCursor === undefined
            ? this.report(invalidJournal(), udfPath, requestId)
            : await this.outcomeOf(call, request);
        // A page that fails before it is read keeps its end, or the next one would leave a gap or a double.
        const kept = outcome.ok ? null : journal;
        return { outcome, journal: formatJournal(call) ?? kept };
      },
    );
    return { ...value, reads, ts };
  }

  /** For an action: throws what the function threw. */
  async runFromAction(
    found: RegisteredFunction,
    args: JSONValue,
    from: Pick<CallOptions, "caller" | "requestId" | "scheduledFunctionId">,
  ): Promise<Result> {
    const { value } = await this.consistently(async (runtime, transaction) => {
      const { path: udfPath } = found;
      const kind = "query";
      const call = newCall({ ...from, kind, udfPath, runtime, transaction });
      const settled = invoke(found, call, args).then(
        (result) => () => result,
        (error: unknown) => () => {
          throw error;
        },
      );
      return withTimeLimit(settled);
    });
    return value();
  }

  private async consistently<T>(read: Read<T>): Promise<ConsistentRead<T>> {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const done = await this.attempt(read);
      if (done !== null) return done;
    }
    const { committer } = this.current().database;
    const { value } = await outsideCalls(() =>
      committer.submit({ run: () => this.attempt(read) }),
    );
    return must(value, "a commit beside a mutation");
  }

  /** Null if a commit touched what it read while it ran. */
  private async attempt<T>(read: Read<T>): Promise<ConsistentRead<T> | null> {
    const runtime = this.current();
    const transaction = runtime.database.read();
    this.history.begin();
    try {
      const value = await read(runtime, transaction);
      const reads = transaction.finishReads();
      const ts = runtime.database.latestTs;
      if (this.history.touchedSince(transaction.snapshotTs, reads)) return null;
      return { value, reads, ts };
    } finally {
      this.history.end();
    }
  }

  private async outcomeOf(
    call: Call,
    { udfPath, args }: QueryRequest,
  ): Promise<FunctionOutcome> {
    try {
      const found = findPublic(call.runtime.registry, udfPath, "query");
      return succeeded(await withTimeLimit(invoke(found, call, args)));
    } catch (error) {
      return this.report(error, udfPath, call.requestId);
    }
  }
}

/** Undefined for what is none of the journals that were given out: they come back by way of the client. */
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
  return new RequestError(
    "InvalidJournal",
    "The journal of this query is not one that the server gave out.",
  );
}

function formatJournal(call: Call): string | null {
  const endCursor = call.pageEndCursor;
  return endCursor === null ? null : JSON.stringify({ endCursor });
}
