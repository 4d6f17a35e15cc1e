import { expect, test } from "vitest";
import type { ReadSet, WriteSet } from "../../src/store/readSet";
import { ReadIndex, touches } from "../../src/runtime/readSet";
import { LiveQueries } from "../../src/sync/liveQueries";
import { queriesShare } from "../../src/sync/queriesShare";
import { Session } from "../../src/sync/session";
import { testEngine } from "../runtime/fixtures/testEngine";
import { eventually } from "../support/eventually";
import { FakeRunner, keyRules } from "../support/fakeRunner";

function connect(
  live: LiveQueries<never, never>,
  queries: readonly { udfPath: string; args: Record<string, string> }[],
): Session {
  const options = { origin: "http://a", maxQueries: () => queriesShare(2) };
  const session = new Session(live.subscriptions, options);
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
}

const fail = (_: Session, error: unknown) => {
  throw error;
};

test("a query stays current while mutations write what it reads without a pause", async () => {
  const { engine, mutation } = testEngine();
  let commits = 0;
  let sent = 0;
  const live = new LiveQueries<ReadSet, WriteSet>({
    runner: engine,
    readRules: { touches, newReadIndex: <Owner>() => new ReadIndex<Owner>() },
    send: (session, ts) => {
      session.transition(ts, 0);
      sent += 1;
      return true;
    },
    fail,
  });
  connect(live as never, [{ udfPath: "counters:read", args: { name: "a" } }]);
  await eventually(() => sent || null);
  engine.onCommit(() => (commits += 1));
  let left = 200;
  const client = async () => {
    while (left-- > 0) await mutation("counters:increment", { name: "a" });
  };
  await Promise.all(Array.from({ length: 4 }, client));
  // One update for each commit, but for the last, which may still run.
  expect(sent).toBeGreaterThanOrEqual(commits);
  live.close();
  await engine.close();
});

test("5,000 subscriptions of one connection do not keep another one waiting", async () => {
  const runner = new FakeRunner();
  const sent: Session[] = [];
  const live = new LiveQueries({
    runner,
    readRules: keyRules,
    send: (session) => sent.push(session) > 0,
    fail,
  });
  const keys = Array.from({ length: 5_000 }, (_, at) => `k${at}`);
  const get = (key: string) => ({ udfPath: "kv:get", args: { key } });
  const many = connect(live as never, keys.map(get));
  const few = connect(live as never, [get("few")]);
  await eventually(() => sent[0] ?? null);
  expect(sent).toEqual([few]);
  expect(live.runs).toBeLessThan(1_000);
  await eventually(() => sent[1] ?? null);
  expect(sent).toEqual([few, many]);
  expect(live.runs).toBe(5_001);
});
