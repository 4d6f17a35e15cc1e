import fc from "fast-check";
import { expect, it } from "vitest";
import {
  CHOOSE_ROW,
  colorOfLines,
  lineChoices,
  linesOfColor,
  NO_ITEM_FITS,
} from "@domain/materials/choices";
import { lineName, lineOf, type LineFields } from "@domain/estimate/lines";
import { QUANTITY_OF_LINE } from "@domain/estimate/units";
import { MAX_ITEM_PRICE } from "@domain/stock/priceInput";
import { COLORS, offerNamed, OFFERS } from "../../support/offeredItems";

const KNOWN = { offers: OFFERS, colors: COLORS };

const colorNumbered = (number: string) => COLORS.find(({ colorNumber }) => colorNumber === number);

const SEAMLESS = lineOf(offerNamed("Seamless K-Style Gutter"), {
  ...{ size: "6", color: colorNumbered("002"), quantity: 120 },
});
/** Comes in 5 in only. */
const IVORY = lineOf(offerNamed("End Cap"), {
  ...{ size: "5", color: colorNumbered("115"), quantity: 2 },
});

/** "4 x Strip Miter, 6 in @ 7.8; ... ! the problem". */
function read(typed: string, lines: readonly LineFields[] = []): string {
  const { choices, problem } = lineChoices(typed, KNOWN, lines);
  const shown = choices.map(
    (each) => `${each.quantity} x ${lineName(each)} @ ${each.price ?? "-"}`,
  );
  return [shown.join("; "), ...(problem === null ? [] : [problem])].join(" ! ");
}

it.each<[string, readonly LineFields[], string]>([
  ["4 out strip miter 6", [], "4 x Out Strip Miter, 6 in @ 7.8"],
  ["3x end cap L 5in", [], "3 x Left End Cap, 5 in @ 1.35"],
  ["38 ft downspout 10 ft 6in", [], "4 x Downspout 10 ft, 6 in @ 26.4"],
  [
    "4 strip miters",
    [],
    `4 x Strip Miter, 5 in @ 6.4; 4 x Strip Miter, 6 in @ 7.8 ! ${CHOOSE_ROW}`,
  ],
  ["4 strip miters", [SEAMLESS], "4 x Strip Miter, 6 in, 80 Degree White @ 7.8"],
  ["4 strip miters 5in clay", [SEAMLESS], "4 x Strip Miter, 5 in, Clay @ 6.4"],
  [
    "2 end caps 6in, white",
    [],
    `2 x End Cap, 6 in, 30 Degree White @ 1.75; 2 x End Cap, 6 in, 80 Degree White @ 1.75 ! ${CHOOSE_ROW}`,
  ],
  ["3 sealant", [SEAMLESS], "3 x Gutter Sealant 10 oz @ 8.95"],
  ["6in splash block", [], `1 x Splash Block @ 11.75 ! ${CHOOSE_ROW}`],
  ["2 end caps 6in antique ivory", [], " ! Antique Ivory does not come in 6 inch."],
  ["2 end caps 6in", [IVORY], " ! Antique Ivory does not come in 6 inch."],
  ["4 ft end cap 6in", [], " ! End Cap is counted in pieces, not in feet."],
  ["0 end caps 6in", [], ` ! ${QUANTITY_OF_LINE}`],
  ["2 end caps 6in $2.50", [], "2 x End Cap, 6 in @ 2.5"],
  ["Haul away, 2 loads $1,450", [], "1 x Haul away, 2 loads @ 1450"],
  ["Labor", [], `1 x Labor @ - ! ${NO_ITEM_FITS}`],
  [`Labor $${MAX_ITEM_PRICE + 1}`, [], " ! Enter a price from $0 to $100,000."],
  ["$450", [], " ! Enter what the row is for."],
])('reads "%s", row %#', (typed, lines, said) => {
  expect(read(typed, lines)).toBe(said);
});

it("lists every item that fits the words, the most used first, and chooses none of several", () => {
  const uses = { "Gutter Coil .032": 3 };
  const known = { ...KNOWN, uses };
  const { choices, problem } = lineChoices("gutter 6in", known, []);
  expect(choices[0]?.name).toBe("Gutter Coil .032");
  expect(choices.length).toBeGreaterThan(2);
  expect(problem).toBe(CHOOSE_ROW);
});

it("a line without a problem has one choice, in the typed size and in a size of its color", () => {
  const words = fc.constantFrom(
    ...["4", "120 ft", "6in", "5in", "gutter", "end cap", "elbow", "miter"],
    ...["white", "clay", "left", "downspout", "$3", "labor", "antique ivory"],
  );
  const beside = fc.constantFrom([], [SEAMLESS], [IVORY]);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 5 }), beside, (typed, lines) => {
      const { choices, problem } = lineChoices(typed.join(" "), KNOWN, lines);
      if (problem !== null) return;
      expect(choices).toHaveLength(1);
      const [{ size, colorNumber } = SEAMLESS] = choices;
      const said = typed.find((word) => /^[56]in$/.test(word))?.at(0);
      if (said !== undefined && choices[0]?.unit !== undefined) expect(size).toBe(said);
      const color = COLORS.find((each) => each.colorNumber === colorNumber);
      if (size !== undefined && color !== undefined) expect(color.sizeOptions).toContain(size);
    }),
  );
});

it("the color of a job is that of its first colored line, and lines in sizes without that color do not follow it", () => {
  const bare = { ...IVORY, colorNumber: undefined, colorName: undefined };
  const labor = { name: "Labor", quantity: 1 };
  const lines = [labor, SEAMLESS, IVORY, SEAMLESS, bare];
  expect(colorOfLines(lines)?.colorNumber).toBe("002");
  expect(linesOfColor(lines)).toEqual([SEAMLESS, SEAMLESS, bare]);
  expect(colorOfLines([labor, bare])).toBeUndefined();
  expect(linesOfColor([labor, bare])).toEqual([bare]);
});
