import type { Auth, UserIdentity } from "convex/server";
import { notSignedIn } from "./errors";

type Signed = { readonly auth: Auth };

/** Who does something, for what is written down under a name. */
export type Member = {
  readonly workspaceId: string;
  /** The subject of the token: the same for as long as the account lives. */
  readonly by: string;
  readonly byName: string;
};

/**
 * The workspace of the caller, from the verified token alone and never from an
 * argument: the organisation if the token names one, else the person.
 */
export async function requireWorkspace(ctx: Signed): Promise<string> {
  return workspaceOf(await requireIdentity(ctx));
}

export async function requireMember(ctx: Signed): Promise<Member> {
  const identity = await requireIdentity(ctx);
  return {
    workspaceId: workspaceOf(identity),
    by: identity.subject,
    byName: textOf(identity.name) ?? textOf(identity.email) ?? identity.subject,
  };
}

async function requireIdentity(ctx: Signed): Promise<UserIdentity> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) throw notSignedIn();
  return identity;
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
