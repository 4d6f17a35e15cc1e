import type { AccountsClient, SessionUser } from "@/session/session";
import { HistoryDialog } from "@/features/history/HistoryDialog";
import { AccountDialog } from "./AccountDialog";
import { InviteDialog } from "./team/InviteDialog";
import { TeamDialog } from "./team/TeamDialog";

export type UserMenuDialogName = "history" | "team" | "invite" | "account";

interface UserMenuDialogProps {
  readonly dialog: UserMenuDialogName;
  readonly accounts: AccountsClient;
  readonly user: SessionUser;
  readonly onClose: () => void;
}

/** The dialogs of the user menu. Load them lazily: they are not part of the first load. */
export function UserMenuDialog({ dialog, ...props }: UserMenuDialogProps) {
  switch (dialog) {
    case "history":
      return <HistoryDialog onClose={props.onClose} />;
    case "team":
      return <TeamDialog {...props} />;
    case "account":
      return <AccountDialog {...props} />;
    case "invite":
      return <InviteDialog invite={props.accounts.invite} onClose={props.onClose} />;
  }
}
