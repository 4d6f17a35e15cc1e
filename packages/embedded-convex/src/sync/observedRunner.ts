/** Wraps a runner to report each function call by a client, for metrics: kind, name, outcome and duration. */
import type { FunctionOutcome } from "../functionCall";
import type { FunctionRunner } from "./functionRunner";

/** `refused`: the function threw a ConvexError, an expected result; `failed`: any other error. */
type CallOutcome = "done" | "refused" | "failed";

export interface FinishedCall {
  readonly kind: "query" | "mutation" | "action";
  /** The function's name as its module declares it; null for an unknown function, since clients can send any name. */
  readonly name: string | null;
  readonly outcome: CallOutcome;
  /** Duration in milliseconds. */
  readonly ms: number;
}

export interface ObservedRunnerOptions<Reads, Writes> {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly nameOf: (udfPath: string) => string | null;
  readonly onCall: (call: FinishedCall) => void;
}

export function observedRunner<Reads, Writes>({
  runner,
  nameOf,
  onCall,
}: ObservedRunnerOptions<Reads, Writes>): FunctionRunner<Reads, Writes> {
  // Returns the original promise: a derived one would settle later and change the order of messages.
  const observed = <Run>(
    { kind, udfPath }: { kind: FinishedCall["kind"]; udfPath: string },
    run: Promise<Run>,
    outcomeOf: (run: Run) => FunctionOutcome,
  ): Promise<Run> => {
    const startedAt = performance.now();
    const report = (outcome: CallOutcome) =>
      onCall({
        kind,
        name: nameOf(udfPath),
        outcome,
        ms: performance.now() - startedAt,
      });
    run.then(
      (finished) => report(callOutcome(outcomeOf(finished))),
      () => report("failed"),
    );
    return run;
  };
  return {
    get latestTs() {
      return runner.latestTs;
    },
    openSnapshot: () => runner.openSnapshot(),
    takeTurn: (caller, session) => runner.takeTurn(caller, session),
    promote: (caller, session) => runner.promote(caller, session),
    runQuery: (call) => observed({ kind: "query", ...call }, runner.runQuery(call), outcomeOf),
    runMutation: (call) =>
      observed({ kind: "mutation", ...call }, runner.runMutation(call), outcomeOf),
    runAction: (call) =>
      observed({ kind: "action", ...call }, runner.runAction(call), (outcome) => outcome),
    onCommit: (listener) => runner.onCommit(listener),
  };
}

function outcomeOf(run: { outcome: FunctionOutcome }): FunctionOutcome {
  return run.outcome;
}

function callOutcome(outcome: FunctionOutcome): CallOutcome {
  if (outcome.ok) return "done";
  return outcome.data === undefined ? "failed" : "refused";
}
