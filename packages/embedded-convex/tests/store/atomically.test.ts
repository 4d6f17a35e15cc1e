import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Atomically, atomicallyIn, stopWhenLost } from "../../src/store/atomically";
import { IN_MEMORY, openDatabase, type Sqlite } from "../../src/store/sqlite";
import { diskError } from "../support/failingDisk";

let sqlite: Sqlite;
const onLost = vi.fn();
let atomically: Atomically;

const add = (times: number) => () => {
  for (let at = 0; at < times; at += 1)
    sqlite.prepare("INSERT INTO things VALUES (?)").run("x".repeat(5000));
};

const count = () => sqlite.prepare("SELECT count(*) FROM things").pluck().get() as number;

beforeEach(() => {
  onLost.mockReset();
  sqlite = openDatabase(IN_MEMORY);
  sqlite.exec("CREATE TABLE things (text TEXT)");
  atomically = stopWhenLost(atomicallyIn(sqlite), onLost);
});

describe("atomically", () => {
  test("commits all changes or none", () => {
    atomically(add(2));
    const half = () => {
      add(3)();
      throw new Error("half way");
    };
    expect(() => atomically(half)).toThrow("half way");
    expect(count()).toBe(2);
    expect(onLost).not.toHaveBeenCalled();
  });

  test("rolls back when the disk is full, and keeps working for smaller changes", () => {
    atomically(add(1));
    const pages = Number(sqlite.pragma("page_count", { simple: true }));
    sqlite.pragma(`max_page_count = ${pages + 20}`);
    expect(() => atomically(add(100))).toThrow(
      expect.objectContaining({ code: "SQLITE_FULL" }) as Error,
    );
    expect(count()).toBe(1);
    atomically(add(2));
    sqlite.pragma(`max_page_count = ${pages + 1000}`);
    atomically(add(100));
    expect(count()).toBe(103);
    expect(onLost).not.toHaveBeenCalled();
  });

  test("rolls back while the database is read-only, and works again afterwards", () => {
    sqlite.pragma("query_only = ON");
    expect(() => atomically(add(1))).toThrow(
      expect.objectContaining({ code: "SQLITE_READONLY" }) as Error,
    );
    sqlite.pragma("query_only = OFF");
    atomically(add(1));
    expect(count()).toBe(1);
    expect(onLost).not.toHaveBeenCalled();
  });

  test("calls onLost once, before it throws, and rejects every change after an I/O error", () => {
    const order: string[] = [];
    let isFailing = true;
    const failing = stopWhenLost(
      (change) => {
        const done = atomicallyIn(sqlite)(change);
        if (isFailing) throw diskError("SQLITE_IOERR_FSYNC");
        return done;
      },
      () => order.push("lost"),
    );
    for (let time = 0; time < 2; time += 1) {
      expect(() => failing(add(1))).toThrow("SQLITE_IOERR_FSYNC");
      order.push("thrown");
      // The disk seems to work again, but must not be trusted.
      isFailing = false;
    }
    expect(order).toEqual(["lost", "thrown", "thrown"]);
    expect(count()).toBe(1);
  });
});
