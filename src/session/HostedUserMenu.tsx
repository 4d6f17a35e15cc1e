import { useClerk, UserButton } from "@clerk/react";
import { Search } from "@/components/icons/firstIcons";
import { Building2, History, LogOut, Users } from "@/components/icons/icons";
import { openPageDialog } from "@/lib/pageDialogs";
import { useHostedPerson } from "./HostedPersonProvider";
import { useSignIn, type ProviderMenuProps } from "./session";

/**
 * Clerk's user menu, extended with the history of the workspace, the people of
 * the organization and the user's other organizations. Without an organization
 * the workspace is the user's own, and has no team. Downspout's sign-out replaces
 * Clerk's (hosted.css), because it asks about unsent changes.
 */
export function HostedUserMenu({ onHistory }: ProviderMenuProps) {
  const clerk = useClerk();
  const { person, offices, openOffice } = useHostedPerson();
  const { signOut } = useSignIn();
  const isOwn = ({ id }: { readonly id: string }) => id === person?.workspaceId;

  return (
    <UserButton>
      <UserButton.MenuItems>
        <UserButton.Action
          label="Search and commands"
          labelIcon={<Search aria-hidden="true" className="size-4" />}
          onClick={() => openPageDialog("palette")}
        />
        <UserButton.Action
          label="Recent changes"
          labelIcon={<History aria-hidden="true" className="size-4" />}
          onClick={onHistory}
        />
        {offices.some(isOwn) && (
          <UserButton.Action
            label="Team"
            labelIcon={<Users aria-hidden="true" className="size-4" />}
            onClick={() => clerk.openOrganizationProfile()}
          />
        )}
        {offices
          .filter((office) => !isOwn(office))
          .map((office) => (
            <UserButton.Action
              key={office.id}
              label={`Switch to ${office.name}`}
              labelIcon={<Building2 aria-hidden="true" className="size-4" />}
              onClick={() => openOffice(office)}
            />
          ))}
        <UserButton.Action
          label="Sign out"
          labelIcon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={() => void signOut()}
        />
      </UserButton.MenuItems>
    </UserButton>
  );
}
