import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { writeSearches } from "../customers/derived";
import { writeHistory } from "../history/writeHistory";
import { writeSums } from "../jobs/lineSums";
import { Recorder } from "../writes/recorder";
import { must } from "../errors";
import { beginRun, requireOperation } from "./operations";

/** The context of a step, and what to do after it. */
export async function inStep(ctx: MutationCtx, operationId: Id<"tasks">) {
  const operation = await requireOperation(ctx, operationId);
  const recorder = await recorderOf(ctx, operation);
  return {
    ctx: { ...recorder.ctx, operation, recorder },
    args: {},
    onSuccess: async () => {
      await writeSearches(recorder);
      await writeSums(recorder);
      if (recorder.author !== null) await writeHistory(recorder);
    },
  };
}

/** The step's changes belong to the run of its operation. */
async function recorderOf(ctx: MutationCtx, operation: Doc<"tasks">): Promise<Recorder> {
  const { workspaceId, task } = operation;
  // An operation that an earlier version began has no run and no author.
  const runId =
    operation.runId ??
    (await beginRun(ctx, {
      member: { workspaceId, by: workspaceId, byName: "" },
      task,
    }));
  if (operation.runId === undefined) await ctx.db.patch("tasks", operation._id, { runId });
  const run = must(await ctx.db.get("changes", runId), "the operation's run");
  const member = { workspaceId, by: run.by, byName: run.byName };
  // "Remove demo data" undoes this one, by the marks of the rows.
  if (task === "generate") return new Recorder(ctx, null);
  return new Recorder(ctx, { member, kind: task, runId });
}
