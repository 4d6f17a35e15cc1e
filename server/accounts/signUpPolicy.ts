/**
 * Who may create an account: the first person on a new server, anyone with an invitation, or everyone if sign-up is
 * open.
 *
 * An invitation is marked as used by the row of the account it admitted: `user.admission` is unique, so creating the
 * account and using the invitation is one atomic write. The first account is admitted once in the same way.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SignUps } from "../config";
import type { AccountsDatabase } from "./accountsDatabase";
import type { AccountErrorCode } from "./accountErrors";

const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Stored in the row of an admitted user. */
interface Admission {
  readonly admission: string | null;
  /** Null for a new workspace. */
  readonly workspaceId: string | null;
}

type Decision =
  | { policy: "first" | "open"; admission: Admission }
  | { policy: "invited"; invitedBy: string; admission: Admission }
  | { policy: "closed"; refusal: AccountErrorCode };

export interface SignUpPolicy {
  /** Read-only and synchronous, so it can run inside the transaction that creates the account. */
  decide(inviteCode: string | null): Decision;
  invite(inviterId: string): Promise<{ code: string; expiresAt: number }>;
  workspaceOf(userId: string): string | null;
}

interface InvitationRow {
  id: string;
  expiresAt: number;
  usedBy: string | null;
  inviterId: string;
  inviterName: string;
  inviterWorkspaceId: string | null;
}

export function signUpPolicy(o: {
  database: AccountsDatabase;
  signUps: SignUps;
  clock: () => number;
}): SignUpPolicy {
  const { sqlite, kysely } = o.database;
  const anyUser = sqlite.prepare(`SELECT 1 FROM "user" LIMIT 1`);
  const workspace = sqlite
    .prepare<[string], string | null>(
      `SELECT workspaceId FROM "user" WHERE id = ?`,
    )
    .pluck();
  const invitation = sqlite.prepare<[string], InvitationRow>(`
    SELECT i.id, i.expiresAt, u.id AS usedBy, i.inviterId,
           inviter.name AS inviterName, inviter.workspaceId AS inviterWorkspaceId
    FROM invitation i
    JOIN "user" inviter ON inviter.id = i.inviterId
    LEFT JOIN "user" u ON u.admission = 'invitation ' || i.id
    WHERE i.codeHash = ?`);

  function decide(inviteCode: string | null): Decision {
    if (anyUser.get() === undefined) {
      const admission = { admission: "first", workspaceId: null };
      return { policy: "first", admission };
    }
    if (inviteCode !== null) {
      return decideOn(invitation.get(hashOf(inviteCode)), o.clock());
    }
    if (o.signUps === "invite") {
      return { policy: "closed", refusal: "SIGN_UP_BY_INVITATION" };
    }
    const admission = { admission: null, workspaceId: null };
    return { policy: "open", admission };
  }

  return {
    decide,
    invite: async (inviterId) => {
      const code = randomBytes(24).toString("base64url");
      const expiresAt = o.clock() + INVITATION_LIFETIME_MS;
      const id = randomUUID();
      await kysely
        .insertInto("invitation")
        .values({ id, codeHash: hashOf(code), inviterId, expiresAt })
        .execute();
      return { code, expiresAt };
    },
    workspaceOf: (userId) => workspace.get(userId) ?? null,
  };
}

function decideOn(row: InvitationRow | undefined, now: number): Decision {
  if (row === undefined) {
    return { policy: "closed", refusal: "INVITATION_UNKNOWN" };
  }
  if (row.usedBy !== null) {
    return { policy: "closed", refusal: "INVITATION_USED" };
  }
  if (row.expiresAt <= now) {
    return { policy: "closed", refusal: "INVITATION_EXPIRED" };
  }
  return {
    policy: "invited",
    invitedBy: row.inviterName,
    admission: {
      admission: `invitation ${row.id}`,
      workspaceId: row.inviterWorkspaceId ?? row.inviterId,
    },
  };
}

/** Only the hash is stored. The code has 192 random bits, so a plain hash is enough. */
function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
