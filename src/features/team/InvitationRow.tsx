import { Button } from "@/components/ui/Button";
import type { OpenInvitation } from "@/session/teamApi";

interface InvitationRowProps {
  readonly invitation: OpenInvitation;
  readonly isBusy: boolean;
  readonly onWithdraw: () => void;
}

export function InvitationRow({
  invitation,
  isBusy,
  onWithdraw,
}: InvitationRowProps) {
  const { invitedBy, expiresAt } = invitation;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">Made by {invitedBy}</p>
        <p className="text-sm text-ink-muted">Ends {formatEnd(expiresAt)}</p>
      </div>
      <Button size="small" busy={isBusy} onClick={onWithdraw}>
        Withdraw
        <span className="sr-only"> the invitation by {invitedBy}</span>
      </Button>
    </li>
  );
}

function formatEnd(at: number): string {
  return new Date(at).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}
