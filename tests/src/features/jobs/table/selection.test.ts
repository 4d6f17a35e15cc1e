import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allToggled,
  extended,
  NOTHING_SELECTED,
  toggled,
  withRange,
  type Selection,
} from "@/features/jobs/table/selection";

const ORDER = ["a", "b", "c", "d", "e"];
const keysOf = ({ keys }: Selection) => [...keys].sort().join("");
const after = (...changes: readonly ((now: Selection) => Selection)[]) =>
  changes.reduce((now, change) => change(now), NOTHING_SELECTED);
const click = (key: string) => (now: Selection) => toggled(now, key);
const shift =
  (key: string, order = ORDER) =>
  (now: Selection) =>
    withRange(now, key, order);

describe("a selection of rows", () => {
  it.each([
    ["selects and no longer selects a row", [click("b"), click("b")], ""],
    ["selects a range downwards", [click("b"), shift("d")], "bcd"],
    ["selects a range upwards", [click("d"), shift("b")], "bcd"],
    [
      "deselects a range that begins at a deselected row",
      [click("a"), shift("e"), click("b"), shift("d")],
      "ae",
    ],
    ["selects one row if no range has begun", [shift("c")], "c"],
    ["keeps rows outside of a range", [click("a"), click("c"), shift("e")], "acde"],
  ])("%s", (_title, changes, expected) => {
    expect(keysOf(after(...changes))).toBe(expected);
  });

  it("selects a range in the present order, and a single row if its first row has left", () => {
    const moved = ["c", "a", "b", "e"];
    expect(keysOf(after(click("a"), shift("c", moved)))).toBe("ac");
    expect(keysOf(after(click("d"), shift("b", moved)))).toBe("bd");
  });

  it("extends from the focused row with Shift and an arrow", () => {
    const down = (from: string, to: string) => (now: Selection) => extended(now, [from, to], ORDER);
    expect(keysOf(after(down("b", "c"), down("c", "d")))).toBe("bcd");
    expect(keysOf(after(click("a"), click("a"), down("d", "c")))).toBe("cd");
  });

  it("selects all rows of the list, then none of them, and leaves those outside of it", () => {
    const all = (now: Selection) => allToggled(now, ORDER);
    expect(keysOf(after(click("c"), all))).toBe("abcde");
    expect(keysOf(after(click("x"), all, all))).toBe("x");
  });

  it("a live change of the list selects no row and drops none", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...ORDER), fc.boolean())),
        fc.shuffledSubarray(ORDER, { minLength: 1 }),
        (clicks, order) => {
          let now = NOTHING_SELECTED;
          for (const [key, isRange] of clicks) {
            const before = now;
            now = isRange ? withRange(before, key, order) : toggled(before, key);
            for (const other of ORDER) {
              const isTouched = other === key || (isRange && order.includes(other));
              if (!isTouched) expect(now.keys.has(other)).toBe(before.keys.has(other));
            }
          }
        },
      ),
    );
  });
});
