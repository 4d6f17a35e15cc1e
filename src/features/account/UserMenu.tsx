import { useState } from "react";
import type { LocalSignIn, SessionUser } from "@/session/session";
import { lazyDialog, lazyPart, type FailedProps } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { Menu } from "@/components/ui/Menu";
import { Spinner } from "@/components/ui/Spinner";
import type { UserMenuDialogName } from "./UserMenuDialog";

// Neither the menu's items nor its dialogs are part of the first load.
const UserMenuItems = lazyPart(async () => (await import("./UserMenuItems")).UserMenuItems, {
  Loading: () => <Spinner className="m-3" />,
  Failed: ItemsFailed,
});
const UserMenuDialog = lazyDialog(async () => (await import("./UserMenuDialog")).UserMenuDialog);

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
          <span className="flex size-8 items-center justify-center rounded-full bg-selected text-sm font-semibold text-ink">
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
        <UserMenuItems user={user} onDialog={setDialog} />
      </Menu>
      {dialog !== null && (
        <UserMenuDialog
          dialog={dialog}
          accounts={local.accounts}
          user={user}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function ItemsFailed({ error, onRetry }: FailedProps<object>) {
  return (
    <div className="p-3 text-sm" onClick={(event) => event.stopPropagation()}>
      <p role="alert" className="mb-2">
        {error.message}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function initialOf({ name, email }: SessionUser): string {
  const [first = "?"] = name.trim() || email;
  return first.toUpperCase();
}
