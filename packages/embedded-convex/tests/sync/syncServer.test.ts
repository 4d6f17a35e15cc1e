import { describe, expect, it } from "vitest";
import { InvalidToken } from "../../src/identity";
import { memoryLog } from "../runtime/fixtures/testEngine";
import { decodeTs } from "../../src/protocol/codec";
import { serverMessage, type ServerMessage } from "../../src/protocol/messages";
import type { Peer } from "../../src/sync/conversation";
import { MAX_CONNECTIONS } from "../../src/sync/people";
import { SyncServer } from "../../src/sync/syncServer";
import { FakeRunner, keyRules } from "../support/fakeRunner";
import { aGate } from "../support/requestGate";

class FakePeer implements Peer {
  readonly sent: ServerMessage[] = [];
  ended: string | null = null;
  isCongested = false;
  send(frames: Iterable<string>) {
    for (const frame of frames) this.sent.push(serverMessage.parse(JSON.parse(frame)));
  }
  end(code: number, reason: string) {
    this.ended ??= `${code} ${reason}`;
  }
  take() {
    return this.sent.splice(0);
  }
}

/**
 * Everything that the fake runner does is done within a few turns of the event loop. Not a timer: on a busy machine it
 * may end before the turns in which mutations run.
 */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function aServer() {
  const runner = new FakeRunner();
  const log = memoryLog();
  const clock = { now: 1_000 };
  const sync = new SyncServer({
    runner,
    readRules: keyRules,
    log,
    gate: aGate(),
    now: () => clock.now,
    // A test token contains its subject and its expiry.
    verifyToken: async (token) => {
      await Promise.resolve();
      const [subject = "", expiresAt] = token.split("@");
      if (subject === "unreachable") throw new Error("no network");
      if (subject === "mallory") throw new InvalidToken("The token is not for this server.");
      return {
        identity: { subject, issuer: "own", tokenIdentifier: `own|${subject}` },
        expiresAt: Number(expiresAt ?? Infinity),
        signInId: `sign-in of ${subject}`,
      };
    },
  });
  const aClient = (sessionId = "s") => {
    const peer = new FakePeer();
    const conversation = sync.open(peer, "http://127.0.0.1:3000");
    const say = (message: object) => sync.receive(conversation, JSON.stringify(message));
    void say({ type: "Connect", sessionId, connectionCount: 0 });
    let querySet = 0;
    const watch = (queryId: number, key: string, udfPath = "kv:get") =>
      say({
        type: "ModifyQuerySet",
        baseVersion: querySet++,
        newVersion: querySet,
        modifications: [{ type: "Add", queryId, udfPath, args: [{ key }] }],
      });
    const set = (requestId: number, key: string, value: unknown) =>
      say({
        type: "Mutation",
        requestId,
        udfPath: "kv:set",
        args: [{ key, value }],
      });
    const signIn = (baseVersion: number, value: string) =>
      say({ type: "Authenticate", tokenType: "User", baseVersion, value });
    return { peer, conversation, say, watch, set, signIn };
  };
  return { runner, sync, clock, aClient };
}

type Client = ReturnType<ReturnType<typeof aServer>["aClient"]>;

const valuesOf = (messages: ServerMessage[]) =>
  messages.flatMap((message) =>
    message.type === "Transition"
      ? message.modifications.flatMap((m) => (m.type === "QueryUpdated" ? [m.value] : []))
      : [],
  );

describe("subscriptions", () => {
  it("a subscription is sent immediately, and again when a commit changes it", async () => {
    const { runner, aClient } = aServer();
    const { peer, watch } = aClient();
    runner.values.set("a", "first");
    void watch(1, "a");
    await settled();
    expect(valuesOf(peer.take())).toEqual(["first"]);
    runner.commit("a", "second");
    await settled();
    expect(valuesOf(peer.take())).toEqual(["second"]);
  });

  it("runs once for all its watchers, and not for commits that it did not read", async () => {
    const { runner, aClient } = aServer();
    const clients = Array.from({ length: 20 }, (_, id) => aClient(`s${id}`));
    for (const { watch } of clients) void watch(1, "a");
    await settled();
    expect(runner.queryRuns).toEqual(["kv:get a"]);
    runner.commit("b", 1);
    await settled();
    expect(runner.queryRuns).toEqual(["kv:get a"]);
    runner.commit("a", 1);
    await settled();
    expect(runner.queryRuns).toEqual(["kv:get a", "kv:get a"]);
    for (const { peer } of clients) expect(valuesOf(peer.take())).toEqual([null, 1]);
  });

  it("a subscription stays active when one of two identical subscriptions is removed", async () => {
    const { runner, aClient } = aServer();
    const { peer, say, watch, signIn } = aClient();
    void watch(1, "a");
    void watch(2, "a");
    await settled();
    peer.take();
    const letGoOf = (queryId: number, baseVersion: number) =>
      say({
        type: "ModifyQuerySet",
        baseVersion,
        newVersion: baseVersion + 1,
        modifications: [{ type: "Remove", queryId }],
      });
    // During the run, whose result must still be sent.
    runner.holdQueries();
    runner.commit("a", "while it runs");
    await settled();
    void letGoOf(1, 2);
    runner.releaseQueries();
    await settled();
    expect(valuesOf(peer.take())).toEqual(["while it runs"]);
    await signIn(0, "ada");
    runner.commit("a", "signed in");
    await settled();
    expect(valuesOf(peer.take())).toEqual(["signed in"]);
    void letGoOf(2, 3);
    await settled();
    const runs = runner.queryRuns.length;
    runner.commit("a", "unseen");
    await settled();
    expect(runner.queryRuns).toHaveLength(runs);
  });

  it("a subscription is sent once for a burst of commits, complete", async () => {
    const { runner, aClient } = aServer();
    const { peer, watch } = aClient();
    void watch(1, "a");
    void watch(2, "b");
    await settled();
    peer.take();
    for (let at = 1; at <= 10; at += 1) {
      runner.commit("a", at);
      runner.commit("b", at);
    }
    await settled();
    const sent = peer.take();
    expect(sent).toHaveLength(1);
    expect(valuesOf(sent)).toEqual([10, 10]);
  });

  it("a subscription is not sent while another query of the client runs", async () => {
    const { runner, aClient } = aServer();
    const { peer, watch } = aClient();
    void watch(1, "a");
    void watch(2, "b");
    await settled();
    peer.take();
    runner.holdQueries();
    runner.commit("a", 1);
    await settled();
    runner.commit("b", 1);
    await settled();
    expect(peer.take()).toEqual([]);
    runner.releaseQueries();
    await settled();
    expect(valuesOf(peer.take())).toEqual([1, 1]);
  });

  it("sends an error with its data", async () => {
    const { aClient } = aServer();
    const { peer, watch } = aClient();
    void watch(1, "a", "no:where");
    await settled();
    expect(peer.take()).toMatchObject([
      {
        modifications: [
          {
            type: "QueryFailed",
            errorMessage: "Could not find no:where",
            errorData: { code: "NOT_FOUND" },
          },
        ],
      },
    ]);
  });

  it("reruns when the functions are replaced, and is sent if it differs", async () => {
    const { runner, sync, aClient } = aServer();
    const { peer, watch } = aClient();
    void watch(1, "a");
    void watch(2, "b");
    await settled();
    peer.take();
    runner.values.set("a", "by a new function");
    sync.rerunAll();
    await settled();
    expect(runner.queryRuns).toHaveLength(4);
    expect(valuesOf(peer.take())).toEqual(["by a new function"]);
  });
});

describe("mutations", () => {
  // Spec 7.4
  it("gets its response before the Transition that shows it", async () => {
    const { aClient } = aServer();
    const { peer, watch, set } = aClient();
    void watch(1, "a");
    await settled();
    peer.take();
    void set(0, "a", "mine");
    await settled();
    const [response, transition, ...rest] = peer.take();
    expect(response).toMatchObject({
      type: "MutationResponse",
      requestId: 0,
      success: true,
    });
    expect(valuesOf(transition ? [transition] : [])).toEqual(["mine"]);
    expect(rest).toEqual([]);
    if (response?.type !== "MutationResponse" || !response.success) throw new Error("no success");
    if (transition?.type !== "Transition") throw new Error("no Transition");
    expect(transition.endVersion.ts).toBe(response.ts);
  });

  it("a mutation is followed by a Transition even if no subscription changed", async () => {
    const { aClient } = aServer();
    const { peer, set } = aClient();
    void set(0, "a", 1);
    await settled();
    expect(peer.take().map(({ type }) => type)).toEqual(["MutationResponse", "Transition"]);
  });

  it("a mutation that is retried runs once, and gets a response and a Transition again", async () => {
    const { runner, aClient } = aServer();
    const before = aClient("s");
    void before.set(0, "a", 1);
    await settled();
    const [first] = before.peer.take();
    runner.commit("b", 1);
    const after = aClient("s");
    void after.set(0, "a", 1);
    await settled();
    const [again, transition] = after.peer.take();
    expect(again).toEqual(first);
    expect(transition).toMatchObject({ type: "Transition" });
    if (transition?.type !== "Transition") throw new Error("no Transition");
    expect(decodeTs(transition.endVersion.ts)).toBe(runner.latestTs);
    expect(runner.mutationRuns).toHaveLength(1);
  });

  it("a mutation that fails gets its error as response, and no Transition", async () => {
    const { aClient } = aServer();
    const { peer, say } = aClient();
    void say({
      type: "Mutation",
      requestId: 0,
      udfPath: "kv:refuse",
      args: [{}],
    });
    await settled();
    expect(peer.take()).toEqual([
      {
        type: "MutationResponse",
        requestId: 0,
        success: false,
        result: "refused",
        logLines: [],
      },
    ]);
  });

  it("completes after its client disconnected", async () => {
    const { runner, sync, aClient } = aServer();
    const { peer, set, conversation } = aClient();
    void set(0, "a", 1);
    sync.drop(conversation);
    await settled();
    expect(runner.values.get("a")).toBe(1);
    expect(peer.take()).toEqual([]);
  });
});

// Spec 7.4
it("responds to an action while others run", async () => {
  const { aClient, runner } = aServer();
  let endSlowWork = () => {};
  runner.slowWork = () =>
    new Promise((resolve) => {
      endSlowWork = resolve;
    });
  const { peer, say } = aClient();
  void say({
    type: "Action",
    requestId: 0,
    udfPath: "kv:slow",
    args: [{ key: "slow" }],
  });
  void say({
    type: "Action",
    requestId: 1,
    udfPath: "kv:act",
    args: [{ key: "fast" }],
  });
  await settled();
  expect(peer.take()).toMatchObject([
    { type: "ActionResponse", requestId: 1, result: "acted on fast" },
  ]);
  endSlowWork();
  await settled();
  expect(peer.take()).toMatchObject([
    { type: "ActionResponse", requestId: 0, result: "acted on slow" },
  ]);
});

describe("identity", () => {
  it("an identity is confirmed by a Transition to its version, with the results of that caller", async () => {
    const { aClient } = aServer();
    const { peer, watch, signIn, say } = aClient();
    await signIn(0, "ada");
    void watch(1, "", "kv:whoami");
    await settled();
    const sent = peer.take();
    expect(valuesOf(sent)).toEqual(["ada"]);
    expect(sent.at(-1)).toMatchObject({
      endVersion: { identity: 1, querySet: 1 },
    });
    await say({ type: "Authenticate", tokenType: "None", baseVersion: 1 });
    await settled();
    expect(valuesOf(peer.take())).toEqual([null]);
  });

  // Spec 7.4
  it("an identity of an invalid token is rejected with AuthError, and the previous one stays", async () => {
    const { aClient } = aServer();
    const { peer, watch, signIn } = aClient();
    await signIn(0, "ada");
    await settled();
    peer.take();
    await signIn(1, "mallory");
    expect(peer.take()).toEqual([
      {
        type: "AuthError",
        error: "The token is not for this server.",
        baseVersion: 1,
        authUpdateAttempted: true,
      },
    ]);
    void watch(1, "", "kv:whoami");
    await settled();
    expect(valuesOf(peer.take())).toEqual(["ada"]);
    await signIn(1, "grace");
    await settled();
    expect(valuesOf(peer.take())).toEqual(["grace"]);
  });

  it("an identity that cannot be verified now makes the client retry, without AuthError", async () => {
    const { aClient } = aServer();
    const { peer, signIn } = aClient();
    await signIn(0, "unreachable");
    expect(peer.take()).toEqual([]);
    expect(peer.ended).toBe("1011 InternalServerError");
  });

  it("an identity is not accepted from an admin key", async () => {
    const { aClient } = aServer();
    const { peer, say } = aClient();
    await say({
      type: "Authenticate",
      tokenType: "Admin",
      value: "key",
      baseVersion: 0,
    });
    expect(peer.take()).toMatchObject([
      {
        type: "AuthError",
        error: "Admin keys are not supported by this server.",
      },
    ]);
  });

  it("an identity that has expired runs nothing: AuthError, and the connection is closed", async () => {
    const { runner, clock, aClient } = aServer();
    const { peer, signIn, set } = aClient();
    await signIn(0, "ada@2000");
    await settled();
    peer.take();
    clock.now = 2_000;
    void set(0, "a", 1);
    await settled();
    expect(peer.take()).toEqual([
      {
        type: "AuthError",
        error: "The token has expired.",
        baseVersion: 0,
        authUpdateAttempted: false,
      },
    ]);
    expect(peer.ended).toBe("1000 token expired");
    expect(runner.mutationRuns).toEqual([]);
  });

  it("an identity of a sign-in that the host ends gets AuthError, and its connection is closed; others continue", async () => {
    const { runner, sync, aClient } = aServer();
    const clients = [aClient("1"), aClient("2"), aClient("3")];
    const [ada, grace, nobody] = clients as [Client, Client, Client];
    await ada.signIn(0, "ada");
    await grace.signIn(0, "grace");
    for (const { watch } of clients) void watch(1, "a");
    await settled();
    for (const { peer } of clients) peer.take();

    sync.endSignIns((signInId) => signInId === "sign-in of ada");
    void ada.set(0, "a", "too late");
    runner.commit("a", "secret");
    await settled();
    expect(ada.peer.take()).toEqual([
      {
        type: "AuthError",
        error: "The sign-in has ended.",
        baseVersion: 0,
        authUpdateAttempted: false,
      },
    ]);
    expect(ada.peer.ended).toBe("1000 token expired");
    expect(runner.mutationRuns).toEqual([]);
    for (const { peer } of [grace, nobody]) {
      expect(valuesOf(peer.take())).toEqual(["secret"]);
      expect(peer.ended).toBeNull();
    }
  });

  it("an identity that has expired gets no more Transitions", async () => {
    const { runner, clock, aClient } = aServer();
    const { peer, signIn, watch } = aClient();
    await signIn(0, "ada@2000");
    void watch(1, "a");
    await settled();
    peer.take();
    clock.now = 2_000;
    runner.commit("a", "secret");
    await settled();
    expect(peer.take().map(({ type }) => type)).toEqual(["AuthError"]);
  });
});

describe("misbehaving and slow clients", () => {
  // Spec 7.4
  it("a client that violates the protocol gets a FatalError and is disconnected; others continue", async () => {
    const { runner, sync, aClient } = aServer();
    const good = aClient("good");
    void good.watch(1, "a");
    const bad = aClient("bad");
    void bad.say({
      type: "ModifyQuerySet",
      baseVersion: 5,
      newVersion: 6,
      modifications: [],
    });
    expect(bad.peer.take()).toEqual([
      {
        type: "FatalError",
        error: "ModifyQuerySet is based on query set version 5, but the session is at 0.",
      },
    ]);
    expect(bad.peer.ended).toBe("1002 protocol error");
    void bad.set(0, "a", "ignored");
    runner.commit("a", "news");
    await settled();
    expect(bad.peer.take()).toEqual([]);
    expect(valuesOf(good.peer.take())).toEqual(["news"]);
    expect(sync.size).toBe(1);
  });

  it("a client that does not begin with Connect gets a FatalError", () => {
    const { sync } = aServer();
    const peer = new FakePeer();
    void sync.receive(
      sync.open(peer, "http://a"),
      '{"type":"Authenticate","tokenType":"None","baseVersion":0}',
    );
    expect(peer.take()).toEqual([
      { type: "FatalError", error: "The first message must be Connect." },
    ]);
  });

  it("a client that hits a server bug is sent to reconnect, and others continue", async () => {
    const { aClient } = aServer();
    const good = aClient("good");
    const asking = aClient("query");
    const changing = aClient("mutation");
    void asking.watch(1, "a", "kv:broken");
    void changing.say({
      type: "Mutation",
      requestId: 0,
      udfPath: "kv:broken",
      args: [{}],
    });
    void good.watch(1, "a");
    await settled();
    expect(asking.peer.ended).toBe("1011 InternalServerError");
    expect(changing.peer.ended).toBe("1011 InternalServerError");
    expect(valuesOf(good.peer.take())).toEqual([null]);
  });

  it("a client beyond the connections of its person is sent away, and those of others are not", async () => {
    const { aClient } = aServer();
    const own = Array.from({ length: MAX_CONNECTIONS + 1 }, (_, at) => aClient(`own ${at}`));
    for (const { signIn } of own) void signIn(0, "ada");
    await settled();
    const other = aClient("other");
    void other.signIn(0, "bob");
    await settled();
    const ended = own.flatMap(({ peer }) => peer.ended ?? []);
    expect(ended).toEqual(["1013 TooManyConnections"]);
    expect(other.peer.ended).toBeNull();
  });

  it("a client that is slow gets only the latest state once it catches up", async () => {
    const { runner, sync, aClient } = aServer();
    const { peer, watch } = aClient();
    void watch(1, "a");
    await settled();
    peer.take();
    peer.isCongested = true;
    for (let at = 1; at <= 100; at += 1) {
      runner.commit("a", at);
      await Promise.resolve();
    }
    await settled();
    expect(peer.take()).toEqual([]);
    peer.isCongested = false;
    sync.drained();
    await settled();
    expect(valuesOf(peer.take())).toEqual([100]);
  });

  it("a client that has large results gets them in chunks", async () => {
    const { runner, aClient } = aServer();
    const { peer, watch } = aClient();
    const long = "é".repeat(200_000);
    runner.values.set("a", long);
    void watch(1, "a");
    await settled();
    const chunks = peer.take().map((message) => {
      if (message.type !== "TransitionChunk") throw new Error(message.type);
      return message.chunk;
    });
    expect(chunks.length).toBeGreaterThan(3);
    expect(valuesOf([serverMessage.parse(JSON.parse(chunks.join("")))])).toEqual([long]);
  });
});
