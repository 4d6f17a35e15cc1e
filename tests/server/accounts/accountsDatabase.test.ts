import path from "node:path";
import { openSqlite } from "embedded-convex";
import { afterEach, expect, test, vi } from "vitest";
import {
  openAccountsDatabase,
  type AccountsDatabase,
} from "../../../server/accounts/accountsDatabase";
import { diskError } from "../../../packages/embedded-convex/tests/support/failingDisk";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

let database: AccountsDatabase | undefined;

afterEach(() => database?.sqlite.close());

function open(onLost: (error: unknown) => void): AccountsDatabase {
  const file = path.join(temporaryFolder(), "accounts.db");
  database = openAccountsDatabase(file, onLost);
  return database;
}

const invite = ({ kysely }: AccountsDatabase, id: string) =>
  kysely
    .insertInto("invitation")
    .values({ id, codeHash: id, inviterId: "a".repeat(9000), expiresAt: 1 })
    .execute();

const countOf = ({ sqlite }: AccountsDatabase) =>
  sqlite.prepare("SELECT count(*) FROM invitation").pluck().get();

test("a database of the first version gets the new columns, and keeps its invitations", async () => {
  const file = path.join(temporaryFolder(), "accounts.db");
  const old = openSqlite(file);
  old.exec(`
    CREATE TABLE invitation (id TEXT PRIMARY KEY, codeHash TEXT NOT NULL UNIQUE,
      inviterId TEXT NOT NULL, expiresAt INTEGER NOT NULL) STRICT;
    INSERT INTO invitation VALUES ('one', 'hash', 'ana', 1);
    PRAGMA user_version = 1;
  `);
  old.close();
  for (const opening of ["first", "second"]) {
    database = openAccountsDatabase(file);
    expect(await database.kysely.selectFrom("invitation").selectAll().execute(), opening).toEqual([
      {
        id: "one",
        codeHash: "hash",
        inviterId: "ana",
        expiresAt: 1,
        withdrawnAt: null,
        usedBy: null,
      },
    ]);
    database.sqlite.close();
  }
  database = undefined;
});

test("an accounts database syncs each commit, and waits for the commits of other programs", () => {
  const { sqlite } = open(() => undefined);
  const settings = {
    journal_mode: "wal",
    // FULL
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5_000,
  };
  for (const [name, value] of Object.entries(settings))
    expect(sqlite.pragma(name, { simple: true }), name).toBe(value);
});

test("a full disk rejects the write without calling onLost", async () => {
  const onLost = vi.fn();
  const accounts = open(onLost);
  const { sqlite } = accounts;
  const pages = Number(sqlite.pragma("page_count", { simple: true }));
  sqlite.pragma(`max_page_count = ${pages}`);
  await expect(invite(accounts, "one")).rejects.toMatchObject({
    code: "SQLITE_FULL",
  });
  expect(countOf(accounts)).toBe(0);
  sqlite.pragma(`max_page_count = ${pages + 100}`);
  await invite(accounts, "one");
  expect(countOf(accounts)).toBe(1);
  expect(onLost).not.toHaveBeenCalled();
});

test("a disk failure in a statement or a commit calls onLost before the write rejects", async () => {
  const order: string[] = [];
  const accounts = open(() => order.push("lost"));
  const prepare = accounts.sqlite.prepare.bind(accounts.sqlite);
  const failing = (statement: RegExp) =>
    vi.spyOn(accounts.sqlite, "prepare").mockImplementation((sql: string) => {
      if (statement.test(sql)) throw diskError("SQLITE_IOERR_FSYNC");
      return prepare(sql);
    });
  const written = () =>
    accounts.kysely
      .transaction()
      .execute((transaction) =>
        transaction
          .insertInto("invitation")
          .values({ id: "a", codeHash: "a", inviterId: "a", expiresAt: 1 })
          .execute(),
      )
      .catch((error: unknown) => order.push(String(error)));
  for (const statement of [/^insert/, /^commit$/]) {
    const spy = failing(statement);
    await written();
    spy.mockRestore();
  }
  const failure = "Error: SQLITE_IOERR_FSYNC: the disk is at fault";
  expect(order).toEqual(["lost", failure, "lost", failure]);
});
