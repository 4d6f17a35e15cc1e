import { describe, expect, it } from "vitest";
import { Subscriptions, type SharedQuery, type WatchedQuery } from "../../src/sync/subscriptions";
import type { ReadIndex } from "../../src/sync/functionRunner";
import { keyRules, type Keys } from "../support/fakeRunner";
import { beginStale } from "../support/staleQueries";

const nobody = { identity: null, origin: "http://127.0.0.1:3000" };

const aQuery = (overrides: Partial<WatchedQuery> = {}): WatchedQuery => ({
  udfPath: "kv:get",
  args: { key: "a" },
  caller: nobody,
  callerKey: "nobody",
  journal: null,
  ...overrides,
});

const aRun = (ts: bigint, value: string, journal: string | null = null) => ({
  outcome: { ok: true as const, value, logLines: [] },
  journal,
  ts,
  reads: new Set(["a"]),
});

const touchingA = (ts: bigint) => ({ ts, writes: new Set(["a"]) });
const touchingB = (ts: bigint) => ({ ts, writes: new Set(["b"]) });

function aCurrentQuery() {
  const subscriptions = new Subscriptions<string, Keys, Keys>(keyRules);
  const shared = subscriptions.join(aQuery(), "first");
  beginStale(subscriptions);
  subscriptions.settle(shared, aRun(1n, "one"));
  return { subscriptions, shared };
}

describe("shared queries", () => {
  it("a shared query is joined by watchers with the same caller, function and arguments", () => {
    const { subscriptions, shared } = aCurrentQuery();
    expect(subscriptions.join(aQuery(), "second")).toBe(shared);
    expect(beginStale(subscriptions)).toEqual([]);
    expect(shared.watchers).toEqual(new Set(["first", "second"]));
  });

  it.each([
    ["another person", { callerKey: "somebody" }],
    ["other arguments", { args: { key: "b" } }],
    ["another function", { udfPath: "kv:list" }],
    ["a page that ends elsewhere", { journal: "end" }],
  ])("a shared query is not joined for %s", (_, overrides) => {
    const { subscriptions, shared } = aCurrentQuery();
    const other = subscriptions.join(aQuery(overrides), "second");
    expect(other).not.toBe(shared);
    expect(beginStale(subscriptions)).toEqual([other]);
  });

  it("a shared query is not joined without its journal once it was rerun with it", () => {
    const subscriptions = new Subscriptions<string, Keys, Keys>(keyRules);
    const shared = subscriptions.join(aQuery(), "first");
    beginStale(subscriptions);
    subscriptions.settle(shared, aRun(1n, "page", "end"));
    expect(subscriptions.join(aQuery(), "while untouched")).toBe(shared);
    subscriptions.commit(touchingA(2n));
    expect(subscriptions.join(aQuery(), "newcomer")).not.toBe(shared);
    expect(subscriptions.join(aQuery({ journal: "end" }), "back again")).toBe(shared);
  });

  it("a shared query is removed when its last watcher leaves", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.join(aQuery(), "second");
    subscriptions.leave(shared, "first");
    expect(subscriptions.size).toBe(1);
    subscriptions.leave(shared, "second");
    expect(subscriptions.size).toBe(0);
    expect(subscriptions.join(aQuery(), "third")).not.toBe(shared);
  });
});

describe("commits", () => {
  it("makes the queries that it touched stale, and no other", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingB(2n));
    expect(beginStale(subscriptions)).toEqual([]);
    expect(shared.isCurrentAt(2n)).toBe(true);
    subscriptions.commit(touchingA(3n));
    expect(shared.isCurrentAt(3n)).toBe(false);
    expect(beginStale(subscriptions)).toEqual([shared]);
    expect(beginStale(subscriptions)).toEqual([]);
  });

  it("tests only the queries that it can touch", () => {
    const asked: Keys[] = [];
    const index = keyRules.newReadIndex<SharedQuery<string>>();
    const subscriptions = new Subscriptions<string, Keys, Keys>({
      touches: (reads, writes) => {
        asked.push(reads);
        return keyRules.touches(reads, writes);
      },
      newReadIndex: <Owner>() => index as ReadIndex<Owner, Keys, Keys>,
    });
    const queries = ["a", "b", "c"].map((key) =>
      subscriptions.join(aQuery({ args: { key } }), "watcher"),
    );
    beginStale(subscriptions);
    for (const [at, key] of ["a", "b", "c"].entries()) {
      const reads = new Set([key]);
      subscriptions.settle(queries[at]!, { ...aRun(1n, "one"), reads });
    }
    subscriptions.commit(touchingB(2n));
    expect(asked).toEqual([]);
    expect(beginStale(subscriptions)).toEqual([queries[1]]);
    // The index holds no running queries and no queries without watchers.
    subscriptions.leave(queries[0]!, "watcher");
    expect([...index.affectedBy(new Set(["a", "b", "c"]))]).toEqual([queries[2]]);
  });

  it("a commit during a run makes the result stale if the run did not see it", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    subscriptions.commit(touchingA(3n));
    expect(subscriptions.settle(shared, aRun(2n, "two")).until).toBe(3n);
    expect(beginStale(subscriptions)).toEqual([shared]);
    expect(subscriptions.settle(shared, aRun(3n, "three")).until).toBeNull();
    expect(shared.isCurrentAt(3n)).toBe(true);
  });

  it("a commit during a run keeps the result current if the run saw it, or it touched something else", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    subscriptions.commit(touchingA(3n));
    subscriptions.commit(touchingB(4n));
    expect(subscriptions.settle(shared, aRun(3n, "three")).until).toBeNull();
    expect(shared.isCurrentAt(4n)).toBe(true);
  });

  it("a commit between an open snapshot and a run on it ends the result's validity", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    subscriptions.holdCommits();
    subscriptions.commit(touchingB(3n));
    subscriptions.commit(touchingA(4n));
    subscriptions.begin(shared);
    expect(subscriptions.settle(shared, aRun(2n, "two")).until).toBe(4n);
    expect(shared.state).toBe("stale");
  });

  it("leaves a later result current when a run on an earlier snapshot ends", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.holdCommits();
    subscriptions.commit(touchingA(2n));
    subscriptions.begin(shared);
    subscriptions.settle(shared, aRun(2n, "two"));
    const later = shared.result;
    subscriptions.begin(shared);
    expect(subscriptions.settle(shared, aRun(1n, "one")).until).toBe(2n);
    expect(shared.isCurrentAt(2n)).toBe(true);
    expect(shared.result).toBe(later);
  });

  it("a commit must be announced before a result that saw it is current", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    subscriptions.settle(shared, aRun(3n, "three"));
    expect(shared.isCurrentAt(2n)).toBe(false);
    expect(shared.isCurrentAt(3n)).toBe(true);
  });
});

describe("results", () => {
  const rerun = (
    shared: SharedQuery<string>,
    subscriptions: Subscriptions<string, Keys, Keys>,
    value: string,
  ) => {
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    return subscriptions.settle(shared, aRun(2n, value)).result;
  };

  it("a result is an update only if it differs from the last", () => {
    const { subscriptions, shared } = aCurrentQuery();
    const { result } = shared;
    expect(rerun(shared, subscriptions, "one")).toBe(result);
    expect(shared.result).toBe(result);
    expect(rerun(shared, subscriptions, "two")).not.toBe(result);
    expect(shared.result).not.toBe(result);
  });

  it("a result is dropped if all watchers left during the run", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    subscriptions.leave(shared, "first");
    const { result } = shared;
    subscriptions.settle(shared, aRun(2n, "two"));
    expect(shared.result).toBe(result);
    expect(beginStale(subscriptions)).toEqual([]);
  });

  it("a result is dropped if the functions were replaced during the run", () => {
    const { subscriptions, shared } = aCurrentQuery();
    subscriptions.commit(touchingA(2n));
    beginStale(subscriptions);
    subscriptions.invalidateAll();
    const old = subscriptions.settle(shared, aRun(2n, "by the old function"));
    expect(old.until).toBe(2n);
    expect(beginStale(subscriptions)).toEqual([shared]);
    subscriptions.settle(shared, aRun(2n, "by the new one"));
    expect(shared.isCurrentAt(2n)).toBe(true);
  });
});
