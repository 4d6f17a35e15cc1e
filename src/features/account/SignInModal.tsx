import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { AccountsError, inviteCodeFromUrl, type NewAccount } from "@/session/accountsApi";
import type { AccountsClient } from "@/session/session";
import { useSignUpPolicy } from "@/session/useSignUpPolicy";
import { AccountForm, type AccountFormKind } from "./AccountForm";
import { defaultKind, signInText, UNUSABLE_INVITATION } from "./signInText";
import { lazyPart } from "@/components/lazyPart";
import { DialogRequest } from "@/components/ui/DialogRequest";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";

// Loaded on demand: few people are ever removed from an office.
const RemovedPersonText = lazyPart(
  async () => (await import("./RemovedPersonText")).RemovedPersonText,
  { Loading: () => null, Failed: () => null },
);

interface SignInModalProps {
  readonly accounts: AccountsClient;
  readonly onClose: () => void;
}

/** Signs in, creates the first account, or accepts an invitation. */
export function SignInModal({ accounts, onClose }: SignInModalProps) {
  const [inviteCode] = useState(inviteCodeFromUrl);
  const { policy, hasFailed, retry } = useSignUpPolicy(accounts, inviteCode);
  const [chosenKind, setChosenKind] = useState<AccountFormKind | null>(null);
  const [removedEmail, setRemovedEmail] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const formId = useId();

  if (policy === null) {
    return (
      <Dialog title="Sign in" onClose={onClose}>
        <DialogRequest hasFailed={hasFailed} onRetry={retry} />
      </Dialog>
    );
  }

  if (policy.policy === "closed" && inviteCode !== null && !chosenKind) {
    return (
      <Dialog
        title={UNUSABLE_INVITATION}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" autoFocus onClick={() => setChosenKind("signIn")}>
              Sign in
            </Button>
          </>
        }
      >
        <p className="text-ink-muted">{policy.message}</p>
      </Dialog>
    );
  }

  const kind = chosenKind ?? defaultKind(policy);
  const isSignIn = kind === "signIn";
  const canSwitch = policy.policy === "open" || policy.policy === "invited";
  const signIn: AccountsClient["signIn"] = async (credentials) => {
    try {
      await accounts.signIn(credentials);
    } catch (error) {
      const isRemoved = error instanceof AccountsError && error.code === "ACCOUNT_REMOVED";
      if (isRemoved) setRemovedEmail(credentials.email);
      throw error;
    }
  };
  const submit = async (account: NewAccount) => {
    const { name, ...credentials } = account;
    const invitation = policy.policy === "invited" && inviteCode !== null ? { inviteCode } : {};
    if (isSignIn) await signIn({ ...credentials, ...invitation });
    else await accounts.signUp({ name, ...credentials, ...invitation });
    onClose();
    // Remove the used invitation code from the URL.
    if (inviteCode !== null) await navigate({ to: "/", replace: true });
  };

  return (
    <Dialog
      {...signInText(kind, policy)}
      onClose={onClose}
      footer={
        <>
          {canSwitch && (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => setChosenKind(isSignIn ? "signUp" : "signIn")}
            >
              {isSignIn ? "Create an account" : "I have an account"}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {isSignIn ? "Sign in" : "Create account"}
          </Button>
        </>
      }
    >
      <AccountForm key={kind} id={formId} kind={kind} onBusyChange={setIsBusy} submit={submit} />
      {removedEmail !== null && <RemovedPersonText email={removedEmail} />}
      {policy.policy === "closed" && inviteCode === null && (
        <p className="mt-5 text-sm text-ink-muted">New here? {policy.message}</p>
      )}
    </Dialog>
  );
}
