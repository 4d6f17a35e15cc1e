import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { nextTurn } from "../src/eventLoop";
import { RequestGate, type RequestCaller } from "../src/requestGate";
import { DEFAULT_LIMITS, type RequestTable } from "../src/requestLimits";

const RATE = { rate: 0.001, burst: 2 };
const TABLE: RequestTable = {
  session: { ...DEFAULT_LIMITS.Mutation!, rate: RATE },
  keys: { ...DEFAULT_LIMITS.Mutation!, rate: RATE },
  call: { ...DEFAULT_LIMITS.Mutation!, rate: { ...RATE } },
  often: { ...DEFAULT_LIMITS.Mutation!, rate: { rate: 20, burst: 1 } },
  file: DEFAULT_LIMITS["/version"]!,
};

const ADA: RequestCaller = {
  identity: { subject: "ada", issuer: "own", tokenIdentifier: "own|ada" },
};

const from = (address: string | null) => ({ address }) as unknown as IncomingMessage;

function aGate() {
  const turns: RequestCaller[] = [];
  const left: RequestCaller[] = [];
  const gate = new RequestGate({
    table: TABLE,
    addressOf: (req) => (req as unknown as { address: string | null }).address,
    personTurn: (caller) => {
      turns.push(caller);
      return Promise.resolve({ leave: () => void left.push(caller) });
    },
  });
  const refusal = async (name: string, address: string | null) =>
    gate.enter(name, from(address), null).then(
      () => null,
      (error: unknown) => error,
    );
  return { gate, turns, left, refusal };
}

describe("strangers", () => {
  it("counts the rows of one rate together, for each address", async () => {
    const { refusal } = aGate();
    expect(await refusal("session", "a")).toBeNull();
    expect(await refusal("keys", "a")).toBeNull();
    expect(await refusal("session", "a")).toMatchObject({
      status: 429,
      code: "TooManyRequests",
    });
    expect(await refusal("call", "a")).toBeNull();
    expect(await refusal("session", "b")).toBeNull();
  });

  it("names the time after which a refused request may be repeated", async () => {
    const { refusal } = aGate();
    await refusal("session", "a");
    await refusal("session", "a");
    const { retryAfterMs } = (await refusal("session", "a")) as {
      retryAfterMs: number;
    };
    expect(retryAfterMs).toBeGreaterThan(900_000);
    expect(retryAfterMs).toBeLessThanOrEqual(1_000_000);
  });

  it("serves a request above the rate once the rate allows it, instead of refusing it", async () => {
    const { refusal } = aGate();
    const both = [refusal("often", "a"), refusal("often", "a")];
    expect(await Promise.all(both)).toEqual([null, null]);
  });

  it("has no rate for this machine, and none in a row without one", async () => {
    const { refusal } = aGate();
    for (let at = 0; at < 5; at += 1) {
      expect(await refusal("session", null)).toBeNull();
      expect(await refusal("file", "a")).toBeNull();
    }
  });

  it("gives each request a turn of the event loop, and the addresses take turns", async () => {
    const { gate } = aGate();
    const served: string[] = [];
    const ask = (address: string) =>
      gate.enter("file", from(address), null).then(() => served.push(address));
    const all = [ask("a"), ask("a"), ask("a"), ask("b")];
    const seen: number[] = [];
    while (served.length < all.length) {
      await nextTurn();
      seen.push(served.length);
    }
    expect(Math.max(...seen.map((n, at) => n - (seen[at - 1] ?? 0)))).toBe(1);
    expect(served).toEqual(["a", "b", "a", "a"]);
  });
});

describe("people", () => {
  it("waits for the turn of the person, who has no rate", async () => {
    const { gate, turns, left } = aGate();
    for (let at = 0; at < 5; at += 1) {
      const leave = await gate.enter("session", from("a"), ADA);
      expect([turns.length, left.length]).toEqual([at + 1, at]);
      leave();
    }
    expect(left).toEqual(Array(5).fill(ADA));
  });

  it("waits for the turn of the address in a row that says so", async () => {
    const { gate, turns } = aGate();
    (await gate.enter("file", from("a"), ADA))();
    expect(turns).toEqual([]);
  });
});
