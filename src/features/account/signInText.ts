import type { SignUpPolicy } from "@/session/accountsApi";
import type { AccountFormKind } from "./AccountForm";

/** Title for an invitation that was used, withdrawn, has expired or is unknown. The server says which. */
export const UNUSABLE_INVITATION = "This invitation cannot be used";

export function defaultKind({ policy }: SignUpPolicy): AccountFormKind {
  return policy === "first" || policy === "invited" ? "signUp" : "signIn";
}

/** Title and description of the sign-in modal. */
export function signInText(kind: AccountFormKind, policy: SignUpPolicy) {
  if (kind === "signIn") return { title: "Sign in", description: null };
  switch (policy.policy) {
    case "first":
      return {
        title: "Create the first account",
        description:
          "This Downspout is new. The first account opens its workspace; teammates join by invitation.",
      };
    case "invited":
      return {
        title: `Join ${policy.invitedBy}`,
        description: `${policy.invitedBy} invited you to work in the same workspace.`,
      };
    case "open":
    case "closed":
      return {
        title: "Create an account",
        description: "You get a workspace of your own.",
      };
  }
}
