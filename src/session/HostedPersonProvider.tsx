import { useAuth, useClerk, useSession, useUser } from "@clerk/react";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { useHasOpenText, useKeptPerson } from "./keptSession";
import { keepOfficeOfTab, officeOfTab, readOfficeOfTab, type OfficeOfTab } from "./officeOfTab";
import { isSamePerson, readRememberedPerson } from "./rememberedPerson";
import type { SessionUser } from "./session";

interface Office {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

interface HostedPerson {
  /**
   * The person signed in to Clerk, in the office of this tab; null if nobody is. While Clerk is not loaded, the last
   * person, or undefined if there is none.
   */
  readonly person: SessionUser | null | undefined;
  /** The same as `person`, but the person whose session ended while the page has their unsaved text. */
  readonly kept: SessionUser | null | undefined;
  /** `open` while the page has unsaved text, which stays on the screen. */
  readonly officeState: OfficeOfTab["state"];
  /** The person's role in the office of this tab. */
  readonly role: string | undefined;
  /** The name of the office of this tab; undefined without one. */
  readonly officeName: string | undefined;
  readonly offices: readonly Office[];
  readonly openOffice: (office: Office) => void;
}

const HostedPersonContext = createContext<HostedPerson | null>(null);

export function useHostedPerson(): HostedPerson {
  const current = useContext(HostedPersonContext);
  if (current === null) throw new Error("useHostedPerson needs HostedPersonProvider.");
  return current;
}

export function HostedPersonProvider({ children }: { readonly children: ReactNode }) {
  const { isLoaded, user } = useUser();
  const offices = useMemo(() => officesOf(user), [user]);
  const { office, last, setLast, inTab, setInTab } = useOfficeOfTab(user, offices);
  const officeName = inTab?.name ?? last?.officeName;
  const hasSeveral = offices.length > 1;

  const person = useMemo(() => {
    if (!isLoaded) return last ?? undefined;
    if (!user || office === null) return null;
    if (!isKnown(user) && last?.id === user.id) return { ...last, workspaceId: office.id };
    return {
      id: user.id,
      ...identityOf(user),
      workspaceId: office.id,
      ...(hasSeveral && officeName !== undefined && { officeName }),
    };
  }, [isLoaded, user, office, last, hasSeveral, officeName]);

  const role = useLastRole(offices.find(({ id }) => id === office?.id)?.role, Boolean(user));
  const { person: kept } = useKeptPerson(person);
  if (kept === null && (inTab !== null || last !== null)) {
    setInTab(null);
    setLast(null);
  }
  // Clerk is not loaded for a moment when it leads to another page.
  else if (person && !isSamePerson(person, last)) setLast(person);

  const hasText = useHasOpenText();
  const officeState = (!hasText && office?.state) || "open";
  const value = useMemo<HostedPerson>(
    () => ({
      person,
      kept,
      officeState,
      role,
      officeName,
      offices,
      openOffice: ({ id, name }) => {
        if (person) setInTab({ userId: person.id, officeId: id, name });
      },
    }),
    [person, kept, officeState, role, officeName, offices, setInTab],
  );
  return <HostedPersonContext value={value}>{children}</HostedPersonContext>;
}

type ClerkUser = NonNullable<ReturnType<typeof useUser>["user"]>;

function useOfficeOfTab(user: ClerkUser | null | undefined, offices: readonly Office[]) {
  const { session } = useSession();
  const active = useAuth().orgId ?? null;
  /** The person of this page or, until Clerk is loaded, of this device. */
  const [last, setLast] = useState(readRememberedPerson);
  const [inTab, setInTab] = useState(readOfficeOfTab);
  const mustChoose = session?.currentTask?.key === "choose-organization";

  const ofUser = user && inTab?.userId === user.id ? inTab.officeId : null;
  const onDevice = user && last?.id === user.id ? last.workspaceId : null;
  const office = useMemo(
    () =>
      user
        ? officeOfTab({
            userId: user.id,
            officeIds: isKnown(user) ? offices.map(({ id }) => id) : null,
            shown: { inTab: ofUser, onDevice },
            ...{ active, mustChoose },
          })
        : null,
    [user, offices, ofUser, onDevice, active, mustChoose],
  );

  const open = office?.state === "open" ? office.id : null;
  const shown = offices.find(({ id }) => id === open);
  if (user && shown && ofUser !== shown.id)
    setInTab({ userId: user.id, officeId: shown.id, name: shown.name });
  useEffect(() => {
    if (inTab !== null) keepOfficeOfTab(inTab);
  }, [inTab]);
  useActiveOffice(shown?.id ?? null, active);

  return { office, last, setLast, inTab, setInTab };
}

/** The role, or the last one after the session ended: a change would make the Convex client authenticate again. */
function useLastRole(role: string | undefined, isSignedIn: boolean) {
  const [last, setLast] = useState(role);
  if (isSignedIn && role !== last) setLast(role);
  return last;
}

/** Makes this tab's office Clerk's active one again, after another tab has chosen a different one. */
function useActiveOffice(own: string | null, active: string | null): void {
  const clerk = useClerk();
  useEffect(() => {
    if (own === null || own === active) return;
    // If Clerk cannot be reached, the next request for a token tells it again.
    clerk.setActive({ organization: own }).catch(() => undefined);
  }, [clerk, own, active]);
}

function officesOf(user: ClerkUser | null | undefined): readonly Office[] {
  return (user?.organizationMemberships ?? []).map(({ organization: { id, name }, role }) => ({
    id,
    name,
    role,
  }));
}

/** False if Clerk's script was loaded but not its server's data: Clerk then knows only ids. */
function isKnown(user: ClerkUser): boolean {
  return identityOf(user).name !== "";
}

function identityOf(user: ClerkUser): Pick<SessionUser, "name" | "email"> {
  const email = user.primaryEmailAddress?.emailAddress ?? "";
  return { name: user.fullName ?? email, email };
}
