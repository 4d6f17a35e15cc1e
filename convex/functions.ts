import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { action, mutation, query } from "./_generated/server";
import { withMember } from "./model/access";

/**
 * The builders of every public function. Each verifies the caller's token
 * before the handler runs and puts `workspaceId` and `member` into its context.
 * Lint refuses the plain builders outside this file, so a public function
 * without a workspace check cannot be written. Internal functions use Convex's
 * own builders: no client can call them, and a scheduled run has no caller.
 */
export const workspaceQuery = customQuery(query, customCtx(withMember));
export const workspaceMutation = customMutation(
  mutation,
  customCtx(withMember),
);
export const workspaceAction = customAction(action, customCtx(withMember));
