/** Who did what to the team of a workspace, and when. */
import type { Transaction } from "kysely";
import type { AccountsDatabase, AccountTables, TeamActKind } from "./accountsDatabase";

/** As long as the history of the data (domain/history/history.ts): two years. */
const HISTORY_KEPT_MS = 2 * 365 * 24 * 60 * 60 * 1000;

export interface TeamAct {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: TeamActKind | "joined";
  readonly byName: string;
  /** The name of the person concerned, unless it is the person who did it. */
  readonly personName: string | null;
}

interface TeamHistoryOptions {
  readonly database: AccountsDatabase;
  readonly clock: () => number;
}

export class TeamHistory {
  readonly #clock: () => number;
  readonly #rows: ReturnType<typeof historyRows>;

  constructor({ database, clock }: TeamHistoryOptions) {
    this.#clock = clock;
    this.#rows = historyRows(database);
  }

  /** The last 100 acts, the newest first. */
  of(workspaceId: string): TeamAct[] {
    return this.#rows.acts.all({ workspaceId });
  }

  /** Records an act, with the current names of the people, in the transaction that does it. */
  async record(
    transaction: Transaction<AccountTables>,
    workspaceId: string,
    [kind, actorId, personId]: readonly [TeamActKind, string, string?],
  ): Promise<void> {
    const at = this.#clock();
    const nameOf = (id: string) => this.#rows.nameOf.get(id) ?? "";
    await transaction
      .insertInto("teamAct")
      .values({
        workspaceId,
        at,
        kind,
        byName: nameOf(actorId),
        personName: personId === undefined ? null : nameOf(personId),
      })
      .execute();
    await transaction
      .deleteFrom("teamAct")
      .where("workspaceId", "=", workspaceId)
      .where("at", "<", at - HISTORY_KEPT_MS)
      .execute();
  }
}

function historyRows({ sqlite }: AccountsDatabase) {
  return {
    nameOf: sqlite.prepare<[string], string>(`SELECT name FROM "user" WHERE id = ?`).pluck(),
    // The row of an account says when it joined. The founder did not join.
    acts: sqlite.prepare<[{ workspaceId: string }], TeamAct>(`
      SELECT at, kind, byName, personName FROM teamAct
      WHERE workspaceId = @workspaceId
      UNION ALL
      SELECT CAST(unixepoch(createdAt, 'subsec') * 1000 AS INTEGER), 'joined', name, NULL
      FROM "user"
      WHERE workspaceId = @workspaceId AND id <> @workspaceId
      ORDER BY at DESC LIMIT 100`),
  };
}
