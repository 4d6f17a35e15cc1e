import type { MutationCtx } from "../../_generated/server.js";
import type { Definition } from "../../../domain/changes/change";
import type { Member } from "../access";
import { requireUuid } from "../clientKeys";
import { applyChange, replacedBy } from "../writes/applyChange";
import type { Recorder } from "../writes/recorder";
import { openedMessage } from "./openedMessages";

type Changing = MutationCtx & {
  readonly member: Member;
  readonly recorder: Recorder;
};

/** Makes a change as its definition says, and gives the history what it needs. Returns the result of the function. */
export async function runChange<Args extends object>(
  ctx: Changing,
  change: Definition<Args>,
  args: Args & { readonly base?: object },
): Promise<unknown> {
  const { recorder, member } = ctx;
  const batch = change.batch?.(args);
  if (batch !== undefined) requireUuid("batch", batch);
  recorder.batch = batch;
  const applied = await applyChange({ ctx, member }, change, args);
  const { writes } = applied;
  const { base } = args;
  const seen = { writes, base };
  const replaced = await replacedBy(ctx, member.workspaceId, seen);
  // The history needs a replaced value that the person had not seen.
  recorder.isSeparate = change.isSeparate?.(args) === true || replaced !== null;
  if (change.many) recorder.counts = { [change.many.counted]: writes.length };
  const note = writes.find((write) => write.kind === "note");
  recorder.opened = note && openedMessage(note);
  return change.answer?.({ args, ...applied, replaced }) ?? null;
}
