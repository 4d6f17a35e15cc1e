/** How the scheduler runs a job's function: without an identity, as Convex does. */
import { type Caller, newCall } from "./call";
import { uncaught } from "./failures";
import { findAny, invoke } from "./invoke";
import type { Runtime } from "./runtime";
import type { Job, JobState } from "./scheduledJobs";
import type { JobRunner } from "./scheduler";

export function jobRunner(current: () => Runtime): JobRunner {
  return {
    kindOf(job) {
      const kind = current().registry.find(job.path)?.kind;
      return kind === "mutation" || kind === "action" ? kind : null;
    },

    async runMutation(job, settle, requestId) {
      const runtime = current();
      const { database, jobs } = runtime;
      await database.committer.submit({
        run: async (transaction) => {
          if (jobs.get(transaction, job.id)?.kind !== "pending") return;
          const mark = transaction.mark();
          let state: JobState = { kind: "success" };
          try {
            const options = {
              ...callOptions(job, runtime, requestId),
              transaction,
            };
            await run(job, newCall({ ...options, kind: "mutation" }));
          } catch (error) {
            transaction.undo(mark);
            state = { kind: "failed", error: uncaught(error) };
          }
          jobs.setState(transaction, job.id, state);
          transaction.afterCommit(() => settle(state));
        },
      });
    },

    async runAction(job, requestId) {
      const options = callOptions(job, current(), requestId);
      await run(
        job,
        newCall({ ...options, kind: "action", transaction: null }),
      );
    },
  };
}

function run(job: Job, call: ReturnType<typeof newCall>) {
  const kind = call.kind === "action" ? "action" : "mutation";
  const found = findAny(call.runtime.registry, job.path, kind);
  return invoke(found, call, job.args);
}

function callOptions(job: Job, runtime: Runtime, requestId: string) {
  // No client is involved: addresses come from the environment, as outside of a call.
  const caller: Caller = {
    identity: null,
    origin: process.env.CONVEX_SITE_URL ?? "",
  };
  const { path: udfPath, id: scheduledFunctionId } = job;
  return { udfPath, caller, requestId, runtime, scheduledFunctionId };
}
