import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Search } from "@/components/icons/firstIcons";
import { History, KeyRound, LogOut, UserPlus, Users } from "@/components/icons/icons";
import { openPageDialog } from "@/lib/pageDialogs";
import { useSignIn, type SessionUser } from "@/session/session";
import { useSave } from "@/offline/useSave";
import { ReadinessLine } from "@/offline/days/ReadinessLine";
import type { UserMenuDialogName } from "./UserMenuDialog";

interface UserMenuItemsProps {
  readonly user: SessionUser;
  readonly onDialog: (dialog: UserMenuDialogName) => void;
}

export function UserMenuItems({ user, onDialog }: UserMenuItemsProps) {
  const { signOut } = useSignIn();
  const { save } = useSave();
  const navigate = useNavigate();

  const handleSignOut = async () => {
    await navigate({ to: "/" });
    await save(signOut, {
      name: user.email,
      counts: "unsaved",
      saved: null,
      failed: "Sign out failed",
    });
  };

  return (
    <>
      <MenuRow onClick={() => openPageDialog("palette")}>
        <Search aria-hidden="true" /> Search and commands
      </MenuRow>
      <MenuRow onClick={() => onDialog("history")}>
        <History aria-hidden="true" /> Recent changes
      </MenuRow>
      <MenuRow onClick={() => onDialog("team")}>
        <Users aria-hidden="true" /> Team
      </MenuRow>
      <MenuRow onClick={() => onDialog("invite")}>
        <UserPlus aria-hidden="true" /> Invite a teammate
      </MenuRow>
      <MenuRow onClick={() => onDialog("account")}>
        <KeyRound aria-hidden="true" /> Your account
      </MenuRow>
      <MenuRow onClick={() => void handleSignOut()}>
        <LogOut aria-hidden="true" /> Sign out
      </MenuRow>
      <ReadinessLine className="mt-1.5 border-t border-line px-3 pt-2.5 pb-1.5 text-sm text-ink-muted" />
    </>
  );
}

function MenuRow({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-9 w-full items-center gap-3 rounded-lg px-3 text-left text-sm hover:bg-hover touch:h-11 touch:text-base [&_svg]:size-4 [&_svg]:text-ink-muted"
    >
      {children}
    </button>
  );
}
