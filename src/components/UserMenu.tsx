import { useNavigate } from "@tanstack/react-router";
import { LogOut, UserPlus } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useSignIn, type LocalSignIn, type SessionUser } from "@/lib/session";
import { useSave } from "@/lib/useSave";
import { Menu } from "./ui/Menu";

const InviteDialog = lazy(() =>
  import("./InviteDialog").then((module) => ({ default: module.InviteDialog })),
);

interface UserMenuProps {
  readonly user: SessionUser;
  readonly local: LocalSignIn;
}

/** The user menu in one-machine mode. In hosted mode, Clerk's menu is shown. */
export function UserMenu({ user, local }: UserMenuProps) {
  const [isInviting, setIsInviting] = useState(false);
  const { signOut } = useSignIn();
  const { save } = useSave();
  const navigate = useNavigate();

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
        <MenuRow onClick={() => setIsInviting(true)}>
          <UserPlus aria-hidden="true" /> Invite a teammate
        </MenuRow>
        <MenuRow onClick={() => void handleSignOut()}>
          <LogOut aria-hidden="true" /> Sign out
        </MenuRow>
      </Menu>
      {isInviting && (
        <Suspense>
          <InviteDialog
            invite={local.accounts.invite}
            onClose={() => setIsInviting(false)}
          />
        </Suspense>
      )}
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
