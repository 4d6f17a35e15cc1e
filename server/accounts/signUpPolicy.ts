/**
 * Who may create an account: the first person on a new server, anyone with an invitation, or everyone if sign-up is
 * open. And which workspace an account opens.
 *
 * An invitation is marked as used by the row of the account it admitted: `user.admission` is unique, so creating the
 * account and using the invitation is one atomic write. The first account is admitted once in the same way. A removed
 * person who comes back keeps their row, and `invitation.usedBy` marks the invitation as used.
 */
import { createHash } from "node:crypto";
import type { SignUps } from "../config";
import type { AccountsDatabase } from "./accountsDatabase";
import type { AccountErrorCode } from "./accountErrors";

/** Stored in the row of an admitted user. */
interface Admission {
  readonly admission: string | null;
  /** Null for a new workspace. */
  readonly workspaceId: string | null;
}

type Decision =
  | { policy: "first" | "open"; admission: Admission }
  | {
      policy: "invited";
      invitationId: string;
      invitedBy: string;
      admission: Admission;
    }
  | { policy: "closed"; refusal: AccountErrorCode };

export interface SignUpPolicy {
  /** Read-only and synchronous, so it can run inside the transaction that creates the account. */
  decide(inviteCode: string | null): Decision;
  /** Null for the workspace that has the person's own id. */
  workspaceOf(userId: string): string | null;
  /** Whether this account may not sign in until it is invited again. */
  isRemoved(userId: string): boolean;
}

interface InvitationRow {
  id: string;
  expiresAt: number;
  withdrawnAt: number | null;
  usedBy: string | null;
  inviterId: string;
  inviterName: string;
  inviterWorkspaceId: string | null;
}

const INVITATION_BY_CODE_HASH = `
  SELECT i.id, i.expiresAt, i.withdrawnAt, coalesce(i.usedBy, u.id) AS usedBy, i.inviterId,
         inviter.name AS inviterName, inviter.workspaceId AS inviterWorkspaceId
  FROM invitation i
  JOIN "user" inviter ON inviter.id = i.inviterId
  LEFT JOIN "user" u ON u.admission = 'invitation ' || i.id
  WHERE i.codeHash = ?`;

export function signUpPolicy(o: {
  database: AccountsDatabase;
  signUps: SignUps;
  clock: () => number;
}): SignUpPolicy {
  const { sqlite } = o.database;
  const anyUser = sqlite.prepare(`SELECT 1 FROM "user" LIMIT 1`);
  const workspace = sqlite
    .prepare<[string], string | null>(`SELECT workspaceId FROM "user" WHERE id = ?`)
    .pluck();
  const removed = sqlite.prepare<[string]>(
    `SELECT 1 FROM "user" WHERE id = ? AND removedAt IS NOT NULL`,
  );
  const invitation = sqlite.prepare<[string], InvitationRow>(INVITATION_BY_CODE_HASH);

  function decide(inviteCode: string | null): Decision {
    if (anyUser.get() === undefined) {
      const admission = { admission: "first", workspaceId: null };
      return { policy: "first", admission };
    }
    if (inviteCode !== null) {
      return decideOn(invitation.get(hashOfCode(inviteCode)), o.clock());
    }
    if (o.signUps === "invite") {
      return { policy: "closed", refusal: "SIGN_UP_BY_INVITATION" };
    }
    const admission = { admission: null, workspaceId: null };
    return { policy: "open", admission };
  }

  return {
    decide,
    workspaceOf: (userId) => workspace.get(userId) ?? null,
    isRemoved: (userId) => removed.get(userId) !== undefined,
  };
}

function decideOn(row: InvitationRow | undefined, now: number): Decision {
  if (row === undefined) {
    return { policy: "closed", refusal: "INVITATION_UNKNOWN" };
  }
  if (row.usedBy !== null) {
    return { policy: "closed", refusal: "INVITATION_USED" };
  }
  if (row.withdrawnAt !== null) {
    return { policy: "closed", refusal: "INVITATION_WITHDRAWN" };
  }
  if (row.expiresAt <= now) {
    return { policy: "closed", refusal: "INVITATION_EXPIRED" };
  }
  return {
    policy: "invited",
    invitationId: row.id,
    invitedBy: row.inviterName,
    admission: {
      admission: `invitation ${row.id}`,
      workspaceId: row.inviterWorkspaceId ?? row.inviterId,
    },
  };
}

/** Only the hash is stored. The code has 192 random bits, so a plain hash is enough. */
export function hashOfCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
