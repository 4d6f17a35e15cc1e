/**
 * Who may make an account: the first person on a fresh server, whoever holds an invitation, or anyone where sign-up is open.
 *
 * An invitation is used up by the very row of the account it admitted: `admission` on a user is unique, so an account and the use
 * of its invitation cannot come apart, whatever fails or races. The first account is admitted once in the same way.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SignUps } from "../config";
import type { AccountsDatabase } from "./accountsDatabase";
import type { RefusalCode } from "./refusals";

export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** What is written on the row of an admitted account. */
export interface Admission {
  readonly admission: string | null;
  /** Null: a workspace of their own. */
  readonly workspaceId: string | null;
}

export type Decision =
  | { policy: "first" | "open"; admission: Admission }
  | { policy: "invited"; invitedBy: string; admission: Admission }
  | { policy: "closed"; refusal: RefusalCode };

export interface SignUpPolicy {
  /** Reads only, at once: also right inside the transaction that makes an account. */
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

/** The code itself is known to who holds the link alone: it is random enough for a plain hash. */
function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
