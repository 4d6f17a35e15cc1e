import type { GenericDatabaseReader, GenericDataModel } from "convex/server";
import {
  v,
  type GenericValidator,
  type PropertyValidators,
} from "convex/values";
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import type { ChangeKind } from "../domain/history";
import {
  action,
  internalMutation,
  mutation,
  query,
  type MutationCtx,
} from "./_generated/server";
import { withMember, type Member } from "./model/access";
import { Recorder } from "./model/writes/recorder";
import { writeHistory } from "./model/history/writeHistory";
import {
  answerOnce,
  requireDate,
  requireSender,
  sentFields,
} from "./model/history/intents";
import { inputCheck, type Arguments } from "./model/input";
import { inStep } from "./model/operations/steps";

/**
 * The builders of every public function. Each verifies the caller's token, puts
 * `workspaceId` and `member` into the context, and then checks the size and the
 * types of the arguments, before the handler runs. Lint refuses the plain
 * builders outside this file, so a public function without these checks cannot
 * be written. Internal functions use Convex's own builders: no client can call
 * them, and a scheduled run has no caller.
 */
export const workspaceQuery = checkingInput(
  customQuery(query, customCtx(withMember)),
);
export const workspaceAction = checkingInput(
  customAction(action, customCtx(withMember)),
);

/**
 * A mutation by which a person changes something. `kind` names it in the
 * history. Its database is a recorder's: derived data follows, deleted rows are
 * kept, and what changed is recorded. A client may send an `intentId` with the
 * call, and then send the call again without doing it twice.
 */
export const workspaceMutation = checkingInput(
  customMutation(mutation, customCtx(withMember)),
  recordChanges,
) as unknown as typeof typedMutation;

// Only for its types: the arguments that every such mutation takes, and `kind`.
const typedMutation = customMutation(mutation, {
  args: sentFields,
  input: async (ctx, _sent, _extra: { readonly kind: ChangeKind }) => ({
    ctx: {
      ...(await withMember(ctx)),
      recorder: new Recorder(ctx, null),
    },
    args: {},
  }),
});

/** A step of a long-running operation. Its writes are part of the operation's run. */
export const stepMutation = customMutation(internalMutation, {
  args: { operationId: v.id("tasks") },
  input: async (ctx, { operationId }) => await inStep(ctx, operationId),
});

type Definition = {
  readonly args: PropertyValidators;
  readonly returns: GenericValidator;
  readonly handler: Handler;
  readonly kind?: ChangeKind;
};

type Context = { readonly db?: GenericDatabaseReader<GenericDataModel> };

type Handler = (ctx: Context, args: Arguments) => unknown;

type Registered = { readonly exportArgs: () => string };

/**
 * The builder for functions that check their own arguments. It registers them
 * without argument validators, because Convex would apply those before the
 * handler runs, and so before the caller's identity is known. Static types stay
 * the builder's. `exportCheckedArgs` describes the arguments as `exportArgs` would.
 */
function checkingInput<Builder extends (definition: never) => unknown>(
  builder: Builder,
  wrap: (definition: Definition) => Definition = (definition) => definition,
): Builder {
  const register = builder as unknown as (
    definition: Partial<Definition>,
  ) => Registered;
  return ((definition: Definition) => {
    const { args, returns, handler } = wrap(definition);
    const check = inputCheck(args);
    const checked: Handler = async (ctx, given) =>
      await handler(ctx, check(given, ctx.db));
    return Object.assign(register({ returns, handler: checked }), {
      exportCheckedArgs: register({ args, returns, handler }).exportArgs,
    });
  }) as unknown as Builder;
}

function recordChanges(definition: Definition): Definition {
  const { args, kind, handler } = definition;
  if (kind === undefined) throw new Error("A mutation needs a kind.");
  return {
    ...definition,
    args: { ...args, ...sentFields },
    handler: async (ctx, { intentId, deviceAt, sentFor, ...given }) => {
      const caller = ctx as MutationCtx & { readonly member: Member };
      requireSender(caller.member, sentFor as string | undefined);
      const shownAt = deviceAt as number | undefined;
      requireDate(shownAt);
      const author = { member: caller.member, kind, deviceAt: shownAt };
      const run = async () => {
        const recorder = new Recorder(caller, author);
        const changing = { ...recorder.ctx, recorder };
        const result = await handler(changing, given);
        return {
          result,
          changeId: await writeHistory(recorder),
          txnIds: recorder.txns,
        };
      };
      const intent = intentId as string | undefined;
      return await answerOnce(caller, { intent, author, given }, run);
    },
  };
}
