/**
 * Runs mutations through the committer, each as one transaction, and each request of a client's session
 * once: a repetition joins the one that is under way or is answered from the record.
 *
 * A repetition is by the same person and of the same function. Anything else under the same number is
 * refused: an answer would tell one person what another did, and running it could do one thing twice.
 */
import type { JSONValue } from "convex/values";
import { resolveCommitTs } from "../store/commitTs";
import type { Committed } from "../store/committer";
import type { IdempotencyKey, IdempotentCall } from "../store/sessionRequests";
import { type CallOptions, newCall, outsideCalls } from "./call";
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

export interface MutationRequest extends FunctionRequest {
  readonly idempotencyKey?: IdempotencyKey;
}

export interface MutationRun {
  readonly outcome: FunctionOutcome;
  readonly ts: bigint;
}

interface UnderWay {
  readonly fingerprint: string;
  readonly run: Promise<MutationRun>;
}

type From = Pick<CallOptions, "caller" | "requestId" | "scheduledFunctionId">;

export class Mutations {
  private readonly underWay = new Map<string, UnderWay>();
  private readonly current: () => Runtime;
  private readonly report: FailureReport;

  constructor(current: () => Runtime, report: FailureReport) {
    this.current = current;
    this.report = report;
  }

  async run(request: MutationRequest): Promise<MutationRun> {
    if (request.idempotencyKey === undefined) return this.commit(request, null);
    const call = {
      ...request.idempotencyKey,
      fingerprint: fingerprintOf(request),
    };
    const { requests } = this.current().database;
    const recorded = requests.find(call);
    if (recorded !== null) {
      if (recorded.fingerprint !== call.fingerprint)
        return this.refuse(request);
      const { value, ts } = recorded;
      return { outcome: { ok: true, value, logLines: [] }, ts };
    }
    const key = `${call.mutationId}/${call.sessionId}`;
    const underWay = this.underWay.get(key);
    if (underWay !== undefined) {
      return underWay.fingerprint === call.fingerprint
        ? underWay.run
        : this.refuse(request);
    }
    const run = this.commit(request, call).finally(() =>
      this.underWay.delete(key),
    );
    this.underWay.set(key, { fingerprint: call.fingerprint, run });
    return run;
  }

  /** Throws what the function threw. */
  inTransaction(
    found: RegisteredFunction,
    args: JSONValue,
    from: From,
    idempotentCall: IdempotentCall | null = null,
  ): Promise<Committed<Result>> {
    const { committer } = this.current().database;
    return outsideCalls(() =>
      committer.submit<Result>({
        ...(idempotentCall === null ? {} : { call: idempotentCall }),
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

  private async commit(
    { udfPath, args, caller }: MutationRequest,
    call: IdempotentCall | null,
  ): Promise<MutationRun> {
    const requestId = newRequestId();
    const { registry, database } = this.current();
    try {
      const found = findPublic(registry, udfPath, "mutation");
      const from = { caller, requestId };
      const { value, ts } = await this.inTransaction(found, args, from, call);
      return { outcome: succeeded(value), ts };
    } catch (error) {
      const outcome = this.report(error, udfPath, requestId);
      return { outcome, ts: database.latestTs };
    }
  }

  private refuse({ udfPath }: MutationRequest): MutationRun {
    const error = new RequestError(
      "RequestIdReused",
      "This request of the session was made before, by someone else or of another function. Nothing was done.",
    );
    const outcome = this.report(error, udfPath, newRequestId());
    return { outcome, ts: this.current().database.latestTs };
  }
}

function fingerprintOf({ udfPath, caller }: MutationRequest): string {
  return JSON.stringify([udfPath, caller.identity?.tokenIdentifier ?? null]);
}

function withCommitTs(result: Result, ts: bigint): Result {
  if (!result.text.includes('"$commitTs"')) return result;
  const value = resolveCommitTs(result.value, ts);
  return { value, text: JSON.stringify(value) };
}
