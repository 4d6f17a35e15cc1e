/** Runs scheduled functions and cron jobs for the scheduler: without an identity, as Convex does. */
import type { Caller } from "../functionCall";
import { must } from "../store/errors";
import { type Runtime, newCall } from "./call";
import { uncaught } from "./failures";
import { findAny, invoke } from "./invoke";
import {
  isIn,
  type ScheduledFunction,
  type ScheduledSource,
  type ScheduledState,
} from "./scheduledFunctions";
import type { ScheduledFunctionRunner } from "./scheduler";

export function scheduledFunctionRunner(
  current: () => Runtime,
  source: ScheduledSource,
): ScheduledFunctionRunner {
  return {
    kindOf(scheduled) {
      const kind = current().registry.find(scheduled.path)?.kind;
      return kind === "mutation" || kind === "action" ? kind : null;
    },

    async runMutation(scheduled, onEnd, correlationId) {
      const runtime = current();
      await runtime.database.committer.submit({
        isBackground: true,
        run: async (transaction) => {
          if (!isIn("pending", scheduled, source.get(transaction, scheduled.id))) return;
          const mark = transaction.mark();
          let state: ScheduledState = { kind: "success" };
          try {
            const options = {
              ...callOptions(scheduled, runtime, correlationId),
              transaction,
            };
            await run(scheduled, newCall({ ...options, kind: "mutation" }));
          } catch (error) {
            transaction.undo(mark);
            state = { kind: "failed", error: uncaught(error) };
          }
          // A mutation may cancel itself: its writes count, and it ends as canceled.
          const { kind } = must(source.get(transaction, scheduled.id), scheduled.id);
          if (kind === "pending") source.setState(transaction, scheduled.id, state);
          transaction.afterCommit(() => onEnd(state));
        },
      });
    },

    async runAction(scheduled, correlationId) {
      const options = callOptions(scheduled, current(), correlationId);
      await run(scheduled, newCall({ ...options, kind: "action", transaction: null }));
    },
  };
}

function run(scheduled: ScheduledFunction, call: ReturnType<typeof newCall>) {
  const kind = call.kind === "action" ? "action" : "mutation";
  const found = findAny(call.runtime.registry, scheduled.path, kind);
  return invoke(found, call, scheduled.args);
}

/** There is no client, so URLs use the origin in the environment, as code outside of a call does. */
export function noCaller(): Caller {
  return { identity: null, origin: process.env.CONVEX_SITE_URL ?? "" };
}

function callOptions(scheduled: ScheduledFunction, runtime: Runtime, correlationId: string) {
  const caller = noCaller();
  const { path: udfPath, scheduledFunctionId } = scheduled;
  return { udfPath, caller, correlationId, runtime, scheduledFunctionId };
}
