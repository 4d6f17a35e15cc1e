import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { inviteCodeFromUrl, toFormError, type FormError } from "@/session/accountsApi";
import type { AccountsClient, SessionUser } from "@/session/session";
import { useSignUpPolicy } from "@/session/useSignUpPolicy";
import { UNUSABLE_INVITATION } from "./signInText";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { DialogRequest } from "@/components/ui/DialogRequest";

interface InvitationDialogProps {
  readonly accounts: AccountsClient;
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** Shown to a signed-in user who opened an invitation, which is for somebody without an account. */
export function InvitationDialog({ accounts, user, onClose }: InvitationDialogProps) {
  const [inviteCode] = useState(inviteCodeFromUrl);
  const { policy, hasFailed, retry } = useSignUpPolicy(accounts, inviteCode);
  const [failure, setFailure] = useState<FormError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();

  const stay = () => {
    onClose();
    void navigate({ to: "/", replace: true });
  };
  // Signed out, the same URL opens the sign-in modal with this invitation.
  const signOutToUse = async () => {
    setIsBusy(true);
    try {
      await accounts.signOut();
    } catch (error) {
      setFailure(toFormError(error));
      setIsBusy(false);
    }
  };

  if (policy?.policy === "closed") {
    return (
      <Dialog
        title={UNUSABLE_INVITATION}
        onClose={stay}
        footer={
          <Button autoFocus onClick={stay}>
            Done
          </Button>
        }
      >
        <p className="text-ink-muted">{policy.message}</p>
      </Dialog>
    );
  }
  if (policy?.policy !== "invited") {
    return (
      <Dialog title="Invitation" onClose={stay}>
        <DialogRequest hasFailed={hasFailed} onRetry={retry} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={`Invitation to join ${policy.invitedBy}`}
      onClose={stay}
      footer={
        <>
          <Button busy={isBusy} onClick={() => void signOutToUse()}>
            Sign out and use it
          </Button>
          <Button variant="primary" autoFocus onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-ink-muted">
        <p>
          This link lets one new person into the workspace of {policy.invitedBy}. You are signed in
          as {user.name} ({user.email}), so there is nothing for you to do.
        </p>
        <p>
          To create another account with it on this device, sign out first. Otherwise it stays
          unused.
        </p>
        {failure !== null && (
          <p role="alert" className="text-danger-ink">
            {failure.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
