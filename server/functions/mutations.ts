/**
 * Runs mutations through the committer, each as one transaction, and each request of a client's session
 * once: a repetition joins the one that is under way or is answered from the record.
 */
import type { JSONValue } from "convex/values";
import { resolveCommitTs } from "../store/commitTs";
import type { Committed } from "../store/committer";
import type { SessionRequest } from "../store/sessionRequests";
import { type CallOptions, newCall, outsideCalls } from "./call";
import { type FunctionOutcome, newRequestId } from "./failures";
import {
  type FunctionRequest,
  type Result,
  findPublic,
  invoke,
} from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
import type { RegisteredFunction } from "./registry";
import type { Runtime } from "./runtime";

export interface MutationRequest extends FunctionRequest {
  readonly request?: SessionRequest;
}

export interface MutationRun {
  readonly outcome: FunctionOutcome;
  readonly ts: bigint;
}

type From = Pick<CallOptions, "caller" | "requestId" | "scheduledFunctionId">;

export class Mutations {
  private readonly underWay = new Map<string, Promise<MutationRun>>();
  private readonly current: () => Runtime;
  private readonly report: FailureReport;

  constructor(current: () => Runtime, report: FailureReport) {
    this.current = current;
    this.report = report;
  }

  async run(request: MutationRequest): Promise<MutationRun> {
    const session = request.request;
    if (session === undefined) return this.commit(request);
    const recorded = this.current().database.requests.recorded(session);
    if (recorded !== null) {
      const { value, ts } = recorded;
      return { outcome: { ok: true, value, logLines: [] }, ts };
    }
    const key = `${session.requestId}/${session.sessionId}`;
    let run = this.underWay.get(key);
    if (run === undefined) {
      run = this.commit(request).finally(() => this.underWay.delete(key));
      this.underWay.set(key, run);
    }
    return run;
  }

  /** Throws what the function threw. */
  inTransaction(
    found: RegisteredFunction,
    args: JSONValue,
    from: From,
    request?: SessionRequest,
  ): Promise<Committed<Result>> {
    const { committer } = this.current().database;
    return outsideCalls(() =>
      committer.submit<Result>({
        ...(request === undefined ? {} : { request }),
        resultText: ({ text }) => text,
        run: async (transaction, ts) => {
          const runtime = this.current();
          const { kind, path: udfPath } = found;
          const call = newCall({
            ...from,
            kind,
            udfPath,
            runtime,
            transaction,
          });
          return withCommitTs(await invoke(found, call, args), ts);
        },
      }),
    );
  }

  private async commit(request: MutationRequest): Promise<MutationRun> {
    const { udfPath, args, caller } = request;
    const requestId = newRequestId();
    const { registry, database } = this.current();
    try {
      const found = findPublic(registry, udfPath, "mutation");
      const from = { caller, requestId };
      const { value, ts } = await this.inTransaction(
        found,
        args,
        from,
        request.request,
      );
      return { outcome: succeeded(value), ts };
    } catch (error) {
      const outcome = this.report(error, udfPath, requestId);
      return { outcome, ts: database.latestTs };
    }
  }
}

function withCommitTs(result: Result, ts: bigint): Result {
  if (!result.text.includes('"$commitTs"')) return result;
  const value = resolveCommitTs(result.value, ts);
  return { value, text: JSON.stringify(value) };
}
