/** Both drivers pass this file: it runs on each supported version of Node. */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { backUp, checkFts5, openSqlite } from "../../src/store/driver";
import type { OpenOptions, Sqlite } from "../../src/store/sqliteInterface";
import { StartupError } from "../../src/store/errors";
import { resultCodeName } from "../../src/store/sqliteResultCodes";
import { temporaryFolder } from "../support/temporaryFolder";

let folder: string;
let sqlite: Sqlite;

function open(options?: OpenOptions): Sqlite {
  const opened = openSqlite(join(folder, "test.db"), options);
  onTestFinished(() => void opened.close());
  return opened;
}

beforeEach(() => {
  folder = temporaryFolder();
  sqlite = open();
  sqlite.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, value UNIQUE NOT NULL)");
});

const insert = (value: unknown) =>
  sqlite.prepare("INSERT INTO things (value) VALUES (?)").run(value);

const values = () => sqlite.prepare("SELECT value FROM things ORDER BY id").pluck().all();

const withCode = (code: string) => expect.objectContaining({ code }) as unknown as Error;

describe("values", () => {
  const value = (sql: string, ...parameters: unknown[]) =>
    sqlite.prepare(sql).pluck().get(parameters);

  it("binds numbers, BigInts, texts, bytes and null, and reads them back", () => {
    const row = [1.5, 7, "text", null, Buffer.from([0, 255])];
    const sql = "SELECT ?, ?, ?, ?, ?";
    expect(sqlite.prepare(sql).raw().get(row)).toStrictEqual(row);
    expect(value("SELECT ?", 2n ** 40n)).toBe(2 ** 40);
  });

  it("binds undefined as NULL, and refuses a boolean", () => {
    expect(value("SELECT ?", undefined)).toBeNull();
    expect(() => value("SELECT ?", true)).toThrow(TypeError);
  });

  it("binds a number as it is", () => {
    expect(value("SELECT typeof(?)", 7)).toBe("real");
    expect(value("SELECT typeof(?)", 7n)).toBe("integer");
  });

  it("reads bytes as a Buffer in every form of row", () => {
    const statement = () => sqlite.prepare("SELECT x'00ff' AS bytes");
    const bytes = Buffer.from([0, 255]);
    expect(statement().get()).toStrictEqual({ bytes });
    expect(statement().all()).toStrictEqual([{ bytes }]);
    expect(statement().raw().all()).toStrictEqual([[bytes]]);
    expect(statement().pluck().get()).toStrictEqual(bytes);
    expect([...statement().iterate()]).toStrictEqual([{ bytes }]);
  });

  it("reads integers as BigInts where they are asked for", () => {
    const statement = sqlite.prepare("SELECT 9007199254740993 AS a, 1.5 AS b");
    expect(statement.safeIntegers().get()).toStrictEqual({
      a: 9007199254740993n,
      b: 1.5,
    });
  });
});

describe("statements", () => {
  it("statements take parameters as arguments or as one array", () => {
    const sum = sqlite.prepare("SELECT ? + ? AS sum");
    expect(sum.get(1, 2)).toStrictEqual({ sum: 3 });
    expect(sum.all([3, 4])).toStrictEqual([{ sum: 7 }]);
  });

  it("statements say whether they return rows, what they changed, and the last row id", () => {
    const update = sqlite.prepare("INSERT INTO things (value) VALUES (?)");
    expect(update.reader).toBe(false);
    expect(sqlite.prepare("SELECT 1").reader).toBe(true);
    update.run(1);
    expect(update.run(2)).toMatchObject({ changes: 1, lastInsertRowid: 2 });
  });

  it("statements change rows whose ids are beyond 2^53", () => {
    const returning = sqlite.prepare("INSERT INTO things VALUES (?, ?) RETURNING id");
    expect(returning.get(1n, "small")).toStrictEqual({ id: 1 });
    const insertWithId = sqlite.prepare("INSERT INTO things VALUES (?, ?)");
    expect(insertWithId.run(2n ** 53n + 1n, "large")).toMatchObject({
      changes: 1,
      lastInsertRowid: 2 ** 53,
    });
    // FTS5 leaves such an id as the last one.
    sqlite.exec("CREATE VIRTUAL TABLE words USING fts5(word, content='', contentless_delete=1)");
    sqlite.prepare("INSERT INTO words (rowid, word) VALUES (1, 'a')").run();
    const remove = sqlite.prepare("DELETE FROM words WHERE rowid = 1");
    expect(remove.run().changes).toBe(1);
  });

  it("statements give undefined for a row that is not there, and an empty list", () => {
    const statement = sqlite.prepare("SELECT * FROM things");
    expect(statement.get()).toBeUndefined();
    expect(statement.all()).toEqual([]);
    expect(statement.pluck().get()).toBeUndefined();
  });

  it("statements can be used again after an iteration that was broken off", () => {
    for (const value of [1, 2, 3]) insert(value);
    const statement = sqlite.prepare("SELECT value FROM things").pluck();
    for (const value of statement.iterate()) if (value === 1) break;
    expect(statement.all()).toEqual([1, 2, 3]);
  });

  it("statements take no double-quoted text for a string", () => {
    expect(() => sqlite.prepare('SELECT "text"').get()).toThrow(withCode("SQLITE_ERROR"));
  });
});

describe("errors", () => {
  it("errors carry SQLite's name of the extended result code", () => {
    insert(1);
    expect(() => insert(1)).toThrow(withCode("SQLITE_CONSTRAINT_UNIQUE"));
    expect(() => insert(null)).toThrow(withCode("SQLITE_CONSTRAINT_NOTNULL"));
    expect(() => sqlite.prepare("SELEC")).toThrow(withCode("SQLITE_ERROR"));
    expect(() => sqlite.exec("DROP TABLE none")).toThrow(withCode("SQLITE_ERROR"));
  });

  it("errors name every result code", () => {
    expect(resultCodeName(13)).toBe("SQLITE_FULL");
    expect(resultCodeName(26)).toBe("SQLITE_NOTADB");
    expect(resultCodeName(1034)).toBe("SQLITE_IOERR_FSYNC");
    expect(resultCodeName(8714)).toBe("SQLITE_IOERR_IN_PAGE");
    expect(resultCodeName(516)).toBe("SQLITE_ABORT_ROLLBACK");
    expect(resultCodeName(10 | (99 << 8))).toBe("SQLITE_IOERR");
    expect(resultCodeName(200)).toBe("UNKNOWN_SQLITE_ERROR_200");
  });

  it("errors distinguish a full disk, a lock, a file that is no database, and a read-only file", () => {
    const pages = Number(sqlite.pragma("page_count", { simple: true }));
    sqlite.pragma(`max_page_count = ${pages}`);
    expect(() => insert("x".repeat(9000))).toThrow(withCode("SQLITE_FULL"));
    const reader = open({ readonly: true });
    expect(() => reader.exec("DELETE FROM things")).toThrow(withCode("SQLITE_READONLY"));
    sqlite.exec("BEGIN IMMEDIATE");
    const other = open({ timeout: 0 });
    expect(() => other.exec("BEGIN IMMEDIATE")).toThrow(withCode("SQLITE_BUSY"));
    const file = join(folder, "text.db");
    writeFileSync(file, "this is not a database, ".repeat(100));
    const text = openSqlite(file);
    expect(() => text.pragma("user_version")).toThrow(withCode("SQLITE_NOTADB"));
    text.close();
  });

  it("errors refuse a file that must exist and does not, without making it", () => {
    const file = join(folder, "none.db");
    for (const option of ["fileMustExist", "readonly"] as const) {
      expect(() => openSqlite(file, { [option]: true })).toThrow(withCode("SQLITE_CANTOPEN"));
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe("transactions", () => {
  const failing = () => {
    insert("failed");
    throw new Error("failed");
  };

  it("transactions return the result of the change, and roll back a change that throws", () => {
    expect(sqlite.transaction(() => insert(1).changes)()).toBe(1);
    expect(sqlite.transaction(failing)).toThrow("failed");
    expect(sqlite.inTransaction).toBe(false);
    expect(values()).toEqual([1]);
  });

  it("transactions roll back only the inner of two", () => {
    sqlite.transaction(() => {
      insert(1);
      expect(sqlite.transaction(failing)).toThrow("failed");
      sqlite.transaction(() => insert(2))();
      expect(sqlite.inTransaction).toBe(true);
    })();
    expect(values()).toEqual([1, 2]);
  });

  it("transactions take the write lock at once where they are immediate", () => {
    const other = open({ timeout: 0 });
    sqlite
      .transaction(() => {
        expect(() => other.exec("BEGIN IMMEDIATE")).toThrow(withCode("SQLITE_BUSY"));
      })
      .immediate();
    other.exec("BEGIN IMMEDIATE");
  });

  it("transactions throw the error of a failed commit and roll it back", () => {
    sqlite.exec("CREATE TABLE parts (thing REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)");
    const orphan = sqlite.transaction(() => sqlite.exec("INSERT INTO parts VALUES (7)"));
    expect(orphan).toThrow(withCode("SQLITE_CONSTRAINT_FOREIGNKEY"));
    expect(sqlite.prepare("SELECT * FROM parts").all()).toEqual([]);
  });
});

describe("the connection", () => {
  it("enforces foreign keys, and waits for locks by default", () => {
    expect(sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(sqlite.pragma("busy_timeout", { simple: true })).toBe(5000);
    expect(sqlite.pragma("foreign_keys")).toStrictEqual([{ foreign_keys: 1 }]);
  });

  it("gives up its locks when it is closed with statements and a transaction, and is closed twice", () => {
    const unfinished = sqlite.prepare("SELECT value FROM things");
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.exec("BEGIN EXCLUSIVE");
    sqlite.close();
    sqlite.close();
    expect(() => unfinished.get()).toThrow();
    open({ timeout: 0 }).exec("BEGIN EXCLUSIVE");
  });
});

describe("a backup", () => {
  const fill = () => {
    for (let value = 0; value < 100; value++) insert(`${value}${"x".repeat(3000)}`);
  };
  const copy = () => join(folder, "copy.db");

  it("copies in steps", async () => {
    sqlite.transaction(fill)();
    let steps = 0;
    const onStep = () => void (steps += 1);
    expect(await backUp(sqlite, copy(), { pagesPerStep: 10, onStep })).toBe(true);
    expect(steps).toBeGreaterThan(0);
    const copied = openSqlite(copy());
    expect(copied.prepare("SELECT * FROM things").all()).toHaveLength(100);
    copied.close();
  });

  it("rejects with what a step throws", async () => {
    sqlite.transaction(fill)();
    const stop = new Error("stop");
    const onStep = () => {
      throw stop;
    };
    await expect(backUp(sqlite, copy(), { pagesPerStep: 10, onStep })).rejects.toBe(stop);
    insert("after");
  });

  it("copies nothing while a transaction of the connection is open", async () => {
    sqlite.exec("BEGIN");
    insert(1);
    const options = { pagesPerStep: 10, onStep: () => undefined };
    expect(await backUp(sqlite, copy(), options)).toBe(false);
    sqlite.exec("COMMIT");
    expect(await backUp(sqlite, copy(), options)).toBe(true);
  });
});

describe("the version of Node", () => {
  it("a Node without FTS5, or without SQLite, is refused", () => {
    class WithoutFts5 {
      exec(): never {
        throw new Error("no such module: fts5");
      }
    }
    const withoutFts5 = { DatabaseSync: WithoutFts5 } as unknown as Parameters<typeof checkFts5>[0];
    for (const node of [withoutFts5, undefined]) {
      expect(() => checkFts5(node)).toThrow(StartupError);
      expect(() => checkFts5(node)).toThrow(
        `This build of Node ${process.versions.node} has no SQLite with FTS5, which search needs: use the build from nodejs.org.`,
      );
    }
  });

  it("Node prints no warning about SQLite, and every other one", () => {
    const driver = resolve(import.meta.dirname, "../../src/store/driver.ts");
    const program = `import { openSqlite } from ${JSON.stringify(driver)};
      process.on("warning", ({ message }) => console.log(message));
      openSqlite(":memory:").close();
      process.emitWarning("Another feature", "ExperimentalWarning");`;
    const printed = execFileSync(
      process.execPath,
      ["--no-warnings", "--import=tsx", "--input-type=module", "-e", program],
      { encoding: "utf8" },
    );
    expect(printed).toBe("Another feature\n");
  });
});
