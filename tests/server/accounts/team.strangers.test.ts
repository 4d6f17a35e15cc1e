/**
 * An office cannot name people or invitations of another one, whatever it has itself: each call that takes an id
 * answers as for one that never existed, and changes nothing.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AccountError } from "../../../server/accounts/accountErrors";
import {
  openAccountsDatabase,
  type AccountsDatabase,
} from "../../../server/accounts/accountsDatabase";
import { migrateAccounts } from "../../../server/accounts/betterAuth";
import { signUpPolicy } from "../../../server/accounts/signUpPolicy";
import { Team } from "../../../server/accounts/team";
import { createLog } from "../../../server/monitoring/log";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

const DAY_MS = 24 * 60 * 60 * 1000;
const NEVER = "00000000-0000-4000-8000-000000000000";

type Call = (team: Team, actor: string, id: string) => Promise<void>;

/** Each method of a team that takes an id besides that of the person who does it, and an own id with which it works. */
const TAKE_AN_ID: Readonly<Record<string, readonly [Call, keyof Office]>> = {
  withdraw: [(team, ...ids) => team.withdraw(...ids), "open"],
  remove: [(team, ...ids) => team.remove(...ids), "member"],
  handOver: [(team, ...ids) => team.handOver(...ids), "member"],
};

/** An e-mail address and an invitation's code are secrets of who has them: `rejoin` takes no id. */
const TAKE_NO_ID = ["peopleAround", "invite", "leave", "rejoin", "formerSince"];

/** Ids. */
type Office = Readonly<
  Record<"founder" | "member" | "former" | "open" | "used" | "withdrawn" | "expired", string>
>;

class TwoOffices {
  readonly now = { at: Date.UTC(2026, 10, 20) };
  readonly team: Team;
  readonly #database: AccountsDatabase;

  private constructor(database: AccountsDatabase) {
    this.#database = database;
    const clock = () => this.now.at;
    const policy = signUpPolicy({ database, signUps: "open", clock });
    this.team = new Team({ database, policy, clock });
  }

  static async open(): Promise<TwoOffices> {
    const file = join(temporaryFolder(), "accounts.db");
    const database = openAccountsDatabase(file);
    onTestFinished(() => void database.sqlite.close());
    await migrateAccounts({
      database,
      secret: "s".repeat(32),
      issuer: "http://127.0.0.1:3000",
      policy: () => {
        throw new Error("Nobody signs up.");
      },
      log: createLog("silent"),
    });
    return new TwoOffices(database);
  }

  /** A founder, a member, a former person, and invitations in each of their states. */
  async anOffice(name: string): Promise<Office> {
    const founder = this.aPerson(`${name} founder`);
    const member = this.aPerson(`${name} member`, founder);
    const former = this.aPerson(`${name} former`, founder);
    const expired = await this.#invite(founder);
    this.now.at += 8 * DAY_MS;
    const withdrawn = await this.#invite(founder);
    await this.team.withdraw(founder, withdrawn.id);
    const used = await this.#invite(founder);
    await this.team.remove(founder, former);
    await this.team.rejoin(former, used.code);
    await this.team.remove(founder, former);
    const open = await this.#invite(founder);
    return {
      ...{ founder, member, former },
      ...{ open: open.id, used: used.id },
      ...{ withdrawn: withdrawn.id, expired: expired.id },
    };
  }

  aPerson(name: string, workspaceId: string | null = null): string {
    const id = name.replace(" ", "-");
    this.#database.sqlite
      .prepare(
        `INSERT INTO "user" (id, name, email, emailVerified, createdAt, updatedAt, workspaceId)
         VALUES (?, ?, ?, 0, '2026-11-20', '2026-11-20', ?)`,
      )
      .run(id, name, id, workspaceId);
    return id;
  }

  /** Everything that is stored of accounts. */
  stored(): string {
    const { sqlite } = this.#database;
    const tables = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[];
    return JSON.stringify(tables.map((table) => sqlite.prepare(`SELECT * FROM "${table}"`).all()));
  }

  async #invite(by: string) {
    const before = this.team.peopleAround(by).invitations;
    const { code } = await this.team.invite(by);
    const known = new Set(before.map(({ id }) => id));
    const after = this.team.peopleAround(by).invitations;
    return { code, id: after.find(({ id }) => !known.has(id))!.id };
  }
}

const answerTo = (call: Promise<void>) =>
  call.then(
    () => "done",
    (error: unknown) => (error as AccountError).code,
  );

test("each method of a team is known to take an id or none", () => {
  const methods = Object.getOwnPropertyNames(Team.prototype);
  expect(methods.sort()).toEqual(["constructor", ...Object.keys(TAKE_AN_ID), ...TAKE_NO_ID].sort());
});

test.each(Object.entries(TAKE_AN_ID))(
  "%s answers a stranger's id as an id that never existed, and changes nothing",
  async (_, [call, own]) => {
    const offices = await TwoOffices.open();
    const { team } = offices;
    const annas = await offices.anOffice("Anna");
    const bos = await offices.anOffice("Bo");
    const { founder, member, former } = bos;
    for (const actor of [founder, member, former, offices.aPerson("Cal")]) {
      const before = offices.stored();
      const never = await answerTo(call(team, actor, NEVER));
      for (const [of, id] of Object.entries(annas)) {
        const answer = await answerTo(call(team, actor, id));
        expect(answer, `${actor}, with Anna's ${of}`).toBe(never);
      }
      expect(offices.stored()).toBe(before);
    }
    expect(await answerTo(call(team, founder, bos[own]))).toBe("done");
  },
);
