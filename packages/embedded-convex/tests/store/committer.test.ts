import { describe, expect, test, vi } from "vitest";
import type { Commit } from "../../src/store/readSet";
import { Turns } from "../../src/turns";
import { failingCommits } from "../support/failingDisk";
import { indexQuery, insert, openTestDatabase, run, tableIn, write } from "./support/database";

describe("the committer", () => {
  test("runs mutations in order of arrival, each seeing the writes before it", async () => {
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

  test("lets people take turns, and keeps the order of each session", async () => {
    const database = openTestDatabase();
    const order: string[] = [];
    const submit = (organization: string, name: string) =>
      database.committer.submit({
        from: [organization, organization, "session"],
        run: () => void order.push(name),
      });
    await Promise.all([
      ...["a1", "a2", "a3", "a4"].map((name) => submit("a", name)),
      ...["b1", "b2"].map((name) => submit("b", name)),
      database.committer.submit({ run: () => void order.push("server") }),
    ]);
    expect(order).toEqual(["a1", "b1", "server", "a2", "b2", "a3", "a4"]);
  });

  test("commits what clients have submitted before background work of the same turn runs", async () => {
    const turns = new Turns(() => 0);
    const database = openTestDatabase(undefined, undefined, { turns });
    const order: string[] = [];
    const submit = async (name: string, isBackground: boolean) => {
      const run = () => void order.push(`${name} ran`);
      await database.committer.submit({ isBackground, run });
      order.push(`${name} committed`);
    };
    await Promise.all([
      submit("step", true),
      submit("save", false),
      submit("other step", true),
      submit("other save", false),
    ]);
    expect(order).toEqual([
      ...["save ran", "other save ran"],
      ...["save committed", "other save committed"],
      ...["step ran", "other step ran"],
      ...["step committed", "other step committed"],
    ]);
  });

  test("lets groups of clients and of background work take turns", async () => {
    const clock = { ms: 0 };
    const turns = new Turns(() => clock.ms);
    const database = openTestDatabase(undefined, undefined, { turns });
    const order: string[] = [];
    const submit = (name: string, isBackground: boolean) =>
      database.committer.submit({
        isBackground,
        run: () => {
          clock.ms += 50;
          order.push(name);
        },
      });
    await Promise.all([
      ...["step 1", "step 2"].map((name) => submit(name, true)),
      ...["save 1", "save 2", "save 3"].map((name) => submit(name, false)),
    ]);
    expect(order).toEqual(["save 1", "step 1", "save 2", "step 2", "save 3"]);
  });

  test("commits before many slow mutations have all run", async () => {
    const clock = { ms: 0 };
    const turns = new Turns(() => clock.ms);
    const database = openTestDatabase(undefined, undefined, { turns });
    let commits = 0;
    database.committer.onCommit(() => (commits += 1));
    const slow = Array.from({ length: 20 }, (_, at) =>
      database.committer.submit({
        from: ["many", "many", "session"],
        run: (transaction) => {
          clock.ms += 10;
          return insert(transaction, { a: at });
        },
      }),
    );
    await Promise.all(slow);
    expect(commits).toBe(5);
  });

  test("commits the mutations of one event loop turn as one group", async () => {
    const turns = new Turns(() => 0);
    const database = openTestDatabase(undefined, undefined, { turns });
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

  test("commits at most 256 mutations at once", async () => {
    const turns = new Turns(() => 0);
    const database = openTestDatabase(undefined, undefined, { turns });
    const sizes: number[] = [];
    database.committer.onCommit(({ writes }) => sizes.push(writes.length));
    const insertOne = () => write(database, (transaction) => insert(transaction, { a: 1 }));
    await Promise.all(Array.from({ length: 600 }, insertOne));
    expect(sizes).toEqual([256, 256, 88]);
  });

  test("begins no further mutation in a group that has 2,000 writes", async () => {
    const turns = new Turns(() => 0);
    const database = openTestDatabase(undefined, undefined, { turns });
    const sizes: number[] = [];
    database.committer.onCommit(({ writes }) => sizes.push(writes.length));
    const insertMany = () =>
      write(database, (transaction) => {
        for (let a = 0; a < 500; a += 1) insert(transaction, { a });
      });
    await Promise.all(Array.from({ length: 5 }, insertMany));
    expect(sizes).toEqual([2_000, 500]);
  });

  test("leaves mutations that are submitted while a group runs to the next group", async () => {
    const turns = new Turns(() => 0);
    const database = openTestDatabase(undefined, undefined, { turns });
    const sizes: number[] = [];
    database.committer.onCommit(({ writes }) => sizes.push(writes.length));
    const insertOne = () => write(database, (transaction) => insert(transaction, { a: 1 }));
    const later: Promise<unknown>[] = [];
    await write(database, (transaction) => {
      insert(transaction, { a: 1 });
      later.push(insertOne(), insertOne());
    });
    await Promise.all(later);
    expect(sizes).toEqual([1, 2]);
  });

  test("calls a listener until it is removed", async () => {
    const database = openTestDatabase();
    const listener = vi.fn();
    const stop = database.committer.onCommit(listener);
    await write(database, (transaction) => insert(transaction, { a: 1 }));
    stop();
    await write(database, (transaction) => insert(transaction, { a: 2 }));
    expect(listener).toHaveBeenCalledOnce();
  });

  test("resolves mutations and notifies listeners after the commit", async () => {
    const database = openTestDatabase();
    const order: string[] = [];
    database.committer.onCommit(() => {
      order.push(`commit ${run(database.read(), indexQuery("by_a", [])).length}`);
    });
    const first = write(database, (transaction) => {
      insert(transaction, { a: 1 });
      order.push("ran");
    }).then(() => order.push("resolved"));
    await first;
    expect(order).toEqual(["ran", "commit 1", "resolved"]);
  });

  test("rolls back a failed mutation without affecting the others of its group", async () => {
    const database = openTestDatabase();
    const id = await write(database, (transaction) => insert(transaction, { a: 0 }));
    const results = await Promise.allSettled([
      write(database, (transaction) => transaction.patch(tableIn(transaction), id, { a: 1 })),
      write(database, (transaction) => {
        transaction.patch(tableIn(transaction), id, { a: 2 });
        insert(transaction, { a: 3 });
        transaction.remove(tableIn(transaction), id);
        throw new Error("no");
      }),
      write(database, (transaction) => transaction.patch(tableIn(transaction), id, { b: 4 })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const all = run(database.read(), indexQuery("by_a", []));
    expect(all.map(({ a, b }) => [a, b])).toEqual([[1, 4]]);
  });

  test("rejects every mutation of a group if the disk is full, and runs the next group", async () => {
    const database = openTestDatabase();
    await write(database, (transaction) => insert(transaction, { a: 0 }));
    const full = Object.assign(new Error("database or disk is full"), {
      code: "SQLITE_FULL",
    });
    const insertRow = vi.spyOn(database.store.rows, "insert").mockImplementation(() => {
      throw full;
    });
    const effects: string[] = [];
    const listener = vi.fn();
    const stop = database.committer.onCommit(listener);
    const before = database.latestTs;
    const results = await Promise.allSettled([
      write(database, (transaction) => {
        transaction.afterCommit(() => effects.push("ran"));
        insert(transaction, { a: 1 });
      }),
      write(database, () => {
        throw new Error("thrown by the mutation");
      }),
      write(database, (transaction) => insert(transaction, { a: 2 })),
    ]);
    const reasons = results.map((result) =>
      result.status === "rejected" ? (result.reason as Error).message : "",
    );
    expect(reasons).toEqual([
      "database or disk is full",
      "thrown by the mutation",
      "database or disk is full",
    ]);
    expect(listener).not.toHaveBeenCalled();
    expect(effects).toEqual([]);
    expect(database.latestTs).toBe(before);
    insertRow.mockRestore();
    stop();
    await write(database, (transaction) => insert(transaction, { a: 3 }));
    expect(run(database.read(), indexQuery("by_a", [])).map(({ a }) => a)).toEqual([0, 3]);
  });

  test("notifies all listeners of a commit although one throws", async () => {
    const onListenerError = vi.fn();
    const database = openTestDatabase(undefined, undefined, {
      onListenerError,
    });
    const called: string[] = [];
    const failing = (name: string) => () => {
      called.push(name);
      throw new Error(name);
    };
    database.committer.onCommit(failing("listener"));
    database.committer.onCommit(() => called.push("other listener"));
    const results = await Promise.all([
      write(database, (transaction) => {
        transaction.afterCommit(failing("effect"));
        return insert(transaction, { a: 1 });
      }),
      write(database, (transaction) => {
        transaction.afterCommit(() => called.push("other effect"));
        return insert(transaction, { a: 2 });
      }),
    ]);
    expect(results).toHaveLength(2);
    const effects = ["effect", "other effect"];
    expect(called.filter((one) => effects.includes(one))).toEqual(effects);
    const listened = called.filter((one) => !effects.includes(one));
    // Once for both writes if one commit has both, which the processor decides.
    expect(new Set(listened)).toEqual(new Set(["listener", "other listener"]));
    expect(listened.length % 2).toBe(0);
    const messages = onListenerError.mock.calls.map(([error]) => (error as Error).message);
    expect(new Set(messages)).toEqual(new Set(["effect", "listener"]));
    await write(database, (transaction) => insert(transaction, { a: 3 }));
    expect(run(database.read(), indexQuery("by_a", []))).toHaveLength(3);
    await database.close();
  });

  test("reports an I/O error before it rejects the group, and never writes again", async () => {
    const commits = failingCommits();
    const order: string[] = [];
    const database = openTestDatabase(undefined, undefined, {
      atomically: commits.atomically,
      onLost: () => order.push("lost"),
    });
    commits.code = "SQLITE_IOERR_FSYNC";
    const writes = [1, 2].map((a) =>
      write(database, (transaction) => insert(transaction, { a })).catch((error: unknown) =>
        order.push(String(error)),
      ),
    );
    await Promise.all(writes);
    const failure = "Error: SQLITE_IOERR_FSYNC: the disk is at fault";
    expect(order).toEqual(["lost", failure, failure]);
    const { count } = commits;
    commits.code = null;
    await expect(write(database, (transaction) => insert(transaction, { a: 3 }))).rejects.toThrow(
      "SQLITE_IOERR_FSYNC",
    );
    expect(commits.count).toBe(count);
    expect(run(database.read(), indexQuery("by_a", []))).toEqual([]);
  });

  test("rolls back a mutation that times out, and ignores its later writes", async () => {
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
    const next = write(database, (transaction) => insert(transaction, { a: 3 }));
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await outcome;
    await next;
    (late as (() => void) | null)?.();
    expect(run(database.read(), indexQuery("by_a", [])).map(({ a }) => a)).toEqual([3]);
    await database.close();
  });

  test("finishes submitted mutations when it closes, and rejects new ones", async () => {
    const database = openTestDatabase();
    const last = write(database, (transaction) => insert(transaction, { a: 1 }));
    const closing = database.close();
    await expect(write(database, () => null)).rejects.toThrow("The server is shutting down.");
    await closing;
    await expect(last).resolves.toMatch(/^[0-9a-z]{32}$/);
  });
});
