import { useAuth, useClerk, UserButton, useUser } from "@clerk/react";
import { Building2 } from "lucide-react";

/** Clerk's user menu, extended with the user's other organizations. */
export function HostedUserMenu() {
  const clerk = useClerk();
  const { user } = useUser();
  const { orgId } = useAuth();
  const others = (user?.organizationMemberships ?? [])
    .map((membership) => membership.organization)
    .filter(({ id }) => id !== orgId);

  return (
    <UserButton>
      <UserButton.MenuItems>
        {others.map(({ id, name }) => (
          <UserButton.Action
            key={id}
            label={`Switch to ${name}`}
            labelIcon={<Building2 aria-hidden="true" size={16} />}
            onClick={() => void clerk.setActive({ organization: id })}
          />
        ))}
      </UserButton.MenuItems>
    </UserButton>
  );
}
