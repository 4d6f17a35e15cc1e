import { useAuth, useClerk, UserButton, useUser } from "@clerk/react";
import { Building2, History, LogOut, Search, Users } from "lucide-react";
import { openPageDialog } from "@/lib/pageDialogs";
import { useSignIn, type ProviderMenuProps } from "./session";

/**
 * Clerk's user menu, extended with the history of the workspace, the people of
 * the organization and the user's other organizations. Without an organization
 * the workspace is the user's own, and has no team. In place of Clerk's own
 * sign-out (hosted.css) is ours, which asks about unsent changes.
 */
export function HostedUserMenu({ onHistory }: ProviderMenuProps) {
  const clerk = useClerk();
  const { user } = useUser();
  const { orgId } = useAuth();
  const { signOut } = useSignIn();
  const others = (user?.organizationMemberships ?? [])
    .map((membership) => membership.organization)
    .filter(({ id }) => id !== orgId);

  return (
    <UserButton>
      <UserButton.MenuItems>
        <UserButton.Action
          label="Search and commands"
          labelIcon={<Search aria-hidden="true" size={16} />}
          onClick={() => openPageDialog("palette")}
        />
        <UserButton.Action
          label="Recent changes"
          labelIcon={<History aria-hidden="true" size={16} />}
          onClick={onHistory}
        />
        {orgId && (
          <UserButton.Action
            label="Team"
            labelIcon={<Users aria-hidden="true" size={16} />}
            onClick={() => clerk.openOrganizationProfile()}
          />
        )}
        {others.map(({ id, name }) => (
          <UserButton.Action
            key={id}
            label={`Switch to ${name}`}
            labelIcon={<Building2 aria-hidden="true" size={16} />}
            onClick={() => void clerk.setActive({ organization: id })}
          />
        ))}
        <UserButton.Action
          label="Sign out"
          labelIcon={<LogOut aria-hidden="true" size={16} />}
          onClick={() => void signOut()}
        />
      </UserButton.MenuItems>
    </UserButton>
  );
}
