/**
 * Runs queries on committed data, beside mutations and never waiting for them.
 *
 * A query that gives way to others may see the database before and after a commit. If that commit
 * touched what it read, it is run again; after some attempts it is run while no commit happens. So what
 * is returned is always the answer as of one commit, together with all that it depends on.
 */
import type { Commit, ReadSet } from "../store/readSet";
import { withTimeLimit } from "../store/timeLimit";
import { type Call, newCall } from "./call";
import { CommitHistory } from "./commitHistory";
import { type FunctionOutcome, newRequestId } from "./failures";
import { type FunctionRequest, findPublic, invoke } from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
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
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const run = await this.attempt(request);
      if (run !== null) return run;
    }
    const { committer } = this.current().database;
    const { value } = await committer.submit({
      run: () => this.attempt(request),
    });
    if (value === null) throw new Error("A commit ran beside a mutation");
    return value;
  }

  /** Null if a commit touched what it read while it ran. */
  private async attempt(request: QueryRequest): Promise<QueryRun | null> {
    const runtime = this.current();
    const transaction = runtime.database.read();
    const call = newCall({
      kind: "query",
      udfPath: request.udfPath,
      caller: request.caller,
      requestId: newRequestId(),
      runtime,
      transaction,
      endCursor: parseJournal(request.journal ?? null),
    });
    this.history.begin();
    try {
      const outcome = await this.outcomeOf(call, request);
      const reads = transaction.finishReads();
      const ts = runtime.database.latestTs;
      if (this.history.touchedSince(transaction.snapshotTs, reads)) return null;
      return { outcome, journal: formatJournal(call), ts, reads };
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

function parseJournal(journal: string | null): string | null {
  if (journal === null) return null;
  const { endCursor } = JSON.parse(journal) as { endCursor?: unknown };
  return typeof endCursor === "string" ? endCursor : null;
}

function formatJournal(call: Call): string | null {
  const endCursor = call.pageEndCursor;
  return endCursor === null ? null : JSON.stringify({ endCursor });
}
