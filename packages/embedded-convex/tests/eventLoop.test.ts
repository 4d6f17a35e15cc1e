import { afterEach, expect, it, vi } from "vitest";
import { inSlices, nextTurn, turnQueue } from "../src/eventLoop";

afterEach(() => vi.useRealTimers());

it("handles many items in order, and gives others a turn between", async () => {
  const items = Array.from({ length: 100 }, (_, at) => at);
  const handled: number[] = [];
  const lengths: number[] = [];
  const watch = () => {
    lengths.push(handled.length);
    if (handled.length < items.length) setImmediate(watch);
  };
  setImmediate(watch);
  await inSlices(items, (item) => handled.push(item));
  expect(handled).toEqual(items);
  expect(Math.max(...lengths.map((at, i) => at - (lengths[i - 1] ?? 0)))).toBe(20);
  expect(lengths.length).toBeGreaterThanOrEqual(4);
});

it("gives each caller of a queue its own turn, in their order", async () => {
  const ownTurn = turnQueue();
  let turn = 0;
  let counting: NodeJS.Immediate;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
  const turns = await Promise.all(Array.from({ length: 5 }, () => ownTurn().then(() => turn)));
  clearImmediate(counting!);
  expect(turns).toEqual([...new Set(turns)].toSorted((a, b) => a - b));
});

it("rests after a turn as long as the turn took", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  const ownTurn = turnQueue();
  const served: string[] = [];
  void ownTurn().then(() => {
    served.push("first");
    vi.advanceTimersByTime(50);
  });
  void ownTurn().then(() => served.push("second"));
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  expect(served).toEqual(["first"]);
  vi.advanceTimersByTime(49);
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  expect(served).toEqual(["first"]);
  vi.advanceTimersByTime(1);
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  expect(served).toEqual(["first", "second"]);
});

it("lets callers with different keys take turns", async () => {
  const turn = turnQueue();
  const served: string[] = [];
  const ask = (key: string) => turn(key).then(() => served.push(key));
  await Promise.all(["a", "a", "a", "b", "c", "b"].map(ask));
  expect(served).toEqual(["a", "b", "c", "a", "b", "a"]);
});
