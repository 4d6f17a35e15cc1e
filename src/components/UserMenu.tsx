import { useNavigate } from "@tanstack/react-router";
import { KeyRound, LogOut, UserPlus, Users } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useSignIn, type LocalSignIn, type SessionUser } from "@/lib/session";
import { useSave } from "@/lib/useSave";
import { Menu } from "./ui/Menu";

const AccountDialog = lazy(() =>
  import("./AccountDialog").then((module) => ({
    default: module.AccountDialog,
  })),
);
const TeamDialog = lazy(() =>
  import("./team/TeamDialog").then((module) => ({
    default: module.TeamDialog,
  })),
);
const InviteDialog = lazy(() =>
  import("./InviteDialog").then((module) => ({ default: module.InviteDialog })),
);

interface UserMenuProps {
  readonly user: SessionUser;
  readonly local: LocalSignIn;
}

/** The user menu in one-machine mode. In hosted mode, Clerk's menu is shown. */
export function UserMenu({ user, local }: UserMenuProps) {
  const [dialog, setDialog] = useState<"team" | "invite" | "account" | null>(
    null,
  );
  const { signOut } = useSignIn();
  const { save } = useSave();
  const navigate = useNavigate();

  const close = () => setDialog(null);

  const handleSignOut = async () => {
    await navigate({ to: "/" });
    await save(signOut, {
      name: user.email,
      saved: null,
      failed: "Sign out failed",
    });
  };

  return (
    <>
      <Menu
        label={`User menu of ${user.name}`}
        trigger={
          <span className="flex size-8 items-center justify-center rounded-full bg-accent-tint text-sm font-semibold text-accent-ink">
            {initialOf(user)}
          </span>
        }
        header={
          <>
            <p className="truncate font-medium">{user.name}</p>
            <p className="truncate text-sm text-ink-muted">{user.email}</p>
          </>
        }
      >
        <MenuRow onClick={() => setDialog("team")}>
          <Users aria-hidden="true" /> Team
        </MenuRow>
        <MenuRow onClick={() => setDialog("invite")}>
          <UserPlus aria-hidden="true" /> Invite a teammate
        </MenuRow>
        <MenuRow onClick={() => setDialog("account")}>
          <KeyRound aria-hidden="true" /> Your account
        </MenuRow>
        <MenuRow onClick={() => void handleSignOut()}>
          <LogOut aria-hidden="true" /> Sign out
        </MenuRow>
      </Menu>
      <Suspense>
        {dialog === "team" && (
          <TeamDialog accounts={local.accounts} user={user} onClose={close} />
        )}
        {dialog === "invite" && (
          <InviteDialog invite={local.accounts.invite} onClose={close} />
        )}
        {dialog === "account" && (
          <AccountDialog
            accounts={local.accounts}
            user={user}
            onClose={close}
          />
        )}
      </Suspense>
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

function initialOf({ name, email }: SessionUser): string {
  const [first = "?"] = name.trim() || email;
  return first.toUpperCase();
}
