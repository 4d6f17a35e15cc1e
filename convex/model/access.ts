import type { Auth, UserIdentity } from "convex/server";
import { notSignedIn } from "./errors";

/**
 * The workspace of the caller, from the verified token alone and never from an
 * argument: the organisation if the token names one, else the person.
 */
export async function requireWorkspace(ctx: {
  readonly auth: Auth;
}): Promise<string> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) throw notSignedIn();
  return workspaceOf(identity);
}

function workspaceOf(identity: UserIdentity): string {
  return (
    textOf(identity["org_id"]) ?? organisationOf(identity) ?? identity.subject
  );
}

/** Clerk's newer session tokens carry the organisation as `o.id`. */
function organisationOf(identity: UserIdentity): string | null {
  const organisation = identity["o"];
  if (typeof organisation !== "object" || organisation === null) return null;
  return "id" in organisation ? textOf(organisation["id"]) : null;
}

function textOf(claim: unknown): string | null {
  return typeof claim === "string" && claim !== "" ? claim : null;
}
