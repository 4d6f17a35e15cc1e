import { describe, expect, test, vi } from "vitest";
import type { Commit } from "../../src/store/readSet";
import { failingCommits } from "../support/failingDisk";
import {
  indexQuery,
  insert,
  openTestDatabase,
  run,
  tableIn,
  write,
} from "./support/database";

describe("the committer", () => {
  test("gives each mutation what those before it wrote, in the order of their arrival", async () => {
    const database = openTestDatabase();
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(database, async (transaction) => {
          await Promise.resolve();
          insert(transaction, { a: i });
          return run(transaction, indexQuery("by_a", [])).length;
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test("makes one commit of what arrives in one turn", async () => {
    const database = openTestDatabase();
    const commits: Commit[] = [];
    database.committer.onCommit((commit) => commits.push(commit));
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, a) =>
        database.committer.submit({
          run: (transaction) => insert(transaction, { a }),
        }),
      ),
    );
    expect(commits).toHaveLength(1);
    expect(commits[0]?.writes).toHaveLength(20);
    const stamps = done.map(({ ts }) => ts);
    expect(new Set(stamps).size).toBe(20);
    expect(commits[0]?.ts).toBe(stamps.at(-1));
    expect(database.latestTs).toBe(stamps.at(-1));
  });

  test("answers nobody before the commit, and listeners after the answers are due", async () => {
    const database = openTestDatabase();
    const order: string[] = [];
    database.committer.onCommit(() => {
      order.push(
        `commit ${run(database.read(), indexQuery("by_a", [])).length}`,
      );
    });
    const first = write(database, (transaction) => {
      insert(transaction, { a: 1 });
      order.push("ran");
    }).then(() => order.push("answered"));
    await first;
    expect(order).toEqual(["ran", "commit 1", "answered"]);
  });

  test("leaves nothing of a mutation that fails, whatever came before and after it", async () => {
    const database = openTestDatabase();
    const id = await write(database, (transaction) =>
      insert(transaction, { a: 0 }),
    );
    const results = await Promise.allSettled([
      write(database, (transaction) =>
        transaction.patch(tableIn(transaction), id, { a: 1 }),
      ),
      write(database, (transaction) => {
        transaction.patch(tableIn(transaction), id, { a: 2 });
        insert(transaction, { a: 3 });
        transaction.remove(tableIn(transaction), id);
        throw new Error("no");
      }),
      write(database, (transaction) =>
        transaction.patch(tableIn(transaction), id, { b: 4 }),
      ),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    const all = run(database.read(), indexQuery("by_a", []));
    expect(all.map(({ a, b }) => [a, b])).toEqual([[1, 4]]);
  });

  test("tells everyone of a group when the disk refuses it, and goes on", async () => {
    const database = openTestDatabase();
    await write(database, (transaction) => insert(transaction, { a: 0 }));
    const full = Object.assign(new Error("database or disk is full"), {
      code: "SQLITE_FULL",
    });
    const insertRow = vi
      .spyOn(database.store.rows, "insert")
      .mockImplementation(() => {
        throw full;
      });
    const effects: string[] = [];
    const heard = vi.fn();
    const stop = database.committer.onCommit(heard);
    const before = database.latestTs;
    const results = await Promise.allSettled([
      write(database, (transaction) => {
        transaction.afterCommit(() => effects.push("ran"));
        insert(transaction, { a: 1 });
      }),
      write(database, () => {
        throw new Error("its own fault");
      }),
      write(database, (transaction) => insert(transaction, { a: 2 })),
    ]);
    const reasons = results.map((result) =>
      result.status === "rejected" ? (result.reason as Error).message : "",
    );
    expect(reasons).toEqual([
      "database or disk is full",
      "its own fault",
      "database or disk is full",
    ]);
    expect(heard).not.toHaveBeenCalled();
    expect(effects).toEqual([]);
    expect(database.latestTs).toBe(before);
    insertRow.mockRestore();
    stop();
    await write(database, (transaction) => insert(transaction, { a: 3 }));
    expect(
      run(database.read(), indexQuery("by_a", [])).map(({ a }) => a),
    ).toEqual([0, 3]);
  });

  test("tells all the others of a commit when one who is told throws, and goes on", async () => {
    const onListenerError = vi.fn();
    const database = openTestDatabase(undefined, undefined, {
      onListenerError,
    });
    const told: string[] = [];
    const failing = (what: string) => () => {
      told.push(what);
      throw new Error(what);
    };
    database.committer.onCommit(failing("listener"));
    database.committer.onCommit(() => told.push("other listener"));
    const results = await Promise.all([
      write(database, (transaction) => {
        transaction.afterCommit(failing("effect"));
        return insert(transaction, { a: 1 });
      }),
      write(database, (transaction) => {
        transaction.afterCommit(() => told.push("other effect"));
        return insert(transaction, { a: 2 });
      }),
    ]);
    expect(results).toHaveLength(2);
    expect(told).toEqual([
      "effect",
      "other effect",
      "listener",
      "other listener",
    ]);
    const messages = onListenerError.mock.calls.map(
      ([error]) => (error as Error).message,
    );
    expect(messages).toEqual(["effect", "listener"]);
    await write(database, (transaction) => insert(transaction, { a: 3 }));
    expect(run(database.read(), indexQuery("by_a", []))).toHaveLength(3);
    await database.close();
  });

  test("answers nobody when the disk is lost under the group, before it is said that it is", async () => {
    const commits = failingCommits();
    const order: string[] = [];
    const database = openTestDatabase(undefined, undefined, {
      atomically: commits.atomically,
      onLost: () => order.push("lost"),
    });
    commits.code = "SQLITE_IOERR_FSYNC";
    const asked = [1, 2].map((a) =>
      write(database, (transaction) => insert(transaction, { a })).catch(
        (error: unknown) => order.push(String(error)),
      ),
    );
    await Promise.all(asked);
    const failure = "Error: SQLITE_IOERR_FSYNC: the disk is at fault";
    expect(order).toEqual(["lost", failure, failure]);
    const { count } = commits;
    commits.code = null;
    await expect(
      write(database, (transaction) => insert(transaction, { a: 3 })),
    ).rejects.toThrow("SQLITE_IOERR_FSYNC");
    expect(commits.count).toBe(count);
    expect(run(database.read(), indexQuery("by_a", []))).toEqual([]);
  });

  test("gives up a mutation that waits for what never comes, and takes its writes back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const database = openTestDatabase();
    let late: (() => void) | null = null;
    const hanging = write(database, async (transaction) => {
      insert(transaction, { a: 1 });
      await new Promise<void>((resolve) => (late = resolve));
      insert(transaction, { a: 2 });
    });
    const outcome = expect(hanging).rejects.toThrow(
      "Function execution timed out (maximum duration: 15s)",
    );
    const next = write(database, (transaction) =>
      insert(transaction, { a: 3 }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await outcome;
    await next;
    (late as (() => void) | null)?.();
    expect(
      run(database.read(), indexQuery("by_a", [])).map(({ a }) => a),
    ).toEqual([3]);
    await database.close();
  });

  test("finishes what was submitted when it closes, and takes nothing more", async () => {
    const database = openTestDatabase();
    const last = write(database, (transaction) =>
      insert(transaction, { a: 1 }),
    );
    const closing = database.close();
    await expect(write(database, () => null)).rejects.toThrow(
      "The server is shutting down.",
    );
    await closing;
    await expect(last).resolves.toMatch(/^[0-9a-z]{32}$/);
  });
});
