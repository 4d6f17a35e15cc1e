import { expect, it } from "vitest";
import { growthFault } from "./growth";

const MB = 2 ** 20;
const curve = (...live: number[]) =>
  live.map((megabytes) => ({
    live: megabytes * MB,
    rss: (100 + megabytes) * MB,
    cpu: 1,
  }));

it("allows memory to grow by a fixed amount, but not with the number of messages", () => {
  expect(growthFault(curve(30, 33, 36, 38, 38), 20_000)).toEqual([]);
  // The memory grows by a kilobyte per message.
  expect(growthFault(curve(30, 35, 40, 45, 50), 20_000)).toHaveLength(1);
  // The memory grows by a small object (about 100 bytes) per message.
  expect(growthFault(curve(30, 55, 80, 105, 130), 1_000_000)).toHaveLength(1);
});

it("reports memory that was not measured to the end", () => {
  expect(growthFault([], 1)).toEqual(["The memory was not measured to the end."]);
});
