import type { GenericDatabaseReader, GenericDataModel } from "convex/server";
import type { GenericValidator, PropertyValidators } from "convex/values";
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { action, mutation, query } from "./_generated/server";
import { withMember } from "./model/access";
import { inputCheck, type Arguments } from "./model/input";

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
export const workspaceMutation = checkingInput(
  customMutation(mutation, customCtx(withMember)),
);
export const workspaceAction = checkingInput(
  customAction(action, customCtx(withMember)),
);

type Definition = {
  readonly args: PropertyValidators;
  readonly returns: GenericValidator;
  readonly handler: Handler;
};

type Handler = (
  ctx: { readonly db?: GenericDatabaseReader<GenericDataModel> },
  args: Arguments,
) => unknown;

type Registered = { readonly exportArgs: () => string };

/**
 * The builder for functions that check their own arguments. It registers them
 * without argument validators, because Convex would apply those before the
 * handler runs, and so before the caller's identity is known. Static types stay
 * the builder's. `exportCheckedArgs` describes the arguments as `exportArgs` would.
 */
function checkingInput<Builder extends (definition: never) => unknown>(
  builder: Builder,
): Builder {
  const register = builder as unknown as (
    definition: Partial<Definition>,
  ) => Registered;
  return ((definition: Definition) => {
    const { args, returns, handler } = definition;
    const check = inputCheck(args);
    const checked: Handler = async (ctx, given) =>
      await handler(ctx, check(given, ctx.db));
    return Object.assign(register({ returns, handler: checked }), {
      exportCheckedArgs: register(definition).exportArgs,
    });
  }) as unknown as Builder;
}
