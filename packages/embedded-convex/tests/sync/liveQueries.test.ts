import { describe, expect, test, vi } from "vitest";
import { LiveQueries } from "../../src/sync/liveQueries";
import { queriesShare } from "../../src/sync/queriesShare";
import { Session } from "../../src/sync/session";
import type { ResultsAt } from "../../src/sync/subscriptions";
import { eventually } from "../support/eventually";
import { type Keys, keyRules } from "../support/fakeRunner";
import { TurnRunner } from "../support/turnRunner";

interface Call {
  readonly udfPath: string;
  readonly args: Record<string, string>;
}

/** Different queries that read one key. */
const readersOf = (key: string, count: number): Call[] =>
  Array.from({ length: count }, (_, at) => ({
    udfPath: "kv:get",
    args: { key, reader: `${(readers += 1)} ${at}` },
  }));
let readers = 0;

interface Update extends ResultsAt<Session> {
  /** Runs of all sessions since the start. */
  readonly runs: number;
}

function aServer() {
  const runner = new TurnRunner();
  const updates = new Map<Session, Update[]>();
  /** The sessions to which nothing can be sent. */
  const congested = new Set<Session>();
  const live: LiveQueries<Keys, Keys> = new LiveQueries({
    runner,
    readRules: keyRules,
    canSend: (session) => !congested.has(session),
    send: (session, sent) => {
      session.transition(sent, 0);
      updates.get(session)?.push({ ...sent, runs: live.runs });
    },
    fail: (_, error) => {
      throw error;
    },
  });
  const connect = (queries: readonly Call[]): Session => {
    const options = { origin: "http://a", maxQueries: () => queriesShare(2) };
    const session = new Session(live.subscriptions, options);
    updates.set(session, []);
    const connectionCount = 0;
    session.connect({ type: "Connect", sessionId: "s", connectionCount }, 0);
    session.modifyQuerySet({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: queries.map(({ udfPath, args }, queryId) => ({
        type: "Add",
        queryId,
        udfPath,
        args: [args],
      })),
    });
    live.requestUpdate(session);
    return session;
  };
  const updatesOf = (session: Session) => updates.get(session) ?? [];
  return { runner, live, connect, updatesOf, congested };
}

/** Commits a new value in every turn of the event loop, until `isDone`. Returns each value by its commit. */
async function writeUntil(
  runner: TurnRunner,
  key: string,
  isDone: () => boolean,
): Promise<Map<bigint, number>> {
  const values = new Map<bigint, number>();
  while (!isDone()) {
    values.set(runner.commit(key, values.size), values.size);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return values;
}

/** The most runs of all sessions between two updates of one. */
function longestGap(updates: readonly Update[]): number {
  const gaps = updates.map(({ runs }, at) => runs - (updates[at - 1]?.runs ?? 0));
  return Math.max(...gaps);
}

test("5,000 subscriptions of one connection do not keep another one waiting", async () => {
  const { live, connect, updatesOf } = aServer();
  const keys = Array.from({ length: 5_000 }, (_, at) => `k${at}`);
  const many = connect(keys.flatMap((key) => readersOf(key, 1)));
  const few = connect(readersOf("few", 1));
  const first = await eventually(() => updatesOf(few)[0] ?? null);
  expect(first.runs).toBeLessThan(200);
  expect(updatesOf(many)).toEqual([]);
  await eventually(() => updatesOf(many)[0] ?? null);
  expect(live.runs).toBe(5_001);
});

test("a page that another client has too has an end of its own, if a commit comes before its first result", async () => {
  const { runner, connect, updatesOf } = aServer();
  runner.commit("k", "old");
  const page = [{ udfPath: "kv:page", args: { key: "k" } }];
  const first = connect(page);
  await eventually(() => updatesOf(first)[0] ?? null);
  const second = connect(page);
  runner.commit("k", "new");
  await eventually(() => updatesOf(first)[1] ?? null);
  const ends = [first, second].map((session) =>
    [...updatesOf(session).at(-1)!.results.values()].map(
      ({ members }) => /"end":"(.*?)"}/.exec(members)?.[1],
    ),
  );
  expect(ends).toEqual([[String.raw`\"old\"`], [String.raw`\"new\"`]]);
});

describe("while a key is written in every turn", () => {
  test("each of 50 sessions that read it is updated in every round", async () => {
    const { runner, connect, updatesOf } = aServer();
    const sessions = Array.from({ length: 50 }, () => connect(readersOf("written", 10)));
    const values = await writeUntil(runner, "written", () =>
      sessions.every((session) => updatesOf(session).length >= 5),
    );
    for (const session of sessions) {
      expect(longestGap(updatesOf(session))).toBeLessThanOrEqual(2 * 500);
      // Everything that is sent is the value at its commit.
      for (const { ts, results } of updatesOf(session).slice(1)) {
        expect(results.size).toBe(10);
        const shown = `"value":${values.get(ts) ?? "none"},`;
        for (const { members } of results.values()) expect(members).toContain(shown);
      }
    }
  });

  test("a session with 1,500 queries is finished, and another one does not wait for that", async () => {
    const { runner, connect, updatesOf } = aServer();
    const many = connect(readersOf("written", 1_500));
    const few = connect(readersOf("written", 10));
    await writeUntil(
      runner,
      "written",
      () => updatesOf(many).length >= 3 && updatesOf(few).length >= 3,
    );
    expect(longestGap(updatesOf(many))).toBeLessThanOrEqual(2 * 3_000);
    expect(longestGap(updatesOf(few))).toBeLessThanOrEqual(250);
  });

  test("a session that waits for its own commit comes before those of its person", async () => {
    const { runner, live, connect, updatesOf } = aServer();
    const sessions = Array.from({ length: 50 }, () => connect(readersOf("written", 10)));
    const own = sessions[40]!;
    let awaited: { ts: bigint; runs: number } | null = null;
    const reached = () => updatesOf(own).find(({ ts }) => awaited !== null && ts >= awaited.ts);
    await writeUntil(runner, "written", () => {
      const isTime = sessions.every((one) => updatesOf(one).length >= 2);
      // Just after it was updated, when its turn is the last.
      const wasJustUpdated = updatesOf(own).at(-1)?.runs === live.runs;
      if (isTime && wasJustUpdated && awaited === null) {
        awaited = { ts: runner.commit("other", 1), runs: live.runs };
        own.awaitCommit(awaited.ts);
        live.requestOwnUpdate(own, awaited.ts);
      }
      return reached() !== undefined;
    });
    expect(reached()!.runs - awaited!.runs).toBeLessThanOrEqual(50);
  });

  test("a session with 1,500 queries waits one wave for its own commit, and every second wave ends", async () => {
    const { runner, live, connect, updatesOf } = aServer();
    const own = connect(readersOf("written", 1_500));
    const waits: number[] = [];
    let awaited: { ts: bigint; runs: number } | null = null;
    let updated = 0;
    await writeUntil(runner, "written", () => {
      const last = updatesOf(own).at(-1);
      if (last !== undefined && awaited !== null && last.ts >= awaited.ts) {
        waits.push(last.runs - awaited.runs);
        awaited = null;
        updated = last.runs;
      }
      // In the middle of the next wave.
      if (updatesOf(own).length > 0 && awaited === null) {
        if (live.runs < updated + 750) return false;
        awaited = { ts: runner.commit("other", 1), runs: live.runs };
        own.awaitCommit(awaited.ts);
        live.requestOwnUpdate(own, awaited.ts);
      }
      return waits.length === 5;
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_600);
    expect(longestGap(updatesOf(own))).toBeLessThanOrEqual(2 * 1_500);
  });

  test("a query that 50 sessions share runs once for all that wait", async () => {
    const { runner, live, connect, updatesOf } = aServer();
    const shared = readersOf("written", 1);
    const sessions = Array.from({ length: 50 }, () => connect(shared));
    await writeUntil(runner, "written", () =>
      sessions.every((session) => updatesOf(session).length >= 5),
    );
    expect(live.runs).toBeLessThan(20);
  });
});

describe("sessions that share a query", () => {
  const updatesTo = (value: number, updates: readonly Update[]) =>
    updates.some(({ results }) =>
      [...results.values()].every(({ members }) => members.includes(`"value":${value},`)),
    );

  test("a commit to a query that 200 sessions share takes one turn for all", async () => {
    const { runner, live, connect, updatesOf } = aServer();
    const shared = readersOf("shared", 1);
    const sessions = Array.from({ length: 200 }, () => connect(shared));
    await eventually(() =>
      sessions.every((session) => updatesOf(session).length === 1) ? true : null,
    );
    const takeTurn = vi.spyOn(runner, "takeTurn");
    const before = live.runs;
    runner.commit("shared", 7);
    await eventually(() =>
      sessions.every((session) => updatesTo(7, updatesOf(session))) ? true : null,
    );
    expect([takeTurn.mock.calls.length, live.runs - before]).toEqual([1, 1]);
  });

  test("sessions with other stale queries too are updated in waves of their own", async () => {
    const { runner, connect, updatesOf } = aServer();
    const shared = readersOf("shared", 1);
    const sessions = Array.from({ length: 5 }, () => connect([...shared, ...readersOf("own", 2)]));
    await eventually(() =>
      sessions.every((session) => updatesOf(session).length === 1) ? true : null,
    );
    runner.commit("shared", 7);
    runner.commit("own", 7);
    await eventually(() =>
      sessions.every((session) => updatesTo(7, updatesOf(session))) ? true : null,
    );
  });

  test("the others are updated if the first one ends before its turn", async () => {
    const { runner, live, connect, updatesOf } = aServer();
    const shared = readersOf("shared", 1);
    const [first, ...others] = Array.from({ length: 5 }, () => connect(shared));
    await eventually(() =>
      others.every((session) => updatesOf(session).length === 1) ? true : null,
    );
    runner.commit("shared", 7);
    live.remove(first!);
    first!.close();
    await eventually(() =>
      others.every((session) => updatesTo(7, updatesOf(session))) ? true : null,
    );
    expect(updatesOf(first!)).toHaveLength(1);
  });

  test("the others are updated if nothing can be sent to the first one", async () => {
    const { runner, connect, updatesOf, congested } = aServer();
    const shared = readersOf("shared", 1);
    const [first, ...others] = Array.from({ length: 5 }, () => connect(shared));
    await eventually(() =>
      others.every((session) => updatesOf(session).length === 1) ? true : null,
    );
    congested.add(first!);
    runner.commit("shared", 7);
    await eventually(() =>
      others.every((session) => updatesTo(7, updatesOf(session))) ? true : null,
    );
    expect(updatesOf(first!)).toHaveLength(1);
  });
});

test("a session to which nothing can be sent is updated once it can be", async () => {
  const runner = new TurnRunner();
  const sent: ResultsAt<Session>[] = [];
  let isCongested = true;
  const live = new LiveQueries({
    runner,
    readRules: keyRules,
    canSend: () => !isCongested,
    send: (_, results) => void sent.push(results),
    fail: (_, error) => {
      throw error;
    },
  });
  const options = { origin: "http://a", maxQueries: () => 1 };
  const session = new Session(live.subscriptions, options);
  session.awaitCommit(runner.commit("a", 1));
  live.requestUpdate(session);
  for (let at = 0; at < 5; at += 1) {
    live.resume();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toEqual([]);
  isCongested = false;
  live.resume();
  await eventually(() => sent[0] ?? null);
});

/** Counts the snapshots that are open. */
class SnapshotRunner extends TurnRunner {
  open = 0;

  override openSnapshot() {
    this.open += 1;
    return { ...super.openSnapshot(), release: () => void (this.open -= 1) };
  }
}

describe("the snapshot of a wave", () => {
  const aSession = (runner: SnapshotRunner, fail: (error: unknown) => void) => {
    const live: LiveQueries<Keys, Keys> = new LiveQueries({
      runner,
      readRules: keyRules,
      canSend: () => true,
      send: () => undefined,
      fail: (session, error) => {
        live.remove(session);
        session.close();
        fail(error);
      },
    });
    const session = new Session(live.subscriptions, {
      origin: "http://a",
      maxQueries: () => 1,
    });
    session.modifyQuerySet({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [{ type: "Add", queryId: 0, udfPath: "kv:get", args: [] }],
    });
    live.requestUpdate(session);
    return { live, session };
  };

  test("the snapshot of a wave is kept while a query of a session that has ended reads it", async () => {
    const runner = new SnapshotRunner();
    runner.holdQueries();
    const { live, session } = aSession(runner, (error) => {
      throw error;
    });
    await eventually(() => (runner.queryRuns.length === 1 ? true : null));
    live.remove(session);
    session.close();
    expect(runner.open).toBe(1);
    runner.releaseQueries();
    await eventually(() => (runner.open === 0 ? true : null));
  });

  test("the snapshot of a wave is released if the query is rejected", async () => {
    const runner = new SnapshotRunner();
    runner.runQuery = () => Promise.reject(new Error("lost"));
    const errors: unknown[] = [];
    aSession(runner, (error) => errors.push(error));
    await eventually(() => (errors.length === 1 ? true : null));
    await eventually(() => (runner.open === 0 ? true : null));
  });
});
