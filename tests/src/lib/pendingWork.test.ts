import { expect, test } from "vitest";
import { beginPendingWork, pendingWorkCount } from "@/lib/pendingWork";

test("counts what has begun and not ended, and ends each once", () => {
  const endFirst = beginPendingWork();
  const endSecond = beginPendingWork();
  expect(pendingWorkCount()).toBe(2);
  endFirst();
  endFirst();
  expect(pendingWorkCount()).toBe(1);
  endSecond();
  expect(pendingWorkCount()).toBe(0);
});
