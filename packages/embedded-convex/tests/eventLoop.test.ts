import { expect, it } from "vitest";
import { inSlices } from "../src/eventLoop";

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
  expect(Math.max(...lengths.map((at, i) => at - (lengths[i - 1] ?? 0)))).toBe(
    20,
  );
  expect(lengths.length).toBeGreaterThanOrEqual(4);
});
