import { expect, it } from "vitest";
import { observedRunner, type FinishedCall } from "../../src/sync/observedRunner";
import { FakeRunner } from "../support/fakeRunner";

const caller = { identity: null, origin: "http://localhost:3000" };

it("returns results unchanged, and reports how each call ended", async () => {
  const calls: FinishedCall[] = [];
  const inner = new FakeRunner();
  const runner = observedRunner({
    runner: inner,
    nameOf: (path) => (path.startsWith("kv:") ? path : null),
    onCall: (call) => calls.push(call),
  });
  const call = (udfPath: string) => ({ udfPath, args: { key: "a" }, caller });
  const commits: bigint[] = [];
  const stop = runner.onCommit(({ ts }) => commits.push(ts));
  const { outcome, ts } = await runner.runMutation(call("kv:set"));
  expect([outcome.ok, runner.latestTs, commits]).toEqual([true, ts, [ts]]);
  stop();
  expect((await runner.runQuery(call("kv:get"))).outcome.ok).toBe(true);
  // A ConvexError, another error, a rejected run, an unknown function.
  await runner.runQuery(call("kv:other"));
  const idempotencyKey = { sessionId: "one", mutationId: 1 };
  await runner.runMutation({ ...call("kv:other"), idempotencyKey });
  await expect(runner.runQuery(call("kv:broken"))).rejects.toThrow("fire");
  await runner.runAction(call("made up by a client"));
  expect(inner.queryRuns).toHaveLength(3);
  expect(calls.map(({ kind, name, outcome }) => [kind, name, outcome])).toEqual([
    ["mutation", "kv:set", "done"],
    ["query", "kv:get", "done"],
    ["query", "kv:other", "refused"],
    ["mutation", "kv:other", "failed"],
    ["query", "kv:broken", "failed"],
    ["action", null, "done"],
  ]);
  expect(calls.every(({ ms }) => ms >= 0)).toBe(true);
});
