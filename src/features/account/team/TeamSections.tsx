import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import type { AccountsClient, SessionUser } from "@/session/session";
import {
  handOverFoundingRole,
  removePerson,
  withdrawInvitation,
  type Team,
  type OpenInvitation,
  type Teammate,
} from "@/session/teamApi";
import { TeamHistory } from "./TeamHistory";
import { HandOver } from "./HandOver";
import type { useTeam } from "./useTeam";
import { Button } from "@/components/ui/Button";
import { Badge } from "@/components/ui/Badge";

interface TeamSectionsProps extends Pick<ReturnType<typeof useTeam>, "busyId" | "act"> {
  readonly team: Team;
  readonly user: SessionUser;
  readonly accounts: AccountsClient;
}

export function TeamSections(props: TeamSectionsProps) {
  const { team, user } = props;
  return (
    <div className="flex flex-col gap-6">
      <Section title={`People (${team.people.length})`}>
        <People {...props} />
      </Section>
      <Section title="Open invitations">
        <Invitations {...props} />
      </Section>
      {user.id === team.founderId ? (
        <Section title="Your role">
          <FounderRole {...props} />
        </Section>
      ) : (
        <Section title="Leave">
          <Leave {...props} />
        </Section>
      )}
      {team.history.length > 0 && (
        <Section title="History">
          <TeamHistory acts={team.history} />
        </Section>
      )}
    </div>
  );
}

function People({ team, user, busyId, act }: TeamSectionsProps) {
  const { people, founderId } = team;
  return (
    <>
      <ul>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isUser={person.id === user.id}
            isFounder={person.id === founderId}
            isBusy={busyId === person.id}
            onRemove={() =>
              void act({
                id: person.id,
                done: "Removed",
                name: person.name,
                run: () => removePerson(person.id),
              })
            }
          />
        ))}
      </ul>
      {people.length > 1 && (
        <p className="mt-2 text-sm text-ink-faint">
          A removed person is signed out at once, and cannot sign in until invited again. What they
          entered stays.
        </p>
      )}
    </>
  );
}

function Invitations({ team, busyId, act }: TeamSectionsProps) {
  if (team.invitations.length === 0) {
    return <p className="text-sm text-ink-muted">No invitation is open.</p>;
  }
  return (
    <ul>
      {team.invitations.map((invitation) => (
        <InvitationRow
          key={invitation.id}
          invitation={invitation}
          isBusy={busyId === invitation.id}
          onWithdraw={() =>
            void act({
              id: invitation.id,
              done: "Withdrawn",
              name: `The invitation by ${invitation.invitedBy}`,
              run: () => withdrawInvitation(invitation.id),
            })
          }
        />
      ))}
    </ul>
  );
}

function FounderRole({ team, user, busyId, act }: TeamSectionsProps) {
  return (
    <HandOver
      others={team.people.filter(({ id }) => id !== user.id)}
      isBusy={busyId === "hand over"}
      onHandOver={(person) =>
        void act({
          id: "hand over",
          done: "Founding role handed over",
          name: person.name,
          run: () => handOverFoundingRole(person.id),
        })
      }
    />
  );
}

function Leave({ user, accounts, busyId, act }: TeamSectionsProps) {
  const navigate = useNavigate();
  const leave = async () => {
    await accounts.leaveTeam();
    await navigate({ to: "/" });
  };
  return (
    <>
      <p className="mb-3 text-sm text-ink-muted">
        You are signed out on all devices, and come back only by invitation. What you entered stays.
      </p>
      <ConfirmButton
        className="border border-line max-sm:w-full"
        confirmLabel="Confirm Leave"
        busy={busyId === "leave"}
        onConfirm={() =>
          void act({
            id: "leave",
            done: "You left",
            name: user.name,
            run: leave,
          })
        }
      >
        Leave this workspace
      </ConfirmButton>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

interface InvitationRowProps {
  readonly invitation: OpenInvitation;
  readonly isBusy: boolean;
  readonly onWithdraw: () => void;
}

function InvitationRow({ invitation, isBusy, onWithdraw }: InvitationRowProps) {
  const { invitedBy, expiresAt } = invitation;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">Made by {invitedBy}</p>
        <p className="text-sm text-ink-muted">Ends {formatEnd(expiresAt)}</p>
      </div>
      <Button size="small" busy={isBusy} onClick={onWithdraw}>
        Withdraw
        <span className="sr-only"> the invitation by {invitedBy}</span>
      </Button>
    </li>
  );
}

function formatEnd(at: number): string {
  return new Date(at).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

interface PersonRowProps {
  readonly person: Teammate;
  readonly isUser: boolean;
  readonly isFounder: boolean;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function PersonRow({ person, isUser, isFounder, isBusy, onRemove }: PersonRowProps) {
  const { name, email } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isUser && <Badge>You</Badge>}
          <Badge>{isFounder ? "Founder" : "Member"}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">{email}</p>
      </div>
      {!isUser && !isFounder && (
        <ConfirmButton
          size="small"
          className="border border-line"
          confirmLabel={<Named by={name}>Confirm Remove</Named>}
          busy={isBusy}
          onConfirm={onRemove}
        >
          <Named by={name}>Remove</Named>
        </ConfirmButton>
      )}
    </li>
  );
}

/** Adds the row's name for screen readers, so that the buttons of two rows differ. */
function Named({ by, children }: { readonly by: string; readonly children: string }) {
  return (
    <>
      {children}
      <span className="sr-only"> {by}</span>
    </>
  );
}
