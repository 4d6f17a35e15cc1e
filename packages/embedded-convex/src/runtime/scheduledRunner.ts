/** How the scheduler runs a task's function: without an identity, as Convex does. */
import { type Caller, newCall } from "./call";
import { uncaught } from "./failures";
import { findAny, invoke } from "./invoke";
import type { Runtime } from "./runtime";
import type { Task, TaskState } from "./scheduledFunctions";
import type { TaskRunner } from "./scheduler";

export function taskRunner(current: () => Runtime): TaskRunner {
  return {
    kindOf(task) {
      const kind = current().registry.find(task.path)?.kind;
      return kind === "mutation" || kind === "action" ? kind : null;
    },

    async runMutation(task, settle, requestId) {
      const runtime = current();
      const { database, tasks } = runtime;
      await database.committer.submit({
        run: async (transaction) => {
          if (tasks.get(transaction, task.id)?.kind !== "pending") return;
          const mark = transaction.mark();
          let state: TaskState = { kind: "success" };
          try {
            const options = {
              ...callOptions(task, runtime, requestId),
              transaction,
            };
            await run(task, newCall({ ...options, kind: "mutation" }));
          } catch (error) {
            transaction.undo(mark);
            state = { kind: "failed", error: uncaught(error) };
          }
          tasks.setState(transaction, task.id, state);
          transaction.afterCommit(() => settle(state));
        },
      });
    },

    async runAction(task, requestId) {
      const options = callOptions(task, current(), requestId);
      await run(
        task,
        newCall({ ...options, kind: "action", transaction: null }),
      );
    },
  };
}

function run(task: Task, call: ReturnType<typeof newCall>) {
  const kind = call.kind === "action" ? "action" : "mutation";
  const found = findAny(call.runtime.registry, task.path, kind);
  return invoke(found, call, task.args);
}

function callOptions(task: Task, runtime: Runtime, requestId: string) {
  // No client is involved: addresses come from the environment, as outside of a call.
  const caller: Caller = {
    identity: null,
    origin: process.env.CONVEX_SITE_URL ?? "",
  };
  const { path: udfPath, id: scheduledFunctionId } = task;
  return { udfPath, caller, requestId, runtime, scheduledFunctionId };
}
