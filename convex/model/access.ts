import type { Auth, UserIdentity } from "convex/server";
import { isSameDeployment } from "../../domain/calls/deployments";
import { isTrashKey } from "../../domain/history/trashKeys";
import { workspaceOf } from "../../domain/calls/workspaces";
import { environment } from "./environment";
import { notSignedIn } from "./errors";

type WithAuth = { readonly auth: Auth };

/** The signed-in person, as recorded with what they do. */
export type Member = {
  readonly workspaceId: string;
  /** The token's subject, which stays the same for the life of the account. */
  readonly by: string;
  readonly byName: string;
};

/**
 * The caller and their workspace, read from the verified token and never from
 * an argument. The workspace is the organization if the token names one, else
 * the person. Throws if nobody is signed in, if the workspace is a trash, or if
 * the token is for another deployment.
 */
export async function withMember(ctx: WithAuth): Promise<{ workspaceId: string; member: Member }> {
  const identity = await requireIdentity(ctx);
  const workspaceId = workspaceOf(identity.subject, identity);
  if (isTrashKey(workspaceId) || isElsewhere(identity["deployment"])) throw notSignedIn();
  const member = {
    workspaceId,
    by: identity.subject,
    byName: textOf(identity.name) ?? textOf(identity.email) ?? identity.subject,
  };
  return { workspaceId, member };
}

async function requireIdentity(ctx: WithAuth): Promise<UserIdentity> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) throw notSignedIn();
  return identity;
}

/** An operator of several deployments names the office's deployment in its tokens (docs/hosted-operations.md). */
function isElsewhere(deployment: unknown): boolean {
  const named = textOf(deployment);
  const own = environment().CONVEX_CLOUD_URL ?? "";
  return named !== null && !isSameDeployment(named, own);
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim !== "" ? claim : null;
}
