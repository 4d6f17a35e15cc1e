import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../src/protocol/codec";
import type { AddQuery, ModifyQuerySet } from "../../src/protocol/messages";
import { TokenExpired } from "../../src/sync/callerIdentity";
import { MAX_ARGS_LENGTH, Session } from "../../src/sync/session";
import { Subscriptions } from "../../src/sync/subscriptions";
import { keyRules, type Keys } from "../support/fakeRunner";
import { beginStale } from "../support/staleQueries";

const NOW = 1_700_000_000_000;
const ada = {
  subject: "ada",
  issuer: "https://own",
  tokenIdentifier: "https://own|ada",
};

const add = (queryId: number, key: string): AddQuery => ({
  type: "Add",
  queryId,
  udfPath: "kv:get",
  args: [{ key }],
});

const modify = (
  baseVersion: number,
  ...modifications: ModifyQuerySet["modifications"]
): ModifyQuerySet => ({
  type: "ModifyQuerySet",
  baseVersion,
  newVersion: baseVersion + 1,
  modifications,
});

const authenticateAt = (baseVersion: number) => ({
  type: "Authenticate" as const,
  tokenType: "User" as const,
  value: "token",
  baseVersion,
});

/** With the last result of every query. */
const at = (ts: bigint) => ({ ts, results: new Map() });

function aSession(maxQueries = () => Infinity) {
  const subscriptions = new Subscriptions<Session, Keys, Keys>(keyRules);
  const origin = "http://127.0.0.1:3000";
  const session = new Session(subscriptions, { origin, maxQueries });
  const connect = {
    type: "Connect" as const,
    sessionId: "s",
    connectionCount: 0,
    clientTs: NOW + 5,
  };
  session.connect(connect, NOW);
  /** Settles the stale queries with the caller's name and the key as result. */
  const settleAll = (ts: bigint) => {
    for (const shared of beginStale(subscriptions)) {
      const { key } = shared.query.args as { key: string };
      const value = `${shared.query.caller.identity?.subject ?? "nobody"} ${key}`;
      const outcome = { ok: true as const, value, logLines: [] };
      subscriptions.settle(shared, {
        outcome,
        journal: null,
        ts,
        reads: new Set([key]),
      });
    }
  };
  return { session, subscriptions, settleAll };
}

describe("the query set", () => {
  it("limits the length of all arguments, and frees it when queries are removed", () => {
    const { session } = aSession();
    const most = "x".repeat(MAX_ARGS_LENGTH - 100);
    session.modifyQuerySet(modify(0, add(0, most)));
    expect(() => session.modifyQuerySet(modify(1, add(1, "y".repeat(100))))).toThrow(
      "The arguments and journals of the queries of one connection may have at most 16777216 characters in total.",
    );
    const again = aSession().session;
    again.modifyQuerySet(modify(0, add(0, most)));
    again.modifyQuerySet(modify(1, { type: "Remove", queryId: 0 }));
    again.modifyQuerySet(modify(2, add(1, most)));
    expect(() => again.modifyQuerySet(modify(3, { ...add(2, "z"), journal: most }))).toThrow(
      ProtocolError,
    );
  });
});

describe("versions", () => {
  it("rejects a query set that does not follow the last version", () => {
    const { session } = aSession();
    session.modifyQuerySet(modify(0));
    expect(() => session.modifyQuerySet(modify(3))).toThrow(ProtocolError);
    expect(() => session.modifyQuerySet(modify(3))).toThrow(
      "ModifyQuerySet is based on query set version 3, but the session is at 1.",
    );
    expect(() => session.modifyQuerySet({ ...modify(1), newVersion: 4 })).toThrow(
      "ModifyQuerySet goes from query set version 1 to 4: versions follow each other by one.",
    );
  });

  it("rejects an identity that does not follow the last version", () => {
    const { session } = aSession();
    session.expectIdentityVersion(authenticateAt(0));
    session.authenticated({ identity: ada, expiresAt: Infinity });
    expect(() => session.expectIdentityVersion(authenticateAt(0))).toThrow(
      "Authenticate is based on identity version 0, but the session is at 1.",
    );
  });

  it("rejects adding a query twice and removing an unknown one", () => {
    const { session } = aSession();
    session.modifyQuerySet(modify(0, add(1, "a")));
    expect(() => session.modifyQuerySet(modify(1, add(1, "b")))).toThrow(
      "Query 1 was added twice.",
    );
    const remove = { type: "Remove" as const, queryId: 2 };
    expect(() => session.modifyQuerySet(modify(1, remove))).toThrow("Query 2 was removed but");
  });

  it("requires exactly one Connect, first", () => {
    const { session, subscriptions } = aSession();
    expect(
      () => new Session(subscriptions, { origin: "http://a", maxQueries: () => 1 }).id,
    ).toThrow("The first message must be Connect.");
    const again = {
      type: "Connect" as const,
      sessionId: "t",
      connectionCount: 1,
    };
    expect(() => session.connect(again, NOW)).toThrow("Connect was sent twice.");
  });
});

describe("transition", () => {
  it("a transition needs the results of every query, and of a shared one once", () => {
    const { session } = aSession();
    session.modifyQuerySet(modify(0, add(1, "a"), add(2, "b"), add(3, "b")));
    const args = [...session.watched].map(({ query }) => query.args);
    expect(args).toEqual([{ key: "a" }, { key: "b" }]);
  });

  it("a transition starts where the last ended, and contains only what changed", () => {
    const { session, settleAll, subscriptions } = aSession();
    session.modifyQuerySet(modify(0, add(1, "a"), add(2, "b")));
    settleAll(5n);
    const first = session.transition(at(5n), NOW);
    expect(first).toMatchObject({
      startVersion: { querySet: 0, identity: 0, ts: 0n },
      endVersion: { querySet: 1, identity: 0, ts: 5n },
      removed: [],
      clientClockSkew: 5,
    });
    expect(first?.updated.map(({ queryId }) => queryId)).toEqual([1, 2]);
    expect(session.transition(at(6n), NOW)).toBeNull();

    session.modifyQuerySet(modify(1, { type: "Remove", queryId: 1 }, add(3, "c")));
    subscriptions.commit({ ts: 7n, writes: new Set(["zzz"]) });
    settleAll(7n);
    const second = session.transition(at(7n), NOW);
    expect(second).toMatchObject({
      startVersion: first?.endVersion,
      endVersion: { querySet: 2, identity: 0, ts: 7n },
      removed: [1],
    });
    expect(second?.updated.map(({ queryId }) => queryId)).toEqual([3]);
  });

  it("a transition is sent after a mutation even if no result changed, and not before its commit", () => {
    const { session } = aSession();
    expect(session.transition(at(5n), NOW)).toBeNull();
    session.awaitCommit(8n);
    expect(session.transition(at(7n), NOW)).toBeNull();
    expect(session.transition(at(8n), NOW)).toMatchObject({
      endVersion: { querySet: 0, identity: 0, ts: 8n },
      updated: [],
    });
    expect(session.transition(at(8n), NOW)).toBeNull();
  });

  it("a transition is sent for a mutation before the last sent commit, without going back in time", () => {
    const { session } = aSession();
    session.awaitCommit(8n);
    session.transition(at(8n), NOW);
    session.awaitCommit(3n);
    expect(session.transition(at(7n), NOW)).toMatchObject({
      startVersion: { ts: 8n },
      endVersion: { ts: 8n },
    });
  });

  it("a transition omits a result that changed and changed back", () => {
    const { session, subscriptions, settleAll } = aSession();
    session.modifyQuerySet(modify(0, add(1, "a")));
    settleAll(5n);
    session.transition(at(5n), NOW);
    const settleAs = (ts: bigint, value: string) => {
      subscriptions.commit({ ts, writes: new Set(["a"]) });
      const outcome = { ok: true as const, value, logLines: [] };
      for (const shared of beginStale(subscriptions)) {
        subscriptions.settle(shared, {
          outcome,
          journal: null,
          ts,
          reads: new Set(["a"]),
        });
      }
    };
    settleAs(6n, "something else");
    settleAs(7n, "nobody a");
    expect(session.transition(at(7n), NOW)).toBeNull();
  });
});

describe("identity", () => {
  it("resubscribes every query as the new caller", () => {
    const { session, settleAll } = aSession();
    session.modifyQuerySet(modify(0, add(1, "a")));
    settleAll(5n);
    session.transition(at(5n), NOW);
    session.authenticated({ identity: ada, expiresAt: Infinity });
    settleAll(5n);
    const transition = session.transition(at(5n), NOW);
    expect(transition).toMatchObject({ endVersion: { identity: 1 } });
    expect(transition?.updated[0]?.result.members).toContain("ada a");
  });

  it("an identity keeps its queries for a new token of the same caller", () => {
    const { session, settleAll, subscriptions } = aSession();
    session.authenticated({ identity: ada, expiresAt: NOW + 1000 });
    session.modifyQuerySet(modify(0, add(1, "a")));
    settleAll(5n);
    session.transition(at(5n), NOW);
    session.authenticated({ identity: { ...ada }, expiresAt: NOW + 2000 });
    expect(beginStale(subscriptions)).toEqual([]);
    expect(session.transition(at(5n), NOW)).toMatchObject({
      updated: [],
      endVersion: { identity: 2 },
    });
  });

  it("rejects calls after the token expired", () => {
    const { session } = aSession();
    session.authenticated({ identity: ada, expiresAt: NOW + 1000 });
    expect(session.callerAt(NOW + 999).identity).toBe(ada);
    expect(() => session.callerAt(NOW + 1000)).toThrow(TokenExpired);
  });
});

it("leaves its shared queries when it closes", () => {
  const { session, subscriptions } = aSession();
  session.modifyQuerySet(modify(0, add(1, "a"), add(2, "b")));
  session.close();
  expect(subscriptions.size).toBe(0);
});

describe("the number of queries of a connection", () => {
  it("the number of queries of a connection is limited by failing the queries beyond it, also after a new identity", () => {
    let limit = 2;
    const { session, subscriptions, settleAll } = aSession(() => limit);
    const three = [1, 2, 3].map((id) => add(id, `k${id}`));
    session.modifyQuerySet(modify(0, ...three));
    settleAll(1n);
    const updated = session.transition(at(9n), NOW)?.updated ?? [];
    expect(updated.map(({ queryId }) => queryId)).toEqual([1, 2, 3]);
    expect(JSON.stringify(updated[2])).toContain(
      "Too many subscriptions of one person (limit for this connection: 2).",
    );
    expect(subscriptions.size).toBe(2);

    limit = 5;
    session.authenticated({ identity: ada, expiresAt: Infinity });
    settleAll(2n);
    const again = session.transition(at(9n), NOW)?.updated ?? [];
    expect(again.map(({ queryId }) => queryId)).toEqual([1, 2]);
    expect(subscriptions.size).toBe(2);

    const remove = { type: "Remove" as const, queryId: 3 };
    session.modifyQuerySet(modify(1, remove, add(4, "k4")));
    expect(subscriptions.size).toBe(3);
  });
});
