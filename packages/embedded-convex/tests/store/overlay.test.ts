import fc from "fast-check";
import { expect, it } from "vitest";
import { Overlay, type OverlayEntry } from "../../src/store/overlay";

const INDEX = 1;

/** A staged document with this key in the index. */
function entryOf(key: number): OverlayEntry {
  const form = { keys: new Map([[INDEX, Buffer.from([key])]]) };
  return {
    ...{ id: `document ${key}`, table: {}, base: null },
    current: { form },
  } as unknown as OverlayEntry;
}

it("finds the first or last key of every range, bounds included as in a sorted list", () => {
  const key = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(
      ...([fc.uniqueArray(key), key, fc.option(key)] as const),
      fc.constantFrom("asc" as const, "desc" as const),
      (keys, from, until, order) => {
        const overlay = new Overlay();
        for (const each of keys) overlay.set(entryOf(each));
        const range = {
          from: Buffer.from([from]),
          until: until === null ? null : Buffer.from([until]),
        };
        const inside = keys
          .filter((each) => each >= from && each < (until ?? Infinity))
          .toSorted((a, b) => (order === "asc" ? a - b : b - a));
        expect(overlay.next(INDEX, range, order)?.key[0]).toBe(inside[0]);
      },
    ),
    { numRuns: 500 },
  );
});
