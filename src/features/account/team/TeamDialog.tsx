import { useState } from "react";
import { InviteDialog } from "./InviteDialog";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { DialogRequest } from "@/components/ui/DialogRequest";
import type { AccountsClient, SessionUser } from "@/session/session";
import { TeamSections } from "./TeamSections";
import { useTeam } from "./useTeam";

interface TeamDialogProps {
  readonly accounts: AccountsClient;
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** Lists the people of this workspace and its open invitations. */
export function TeamDialog({ accounts, user, onClose }: TeamDialogProps) {
  const { team, hasFailed, reload, failure, ...acts } = useTeam();
  const [isInviting, setIsInviting] = useState(false);
  const closeInvite = () => {
    setIsInviting(false);
    reload();
  };

  return (
    <Dialog
      title="Team"
      size="large"
      description="Everyone here works in the same workspace, with the same data."
      onClose={onClose}
      footer={
        <>
          {/* In the footer, which is visible wherever the list is scrolled to. */}
          {failure !== null && (
            <p role="alert" className="basis-full text-sm text-danger-ink">
              {failure}
            </p>
          )}
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={() => setIsInviting(true)}>
            Invite a teammate
          </Button>
        </>
      }
    >
      {team === null ? (
        <DialogRequest hasFailed={hasFailed} onRetry={reload} />
      ) : (
        <TeamSections team={team} user={user} accounts={accounts} {...acts} />
      )}
      {isInviting && <InviteDialog invite={accounts.invite} onClose={closeInvite} />}
    </Dialog>
  );
}
