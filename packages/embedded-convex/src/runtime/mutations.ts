/**
 * Runs mutations through the committer, each as one transaction.
 *
 * Idempotent per session and mutation id: a retry joins the run that is in progress or gets the recorded result. A
 * retry must come from the same identity and name the same function. Otherwise it is rejected: replying would show one
 * person's result to another, and running it could apply a mutation twice.
 */
import type { JSONValue } from "convex/values";
import { resolveCommitTs } from "../store/commitTs";
import type { Committed } from "../store/committer";
import type { IdempotencyKey, IdempotentCall } from "../store/sessionRequests";
import { callerPath, type FunctionOutcome } from "../functionCall";
import { type CallOptions, type Result, type Runtime, newCall } from "./call";
import { outsideCalls } from "./callContext";
import { newCorrelationId, RequestError } from "./failures";
import { type FunctionRequest, findPublic, invoke } from "./invoke";
import { type FailureReport, succeeded } from "./outcomes";
import type { RegisteredFunction } from "./registry";

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

type From = {
  readonly idempotentCall?: IdempotentCall | null;
  readonly session?: string | undefined;
  readonly isBackground?: boolean;
} & Pick<CallOptions, "caller" | "correlationId" | "scheduledFunctionId">;

export class Mutations {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #current: () => Runtime;
  readonly #report: FailureReport;

  constructor(current: () => Runtime, report: FailureReport) {
    this.#current = current;
    this.#report = report;
  }

  async run(request: MutationRequest): Promise<MutationRun> {
    if (request.idempotencyKey === undefined) return this.#commit(request, null);
    const call = {
      ...request.idempotencyKey,
      fingerprint: fingerprintOf(request),
    };
    const { requests } = this.#current().database;
    const recorded = requests.find(call);
    if (recorded !== null) {
      if (recorded.fingerprint !== call.fingerprint) return this.#refuse(request);
      const { value, ts } = recorded;
      return { outcome: { ok: true, value, logLines: [] }, ts };
    }
    const key = `${call.mutationId}/${call.sessionId}`;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      return underWay.fingerprint === call.fingerprint ? underWay.run : this.#refuse(request);
    }
    const run = this.#commit(request, call).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { fingerprint: call.fingerprint, run });
    return run;
  }

  /** Rejects with the error that the function threw. With `from.idempotentCall` the result is recorded for retries. */
  inTransaction(
    found: RegisteredFunction,
    args: JSONValue,
    { idempotentCall = null, session, isBackground = false, ...from }: From,
  ): Promise<Committed<Result>> {
    const { committer } = this.#current().database;
    return outsideCalls(() =>
      committer.submit<Result>({
        from: callerPath(from.caller, session),
        isBackground,
        ...(idempotentCall === null ? {} : { call: idempotentCall }),
        resultText: ({ text }) => text,
        run: async (transaction, ts) => {
          const runtime = this.#current();
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

  async #commit(
    { udfPath, args, caller }: MutationRequest,
    call: IdempotentCall | null,
  ): Promise<MutationRun> {
    const correlationId = newCorrelationId();
    const { registry, database } = this.#current();
    try {
      const found = findPublic(registry, udfPath, "mutation");
      const session = call?.sessionId;
      const from = { caller, correlationId, idempotentCall: call, session };
      const { value, ts } = await this.inTransaction(found, args, from);
      return { outcome: succeeded(value), ts };
    } catch (error) {
      const outcome = this.#report(error, udfPath, correlationId);
      return { outcome, ts: database.latestTs };
    }
  }

  #refuse({ udfPath }: MutationRequest): MutationRun {
    const error = new RequestError(
      "RequestIdReused",
      "This request of the session was made before, by someone else or of another function. Nothing was done.",
    );
    const outcome = this.#report(error, udfPath, newCorrelationId());
    return { outcome, ts: this.#current().database.latestTs };
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
