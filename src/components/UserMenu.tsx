import { lazy, Suspense, useState } from "react";
import type { LocalSignIn, SessionUser } from "@/lib/session";
import { Menu } from "./ui/Menu";
import { Spinner } from "./ui/Spinner";
import type { UserMenuDialogName } from "./UserMenuDialog";

// Neither is part of the first load.
const UserMenuItems = lazy(() =>
  import("./UserMenuItems").then((module) => ({
    default: module.UserMenuItems,
  })),
);
const UserMenuDialog = lazy(() =>
  import("./UserMenuDialog").then((module) => ({
    default: module.UserMenuDialog,
  })),
);

interface UserMenuProps {
  readonly user: SessionUser;
  readonly local: LocalSignIn;
}

/** The user menu in one-machine mode. In hosted mode, Clerk's menu is shown. */
export function UserMenu({ user, local }: UserMenuProps) {
  const [dialog, setDialog] = useState<UserMenuDialogName | null>(null);
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
        <Suspense fallback={<Spinner className="m-3" />}>
          <UserMenuItems user={user} onDialog={setDialog} />
        </Suspense>
      </Menu>
      {dialog !== null && (
        <Suspense>
          <UserMenuDialog
            dialog={dialog}
            accounts={local.accounts}
            user={user}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function initialOf({ name, email }: SessionUser): string {
  const [first = "?"] = name.trim() || email;
  return first.toUpperCase();
}
