/**
 * The people of a workspace. Each function that changes who is in it, or who may come in, is one transaction with the
 * person who does it as its first argument; nothing else in this server writes to these rows, except the account that
 * an invitation creates.
 *
 * Invariants: a workspace has one founder, who is in it. A removed person has no session and no open invitation, so
 * they cannot let themselves in again.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { Sqlite } from "embedded-convex";
import type { Transaction } from "kysely";
import { AccountError } from "./accountErrors";
import type { AccountsDatabase, AccountTables } from "./accountsDatabase";
import { TeamHistory, type TeamAct } from "./teamHistory";
import { hashOfCode, type SignUpPolicy } from "./signUpPolicy";

const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface OpenInvitation {
  readonly id: string;
  readonly invitedBy: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

interface People {
  readonly founderId: string;
  /** The founder, then the others in the order in which they joined. */
  readonly people: readonly Person[];
  readonly invitations: readonly OpenInvitation[];
  /** The last 100 acts, the newest first. */
  readonly history: readonly TeamAct[];
}

export interface FormerPerson {
  readonly userId: string;
  readonly workspaceId: string;
}

type Act = Transaction<AccountTables>;

export interface TeamOptions {
  readonly database: AccountsDatabase;
  readonly policy: SignUpPolicy;
  readonly clock: () => number;
}

export class Team {
  readonly #options: TeamOptions;
  readonly #rows: ReturnType<typeof teamRows>;
  readonly #history: TeamHistory;

  constructor(options: TeamOptions) {
    this.#options = options;
    this.#rows = teamRows(options.database);
    this.#history = new TeamHistory(options);
  }

  /** @throws NOT_SIGNED_IN if the person was removed. */
  peopleAround(userId: string): People {
    const workspaceId = this.#workspaceOf(userId);
    const founderId = this.#founderOf(workspaceId);
    const people = this.#rows.people.all(workspaceId);
    return {
      founderId,
      people: [
        ...people.filter(({ id }) => id === founderId),
        ...people.filter(({ id }) => id !== founderId),
      ],
      invitations: this.#openInvitationsIn(workspaceId),
      history: this.#history.of(workspaceId),
    };
  }

  invite(actorId: string): Promise<{ code: string; expiresAt: number }> {
    return this.#act(async (transaction) => {
      const workspaceId = this.#workspaceOf(actorId);
      const code = randomBytes(24).toString("base64url");
      const expiresAt = this.#options.clock() + INVITATION_LIFETIME_MS;
      const codeHash = hashOfCode(code);
      await transaction
        .insertInto("invitation")
        .values({ id: randomUUID(), codeHash, inviterId: actorId, expiresAt })
        .execute();
      await this.#history.record(transaction, workspaceId, ["invited", actorId]);
      return { code, expiresAt };
    });
  }

  /** @throws INVITATION_NOT_OPEN */
  withdraw(actorId: string, invitationId: string): Promise<void> {
    return this.#act(async (transaction) => {
      const workspaceId = this.#workspaceOf(actorId);
      const open = this.#openInvitationsIn(workspaceId);
      if (!open.some(({ id }) => id === invitationId)) {
        throw new AccountError("INVITATION_NOT_OPEN");
      }
      await transaction
        .updateTable("invitation")
        .set({ withdrawnAt: this.#options.clock() })
        .where("id", "=", invitationId)
        .execute();
      await this.#history.record(transaction, workspaceId, ["withdrew", actorId]);
    });
  }

  /** @throws PERSON_NOT_FOUND, FOUNDER_STAYS */
  remove(actorId: string, personId: string): Promise<void> {
    return this.#act(async (transaction) => {
      const workspaceId = this.#workspaceOf(actorId);
      this.#requireTeammate(workspaceId, personId);
      if (personId === this.#founderOf(workspaceId)) {
        throw new AccountError("FOUNDER_STAYS");
      }
      await this.#endMembership(transaction, personId);
      const act = ["removed", actorId, personId] as const;
      await this.#history.record(transaction, workspaceId, act);
    });
  }

  /** @throws FOUNDER_CANNOT_LEAVE, LAST_PERSON */
  leave(actorId: string): Promise<void> {
    return this.#act(async (transaction) => {
      const workspaceId = this.#workspaceOf(actorId);
      if (actorId === this.#founderOf(workspaceId)) {
        const isAlone = this.#rows.people.all(workspaceId).length === 1;
        throw new AccountError(isAlone ? "LAST_PERSON" : "FOUNDER_CANNOT_LEAVE");
      }
      await this.#endMembership(transaction, actorId);
      await this.#history.record(transaction, workspaceId, ["left", actorId]);
    });
  }

  /** @throws NOT_FOUNDER, PERSON_NOT_FOUND */
  handOver(actorId: string, personId: string): Promise<void> {
    return this.#act(async (transaction) => {
      const workspaceId = this.#workspaceOf(actorId);
      if (actorId !== this.#founderOf(workspaceId)) {
        throw new AccountError("NOT_FOUNDER");
      }
      this.#requireTeammate(workspaceId, personId);
      await transaction.replaceInto("founder").values({ workspaceId, userId: personId }).execute();
      const act = ["handedOver", actorId, personId] as const;
      await this.#history.record(transaction, workspaceId, act);
    });
  }

  /** Brings a removed person back, into the workspace of the invitation. The caller has verified the password. */
  rejoin(email: string, inviteCode: string): Promise<void> {
    return this.#act(async (transaction) => {
      const decision = this.#options.policy.decide(inviteCode);
      if (decision.policy === "closed") {
        throw new AccountError(decision.refusal);
      }
      const userId = this.#rows.removedPerson.get(email);
      if (decision.policy !== "invited" || userId === undefined) return;
      const { workspaceId } = decision.admission;
      await transaction
        .updateTable("user")
        .set({ removedAt: null, workspaceId })
        .where("id", "=", userId)
        .execute();
      await transaction
        .updateTable("invitation")
        .set({ usedBy: userId })
        .where("id", "=", decision.invitationId)
        .execute();
      const act = ["rejoined", userId] as const;
      await this.#history.record(transaction, workspaceId ?? userId, act);
    });
  }

  /** The people who left a workspace or were removed from it since the time `at`. */
  formerSince(at: number): FormerPerson[] {
    return this.#rows.former.all(at);
  }

  #act<T>(act: (transaction: Act) => Promise<T>): Promise<T> {
    return this.#options.database.kysely.transaction().execute(act);
  }

  /** The workspace of a person who is in it now: they may have been removed since their session was checked. */
  #workspaceOf(userId: string): string {
    const workspaceId = this.#rows.workspaceOf.get(userId);
    if (workspaceId === undefined) throw new AccountError("NOT_SIGNED_IN");
    return workspaceId;
  }

  #requireTeammate(workspaceId: string, personId: string): void {
    if (this.#rows.workspaceOf.get(personId) === workspaceId) return;
    throw new AccountError("PERSON_NOT_FOUND");
  }

  #founderOf(workspaceId: string): string {
    return this.#rows.founder.get(workspaceId) ?? workspaceId;
  }

  #openInvitationsIn(workspaceId: string): OpenInvitation[] {
    return this.#rows.openInvitations.all(workspaceId, this.#options.clock());
  }

  async #endMembership(transaction: Act, personId: string): Promise<void> {
    const now = this.#options.clock();
    await transaction
      .updateTable("user")
      .set({ removedAt: now })
      .where("id", "=", personId)
      .execute();
    await transaction.deleteFrom("session").where("userId", "=", personId).execute();
    await transaction
      .updateTable("invitation")
      .set({ withdrawnAt: now })
      .where("inviterId", "=", personId)
      .where("withdrawnAt", "is", null)
      .execute();
  }
}

/** Every workspace that people are or were in, and its founder, the oldest first. */
export function foundersIn(sqlite: Sqlite) {
  return sqlite
    .prepare<[], { workspaceId: string; name: string; email: string }>(`
      SELECT workspace.id AS workspaceId, u.name, u.email
      FROM (
        SELECT coalesce(workspaceId, id) AS id, min(createdAt) AS createdAt
        FROM "user" GROUP BY coalesce(workspaceId, id)
      ) workspace
      LEFT JOIN founder f ON f.workspaceId = workspace.id
      JOIN "user" u ON u.id = coalesce(f.userId, workspace.id)
      ORDER BY workspace.createdAt`)
    .all();
}

/** Read inside the open transaction of an act: see accountsDatabase.ts. */
function teamRows({ sqlite }: AccountsDatabase) {
  return {
    workspaceOf: sqlite
      .prepare<[string], string>(
        `SELECT coalesce(workspaceId, id) FROM "user" WHERE id = ? AND removedAt IS NULL`,
      )
      .pluck(),
    people: sqlite.prepare<[string], Person>(`
      SELECT id, name, email FROM "user"
      WHERE coalesce(workspaceId, id) = ? AND removedAt IS NULL
      ORDER BY createdAt, id`),
    removedPerson: sqlite
      .prepare<[string], string>(`SELECT id FROM "user" WHERE email = ? AND removedAt IS NOT NULL`)
      .pluck(),
    former: sqlite.prepare<[number], FormerPerson>(`
      SELECT id AS userId, coalesce(workspaceId, id) AS workspaceId
      FROM "user" WHERE removedAt > ?`),
    founder: sqlite
      .prepare<[string], string>(`SELECT userId FROM founder WHERE workspaceId = ?`)
      .pluck(),
    openInvitations: sqlite.prepare<[string, number], OpenInvitation>(`
      SELECT i.id, inviter.name AS invitedBy, i.expiresAt
      FROM invitation i
      JOIN "user" inviter ON inviter.id = i.inviterId
      LEFT JOIN "user" u ON u.admission = 'invitation ' || i.id
      WHERE coalesce(inviter.workspaceId, inviter.id) = ?
        AND i.expiresAt > ? AND i.withdrawnAt IS NULL
        AND i.usedBy IS NULL AND u.id IS NULL
      ORDER BY i.expiresAt, i.id`),
  };
}
