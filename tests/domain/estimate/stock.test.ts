import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineOf, type LineFields, type Taken } from "@domain/estimate/lines";
import { needOf, type StockPlace } from "@domain/estimate/needs";
import { missingOf, putBack, takeFromStock, type StockPlan } from "@domain/estimate/stock";
import { COLORS, offerNamed } from "../../support/offeredItems";

const OFFICE = {
  coil: { _id: "GUT-COIL", name: "Gutter Coil .032" },
  wastePercent: 10,
};
const NAMES = [
  "Seamless K-Style Gutter",
  "Gutter Coil .032",
  "Left End Cap",
  "End Cap",
  "Downspout 10 ft",
];
type Line = LineFields & Taken & { readonly key: number };

const placeOf = ({ itemId, size, colorNumber }: StockPlace) => `${itemId} ${size} ${colorNumber}`;

function aLine(name: string, of: Partial<LineFields> = {}): Line {
  const { size = "6", quantity = 10 } = of;
  const color = COLORS.find((each) => each.colorNumber === of.colorNumber);
  return { ...lineOf(offerNamed(name), { size, color, quantity }), key: 0 };
}

const lines = fc
  .array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      size: fc.constantFrom("5" as const, "6" as const),
      colorNumber: fc.constantFrom("001", "002"),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map(({ name, ...of }, key) => ({ ...aLine(name, of), key })));

/** Stock and lines as the server keeps them, while plans are carried out. */
class Warehouse {
  readonly stock = new Map<string, number>();
  readonly #first: number;
  lines: readonly Line[];

  constructor(all: readonly Line[], first: number) {
    this.lines = all;
    this.#first = first;
  }

  readonly at = (place: StockPlace) => this.stock.get(placeOf(place)) ?? this.#first;

  readonly countsAt = (place: StockPlace) => [{ name: placeOf(place), quantity: this.at(place) }];

  carryOut({ moves, taken }: StockPlan<Line>): void {
    for (const { place, delta } of moves) {
      const after = this.at(place) + delta;
      expect(after).toBeGreaterThanOrEqual(0);
      this.stock.set(placeOf(place), after);
    }
    const byKey = new Map(taken.map((each) => [each.line.key, each.taken]));
    this.lines = this.lines.map((line) => ({
      ...line,
      ...byKey.get(line.key),
    }));
  }

  take(): StockPlan<Line> {
    const plan = takeFromStock(this.lines, OFFICE, this.countsAt);
    this.carryOut(plan);
    return plan;
  }
}

describe("taking from stock", () => {
  it("a second time takes nothing, and what is missing is said until it is there", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 200 }), (all, first) => {
        const house = new Warehouse(all, first);
        house.take();
        const missing = missingOf(house.lines, OFFICE);
        const again = house.take();
        expect(again.moves).toEqual([]);
        expect(missingOf(house.lines, OFFICE)).toEqual(missing);
        for (const line of house.lines) {
          const need = needOf(line, OFFICE);
          const left = missing.find((each) => each.line.key === line.key);
          const isTaken = need?.itemId !== undefined;
          const wanted = isTaken ? (need?.quantity ?? 0) : 0;
          expect(line.taken ?? 0).toBe(wanted - (isTaken ? (left?.quantity ?? 0) : 0));
        }
      }),
    );
  });

  it("lines that change afterwards take and put back the difference, and all of it comes back", () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 0, max: 99 }), (all, changed, first) => {
        const house = new Warehouse(all, first);
        house.take();
        house.lines = house.lines.map((line, at) => {
          const { name, itemId, sku, unit, size, colorNumber, quantity } = changed[at] ?? line;
          return {
            ...line,
            name,
            itemId,
            sku,
            unit,
            size,
            colorNumber,
            quantity,
          };
        });
        house.take();
        // A side that was opened again keeps what was taken of it.
        const fresh = new Warehouse(house.lines, first);
        for (const line of fresh.lines)
          if (line.takenItem !== undefined && needOf(line, OFFICE)?.itemId)
            expect(line.takenItem).toBe(needOf(line, OFFICE)?.itemId);
        house.carryOut(putBack(house.lines));
        for (const left of house.stock.values()) expect(left).toBe(first);
        expect(house.lines.every(({ taken }) => taken === undefined)).toBe(true);
        expect(putBack(house.lines).moves).toEqual([]);
      }),
    );
  });

  it("a line whose side is open is named and takes nothing, and the others go on", () => {
    const house = new Warehouse([aLine("End Cap"), { ...aLine("Left End Cap"), key: 1 }], 4);
    const plan = house.take();
    expect(plan.open.map(({ name }) => name)).toEqual(["End Cap"]);
    expect(plan.moves).toMatchObject([{ place: { itemId: "CAP-LEFT" }, delta: -4 }]);
    expect(missingOf(house.lines, OFFICE)).toMatchObject([{ line: { key: 1 }, quantity: 6 }]);
  });

  it("seamless gutter takes nothing from an office without a coil", () => {
    const line = aLine("Seamless K-Style Gutter");
    const office = { ...OFFICE, coil: undefined };
    const plan = takeFromStock([line], office, () => [{ name: "all", quantity: 500 }]);
    expect(plan.moves).toEqual([]);
    expect(missingOf([line], office)).toEqual([{ line, quantity: 11 }]);
  });
});
