import type { RegisteredMutation } from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
  type VNull,
} from "convex/values";
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
  type CustomBuilder,
} from "convex-helpers/server/customFunctions";
import { changeKindOf } from "../domain/changes/all";
import type { Definition as ChangeDefinition } from "../domain/changes/change";
import type { ChangeKind } from "../domain/history/history";
import { internal } from "./_generated/api";
import {
  action,
  internalMutation,
  mutation,
  query,
  type ActionCtx,
  type QueryCtx,
  type DatabaseReader,
  type MutationCtx,
} from "./_generated/server";
import { withMember, type Member } from "./model/access";
import { Recorder } from "./model/writes/recorder";
import { writeSums } from "./model/jobs/lineSums";
import { countChange } from "./model/files/uploadedBytes";
import { runChange } from "./model/history/runChange";
import { writeHistory } from "./model/history/writeHistory";
import {
  answerOnce,
  requireDate,
  requireSender,
  senderField,
  sentFields,
} from "./model/history/intents";
import { inputCheck, type Arguments } from "./model/input";
import { requestRebuild } from "./model/operations/rebuild";
import { inStep } from "./model/operations/steps";
import { requireReadable } from "./model/workspaces/closings";
import { requireNoMove } from "./model/workspaces/moves";

/**
 * The builders of every public function. Each verifies the caller's token, puts
 * `workspaceId` and `member` into the context, and then checks the size and the
 * types of the arguments, before the handler runs. Lint refuses the plain
 * builders outside this file, so a public function without these checks cannot
 * be written. Internal functions use Convex's own builders: no client can call
 * them, and a scheduled run has no caller.
 */
export const workspaceQuery = checkingInput(customQuery(query, customCtx(withReader)));

const checkedAction = checkingInput(customAction(action, customCtx(withMember)));

const checkedMutation = checkingInput(customMutation(mutation, customCtx(withMember)));

const recordingMutation = (change: Change) => checkedMutation(ofItsSender(recordChanges(change)));

/** An action, which also takes `senderField`. `rate` is its kind in model/personRates.ts. */
export const workspaceAction = ((definition: ActionDefinition) =>
  checkedAction(ofItsSender(admitted(definition)))) as WorkspaceAction;

/**
 * A mutation by which a person changes something. `kind` names it in the
 * history. Its database is a recorder's: derived data follows, deleted rows are
 * kept, and what changed is recorded. A client may send an `intentId` with the
 * call, and then send the call again without doing it twice.
 */
export const workspaceMutation = recordingMutation as WorkspaceMutation;

/** The mutation that makes a change as domain/changes defines it. Returns null unless `returns` says more. */
export function mutationOf<
  Args extends PropertyValidators,
  Returns extends GenericValidator = VNull,
>(
  change: ChangeDefinition<ObjectType<Args>>,
  { args, returns }: { readonly args: Args; readonly returns?: Returns },
) {
  const registered: unknown = recordingMutation({
    kind: changeKindOf(change) as ChangeKind,
    isSameById: change.isSameById === true,
    args,
    returns: returns ?? v.null(),
    handler: async (ctx, given) => await runChange(ctx, change, given as ObjectType<Args>),
  });
  return registered as RegisteredMutation<
    "public",
    ObjectType<Args & typeof senderField & typeof sentFields>,
    Promise<Infer<Returns>>
  >;
}

async function withReader(ctx: QueryCtx) {
  const caller = await withMember(ctx);
  await requireReadable(ctx, caller.workspaceId);
  return caller;
}

/** A step of a long-running operation. Its writes are part of the operation's run. */
export const stepMutation = customMutation(internalMutation, {
  args: { operationId: v.id("tasks") },
  input: async (ctx, { operationId }) => await inStep(ctx, operationId),
});

type Caller = { readonly workspaceId: string; readonly member: Member };

type Registration<Ctx> = {
  readonly returns: GenericValidator;
  readonly handler: (ctx: Ctx, args: Arguments) => unknown;
};

type Definition<Ctx> = Registration<Ctx> & {
  readonly args: PropertyValidators;
};

type ActionDefinition = Definition<ActionCtx & Caller> & Rated;

type Rated = { readonly rate?: "seed" };

type Recording = Caller & { readonly recorder: Recorder };

type OfChange = {
  readonly kind: ChangeKind;
  /** See `Definition` in domain/changes/change.ts. */
  readonly isSameById?: boolean;
};

type Change = Definition<MutationCtx & Recording> & OfChange;

/** `checkedAction`, with the `rate` and the field that it takes. */
type WorkspaceAction = CustomBuilder<
  "action",
  typeof senderField,
  Caller,
  Record<string, never>,
  ActionCtx,
  "public",
  Rated
>;

/** `recordingMutation`, with the `kind` and the fields that it takes and the `recorder` that it gives. */
type WorkspaceMutation = CustomBuilder<
  "mutation",
  typeof senderField & typeof sentFields,
  Recording,
  Record<string, never>,
  MutationCtx,
  "public",
  OfChange
>;

type Context = Caller & { readonly db?: DatabaseReader };

/**
 * The builder for functions that check their own arguments. It registers them
 * without argument validators, because Convex would apply those before the
 * handler runs, and so before the caller's identity is known. Static types stay
 * the builder's. `exportCheckedArgs` describes the arguments as `exportArgs` would.
 */
function checkingInput<Builder extends (definition: Registration<Context>) => object>(
  register: Builder,
): Builder {
  const build = (definition: Definition<Context>): object => {
    const { args, returns, handler } = definition;
    const check = inputCheck(args);
    const registered = register({
      returns,
      handler: async (ctx, given) => await handler(ctx, check(given, ctx.db)),
    });
    // Convex's types leave exportArgs out.
    const exportCheckedArgs: unknown = Reflect.get(register(definition), "exportArgs");
    return Object.assign(registered, { exportCheckedArgs });
  };
  return build as Builder;
}

/**
 * Refuses a call that a page sends for another person or office than its token names, before anything else is done.
 * Pages of an earlier build, and calls that they stored, do not name their sender.
 */
function ofItsSender<Ctx extends Caller>(definition: Definition<Ctx>): Definition<Ctx> {
  const { args, handler } = definition;
  return {
    ...definition,
    args: { ...args, ...senderField },
    handler: async (ctx, { sentFor, ...given }) => {
      requireSender(ctx.member, sentFor);
      return await handler(ctx, given);
    },
  };
}

function admitted({ rate, ...definition }: ActionDefinition) {
  return {
    ...definition,
    handler: async (ctx: ActionCtx & Caller, args: Arguments) => {
      const { workspaceId, by } = ctx.member;
      const kind = rate ?? "action";
      await ctx.runMutation(internal.operations.admit, {
        workspaceId,
        by,
        kind,
      });
      return await definition.handler(ctx, args);
    },
  };
}

function recordChanges(change: Change): Definition<MutationCtx & Caller> {
  const { args, returns, handler, kind, isSameById = false } = change;
  return {
    args: { ...args, ...sentFields },
    returns,
    handler: async (ctx, { intentId, deviceAt, ...given }) => {
      requireDate(deviceAt);
      await requireNoMove(ctx, ctx.workspaceId);
      await requestRebuild(ctx, ctx.workspaceId);
      const author = { member: ctx.member, kind, deviceAt };
      const call = { intentId, author, given, isSameById };
      return await answerOnce(ctx, call, async () => {
        await countChange(ctx, ctx.workspaceId, given);
        const recorder = new Recorder(ctx, author);
        const changing = { ...ctx, db: recorder.ctx.db, recorder };
        const result = await handler(changing, given);
        await writeSums(recorder);
        const changeId = await writeHistory(recorder);
        return { result, changeId, txnIds: recorder.txns };
      });
    },
  };
}
