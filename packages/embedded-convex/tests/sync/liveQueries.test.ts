import { expect, test } from "vitest";
import { LiveQueries } from "../../src/sync/liveQueries";
import { queriesShare } from "../../src/sync/queriesShare";
import { Session } from "../../src/sync/session";
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

test("5,000 subscriptions of one connection do not keep another one waiting", async () => {
  const runner = new FakeRunner();
  const sent: Session[] = [];
  const live = new LiveQueries({
    runner,
    readRules: keyRules,
    canSend: () => true,
    send: (session) => void sent.push(session),
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
