/** The server's endpoints for the people of a workspace, under /api/auth. One-machine mode only. */
import { callAccounts, postAccounts } from "./accountsApi";

export interface Teammate {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface OpenInvitation {
  readonly id: string;
  readonly invitedBy: string;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

export interface Team {
  readonly founderId: string;
  /** The founder comes first. */
  readonly people: readonly Teammate[];
  readonly invitations: readonly OpenInvitation[];
  /** The newest entry comes first. */
  readonly history: readonly TeamAct[];
}

export interface TeamAct {
  /** In ms since 1970. */
  readonly at: number;
  readonly kind: "joined" | "invited" | "withdrew" | "removed" | "left" | "handedOver" | "rejoined";
  readonly byName: string;
  readonly personName: string | null;
}

export async function getTeam(): Promise<Team> {
  return (await callAccounts("/team")) as Team;
}

export async function removePerson(personId: string): Promise<void> {
  await postAccounts("/team/remove", { personId });
}

export async function handOverFoundingRole(personId: string): Promise<void> {
  await postAccounts("/team/hand-over", { personId });
}

export async function withdrawInvitation(invitationId: string): Promise<void> {
  await postAccounts("/invitations/withdraw", { invitationId });
}

/** Changes the password. Ends the person's other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await postAccounts("/change-password", { currentPassword, newPassword });
}
