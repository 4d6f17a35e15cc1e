// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { adjustColorQuantity } from "@domain/changes/adjustColorQuantity";
import { moveVisits } from "@domain/changes/moveVisits";
import { newChange } from "@/offline/outbox/newChange";
import { A_UUID } from "../../../support/expectCall";

beforeEach(() => vi.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => vi.useRealTimers());

it("two equal changes have different ids, and the times at which they were made", () => {
  const color = { _id: "c1", colorNumber: "180", colorName: "Musket Brown" };
  const adjust = () => newChange(adjustColorQuantity, color, { delta: -3 });
  const first = adjust();
  vi.advanceTimersByTime(5);
  const second = adjust();
  expect(first).toEqual({
    id: A_UUID,
    at: 1_700_000_000_000,
    writes: ["stock"],
    call: "inventory:adjustColorQuantity",
    args: { colorNumber: "180", delta: -3 },
    subject: { key: "c1", label: "180 Musket Brown" },
    field: null,
    label: "Stock -3",
  });
  expect(second.at).toBe(1_700_000_000_005);
  expect(second.id).not.toBe(first.id);
});

it("there is no change if nothing would change", () => {
  const nothing = { day: null, target: "2026-11-27", visits: [] } as const;
  expect(newChange(moveVisits, nothing)).toBeNull();
});
