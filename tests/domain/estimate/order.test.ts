import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder, orderAfter } from "@domain/estimate/order";

it("a line stands where it was put, and no other line moves, whatever was put where", () => {
  const places = fc.array(fc.nat(60), { maxLength: 60 });
  fc.assert(
    fc.property(places, (chosen) => {
      let lines: { order: string; clientKey: string }[] = [];
      for (const [key, place] of chosen.entries()) {
        const at = Math.min(place, lines.length);
        const line = { order: orderAfter(lines, at), clientKey: `${key}` };
        const expected = lines.toSpliced(at, 0, line);
        lines = inOrder([...lines, line]);
        expect(lines).toEqual(expected);
        expect(line.order).not.toMatch(/0$/);
      }
    }),
  );
});

it("sixty lines at the end have short keys, and lines of one key keep one order", () => {
  const lines: { order: string }[] = [];
  for (let count = 0; count < 60; count += 1) lines.push({ order: orderAfter(lines) });
  expect(Math.max(...lines.map(({ order }) => order.length))).toBeLessThan(16);
  const same = ["b", "a"].map((clientKey) => ({ order: "i", clientKey }));
  expect(inOrder(same)).toEqual(inOrder(same.toReversed()));
  const [after] = [orderAfter([...same, { order: "j" }], 1)];
  expect(after > "i" && after < "j").toBe(true);
});
