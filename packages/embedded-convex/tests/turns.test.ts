import { describe, expect, test } from "vitest";
import { Turns } from "../src/turns";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function aWorld() {
  const clock = { ms: 0 };
  const turns = new Turns(() => clock.ms);
  const log: string[] = [];
  /** A function that makes `steps` syscalls, each after work of `ms`. */
  const run = async (name: string, { steps, ms, kind = "query" }: Work): Promise<void> => {
    const turn = await turns.enter(kind, [name, name, name]);
    for (let step = 0; step < steps; step += 1) {
      await turn.pause();
      clock.ms += ms;
      log.push(name);
    }
    turn.leave();
  };
  return { clock, turns, log, run };
}

interface Work {
  readonly steps: number;
  readonly ms: number;
  readonly kind?: "query" | "mutation";
}

describe("the event loop", () => {
  test("the event loop is given back after 8 ms of work", async () => {
    const { log, run } = aWorld();
    const done = run("a", { steps: 30, ms: 1 });
    await nextTurn();
    const perTurn: number[] = [];
    while (log.length < 30) {
      const before = log.length;
      await nextTurn();
      perTurn.push(log.length - before);
    }
    await done;
    expect(Math.max(...perTurn)).toBe(8);
  });

  test("the event loop is given back sooner beside a mutation, which needs a turn after its end", async () => {
    const { turns, log, run } = aWorld();
    const mutation = await turns.enter("mutation", []);
    await nextTurn();
    void run("a", { steps: 20, ms: 1 });
    await nextTurn();
    const before = log.length;
    await nextTurn();
    expect(log.length - before).toBeLessThanOrEqual(4);
    mutation.leave();
  });
});

describe("callers", () => {
  test("callers take turns at their syscalls", async () => {
    const { log, run } = aWorld();
    await Promise.all([run("a", { steps: 4, ms: 8 }), run("b", { steps: 2, ms: 8 })]);
    expect(log).toEqual(["a", "b", "a", "b", "a", "a"]);
  });

  test("a short query waits for one slice of a long one", async () => {
    const { log, run } = aWorld();
    const long = run("long", { steps: 1_000, ms: 1 });
    await nextTurn();
    const before = log.length;
    await run("short", { steps: 1, ms: 1 });
    expect(log.indexOf("short") - before).toBeLessThanOrEqual(8);
    await long;
  });

  test("mutations and queries alternate", async () => {
    const { log, run } = aWorld();
    const kind = "mutation" as const;
    await Promise.all([
      ...["q1", "q2", "q3"].map((name) => run(name, { steps: 2, ms: 8 })),
      run("m", { steps: 3, ms: 8, kind }),
    ]);
    expect(log.slice(0, 6)).toEqual(["q1", "m", "q2", "m", "q3", "m"]);
  });

  test("callers do not wait for a function that waits for something else", async () => {
    const { turns, log, run } = aWorld();
    const stuck = await turns.enter("query", ["stuck", "", ""]);
    await run("a", { steps: 1, ms: 1 });
    expect(log).toEqual(["a"]);
    // It needs another turn for its next syscall.
    const pause = stuck.pause();
    expect(pause).not.toBeNull();
    await pause;
    stuck.leave();
  });
});

test("tells the time in which a function waits from that in which it works", async () => {
  const { clock, turns, run } = aWorld();
  const first = run("first", { steps: 1, ms: 20 });
  const turn = await turns.enter("query", ["b", "", ""]);
  await first;
  const waited = turn.waitedMs;
  expect(waited).toBe(20);
  clock.ms += 100;
  expect(turn.waitedMs).toBe(waited);
  turn.leave();
});
