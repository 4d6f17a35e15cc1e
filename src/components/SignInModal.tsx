import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import {
  inviteCodeInAddress,
  type AccountsClient,
  type SignUpPolicy,
} from "@/lib/accounts";
import { AccountForm, type AccountFormKind } from "./AccountForm";
import { Button } from "./ui/Button";
import { Dialog } from "./ui/Dialog";
import { Spinner } from "./ui/Spinner";

interface SignInModalProps {
  readonly accounts: AccountsClient;
  readonly onClose: () => void;
}

type Asked =
  | { readonly state: "asking" }
  | { readonly state: "failed" }
  | { readonly state: "answered"; readonly policy: SignUpPolicy };

/** Sign in, create the first account, or join by invitation: the server says which. */
export function SignInModal({ accounts, onClose }: SignInModalProps) {
  const [inviteCode] = useState(inviteCodeInAddress);
  const [asked, setAsked] = useState<Asked>({ state: "asking" });
  const [attempt, setAttempt] = useState(0);
  const [chosen, setChosen] = useState<AccountFormKind | null>(null);
  const navigate = useNavigate();
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    accounts.policy(inviteCode).then(
      (policy) => isCurrent && setAsked({ state: "answered", policy }),
      () => isCurrent && setAsked({ state: "failed" }),
    );
    return () => {
      isCurrent = false;
    };
  }, [accounts, inviteCode, attempt]);

  if (asked.state !== "answered") {
    return (
      <Dialog title="Sign in" onClose={onClose}>
        {asked.state === "asking" ? (
          <div className="flex justify-center py-10">
            <Spinner />
          </div>
        ) : (
          <div className="flex flex-col items-start gap-3">
            <p role="alert" className="text-ink-muted">
              The server could not be reached.
            </p>
            <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
          </div>
        )}
      </Dialog>
    );
  }

  const { policy } = asked;
  const kind = chosen ?? (canSignUp(policy) ? signUpFirst(policy) : "signIn");
  const words = wordsFor(kind, policy, inviteCode);

  return (
    <Dialog
      title={words.title}
      description={words.description}
      onClose={onClose}
      footer={
        <>
          {policy.policy !== "first" && canSignUp(policy) && (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => setChosen(kind === "signIn" ? "signUp" : "signIn")}
            >
              {kind === "signIn" ? "Create an account" : "I have an account"}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {words.action}
          </Button>
        </>
      }
    >
      <AccountForm
        key={kind}
        id={formId}
        kind={kind}
        onBusyChange={setIsBusy}
        submit={async (account) => {
          if (kind === "signIn") {
            await accounts.signIn(account.email, account.password);
          } else {
            await accounts.signUp({
              ...account,
              ...(inviteCode !== null && { inviteCode }),
            });
          }
          onClose();
          // A used invitation in the address would only confuse later.
          if (inviteCode !== null) await navigate({ to: "/", replace: true });
        }}
      />
      {policy.policy === "closed" && inviteCode === null && (
        <p className="mt-5 text-sm text-ink-muted">
          New here? {policy.message}
        </p>
      )}
    </Dialog>
  );
}

function canSignUp(policy: SignUpPolicy): boolean {
  return policy.policy !== "closed";
}

function signUpFirst(policy: SignUpPolicy): AccountFormKind {
  return policy.policy === "open" ? "signIn" : "signUp";
}

function wordsFor(
  kind: AccountFormKind,
  policy: SignUpPolicy,
  inviteCode: string | null,
) {
  if (kind === "signIn") {
    // An invitation that is used up or unknown says so first.
    const isBadInvitation = policy.policy === "closed" && inviteCode !== null;
    return {
      title: "Sign in",
      description: isBadInvitation ? policy.message : null,
      action: "Sign in",
    };
  }
  switch (policy.policy) {
    case "first":
      return {
        title: "Create the first account",
        description:
          "This Downspout is new. The first account opens its workspace; teammates join by invitation.",
        action: "Create account",
      };
    case "invited":
      return {
        title: `Join ${policy.invitedBy}`,
        description: `${policy.invitedBy} invited you to work in the same workspace.`,
        action: "Create account",
      };
    case "open":
    case "closed":
      return {
        title: "Create an account",
        description: "You get a workspace of your own.",
        action: "Create account",
      };
  }
}
