/** Runs actions and HTTP actions, and the functions that they call, each in a separate transaction. */
import type { HttpRouter } from "convex/server";
import type { JSONValue } from "convex/values";
import { RequestBodyError, type Caller, type FunctionOutcome } from "../functionCall";
import { type Call, type Result, type Runtime, afterLastTurn, newCall, runInCall } from "./call";
import { newCorrelationId } from "./failures";
import { type FunctionRequest, findPublic, invoke } from "./invoke";
import type { Mutations } from "./mutations";
import { type FailureReport, succeeded } from "./outcomes";
import type { Queries } from "./queries";
import type { RegisteredFunction } from "./registry";

/** A property that the `convex` package sets on an HTTP action and leaves out of its type. */
interface HttpAction {
  readonly invokeHttpAction: (request: Request) => Promise<Response>;
}

type Method = Parameters<HttpRouter["lookup"]>[1];

export class Actions {
  readonly #current: () => Runtime;
  readonly #queries: Queries;
  readonly #mutations: Mutations;
  readonly #report: FailureReport;

  constructor(
    current: () => Runtime,
    runners: { queries: Queries; mutations: Mutations },
    report: FailureReport,
  ) {
    this.#current = current;
    this.#queries = runners.queries;
    this.#mutations = runners.mutations;
    this.#report = report;
  }

  async run(request: FunctionRequest): Promise<FunctionOutcome> {
    const { udfPath, args, caller } = request;
    const runtime = this.#current();
    const correlationId = newCorrelationId();
    try {
      const found = findPublic(runtime.registry, udfPath, "action");
      const call = newCall({
        kind: "action",
        udfPath: found.path,
        caller,
        correlationId,
        runtime,
        transaction: null,
      });
      return succeeded(await invoke(found, call, args));
    } catch (error) {
      return this.#report(error, udfPath, correlationId);
    }
  }

  /** Null if no route of `convex/http.ts` matches. @throws RequestBodyError */
  async runHttp(request: Request, caller: Caller): Promise<Response | null> {
    const runtime = this.#current();
    const { pathname } = new URL(request.url);
    const method = request.method as Method;
    const route = runtime.registry.router?.lookup(pathname, method);
    if (!route) return null;
    const { invokeHttpAction } = route[0] as unknown as HttpAction;
    const call = newCall({
      kind: "http",
      udfPath: `${method} ${pathname}`,
      caller,
      correlationId: newCorrelationId(),
      runtime,
      transaction: null,
    });
    try {
      const response = await runInCall(call, () => invokeHttpAction(request));
      await afterLastTurn(call);
      return response;
    } catch (error) {
      if (error instanceof RequestBodyError) throw error;
      const failure = this.#report(error, call.udfPath, call.correlationId);
      const { message, data } = failure;
      return Response.json({ code: message, data }, { status: 500 });
    }
  }

  /** Runs a public or internal function that an action called. */
  async runFromAction(found: RegisteredFunction, args: JSONValue, from: Call): Promise<Result> {
    const { caller, correlationId, scheduledFunctionId, runtime } = from;
    const shared = { caller, correlationId, scheduledFunctionId };
    if (found.kind === "mutation") {
      const options = { ...shared, isBackground: true };
      const run = await this.#mutations.inTransaction(found, args, options);
      return run.value;
    }
    if (found.kind === "query") {
      return this.#queries.runFromAction(found, args, shared);
    }
    const { kind, path: udfPath } = found;
    const transaction = null;
    const call = newCall({ ...shared, kind, udfPath, runtime, transaction });
    return invoke(found, call, args);
  }
}
