/** What a typed text can be added to a job as: its items, sizes and colors, or a line of text. */
import { newLineInput } from "../changes/jobLines";
import type { GutterSize } from "../stock/gutterSizes";
import { checkInput } from "../calls/inputRules";
import type { NamedColor } from "../stock/inventory";
import { parseMoney } from "../text/money";
import { colorRefusal, lineName, lineOf, offerSizes, type LineFields } from "../estimate/lines";
import { readTypedLine, type Color, type Known } from "./typedLine";
import { quantityOf, type Measure } from "../estimate/units";

export interface LineChoices {
  readonly choices: readonly LineFields[];
  /** Why the text cannot be added without a decision. Null if it is certain: then there is one choice. */
  readonly problem: string | null;
  /** Whether the text says a quantity. Else it is 1. */
  readonly hasQuantity: boolean;
}

export const CHOOSE_ROW = "Choose what you mean below, or type more words.";
export const NO_ITEM_FITS = "No item fits. Add it as text below, or type other words.";

/** The limit of listed choices: one more word finds the others. */
const MAX_CHOICES = 6;

const ONE: Measure = { amount: 1, isFeet: false };

/** `lines` are the job's: a text without a size or a color means the ones of these lines. */
export function lineChoices<Colored extends Color>(
  typed: string,
  known: Known<Colored>,
  lines: readonly LineFields[],
): LineChoices {
  const { text, price } = withoutPrice(typed);
  const read = readTypedLine(text, known);
  const hasQuantity = read.measure !== null;
  if (read.refusal !== null) return { choices: [], problem: read.refusal, hasQuantity };
  if (read.offers.length === 0) return textChoice(text, price);
  const color = colorOfLines(lines);
  const inherited = known.colors.filter(({ colorNumber }) => colorNumber === color?.colorNumber);
  const found = read.offers.flatMap((offer) => {
    const sizes = offerSizes(offer);
    const size = sizes.find((each) => each === (read.size ?? sizeOf(lines)));
    const own = sizes.length > 0 ? inherited : [];
    const colors = read.colors.length > 0 ? read.colors : own;
    const { unit = "piece", pieceFeet } = offer.items[0];
    const quantity = quantityOf({ unit, pieceFeet }, read.measure ?? ONE);
    return orNone(size === undefined ? sizes : [size]).flatMap((inSize) =>
      orNone(colors).map((inColor) => {
        const of = { size: inSize, color: inColor, quantity: quantity ?? 0 };
        const fields = lineOf(offer, of);
        return refusable(
          price === undefined ? fields : { ...fields, price },
          (inColor && colorRefusal(inColor, inSize)) ??
            (quantity === null ? `${offer.name} is counted in pieces, not in feet.` : null),
        );
      }),
    );
  });
  const choices = found.flatMap(({ fields, refusal }) => (refusal === null ? [fields] : []));
  const [first, ...others] = choices;
  const isSure = others.length === 0 && fitsSize(first, read.size);
  const refusal = first ? CHOOSE_ROW : (found[0]?.refusal ?? null);
  return {
    choices: choices.slice(0, MAX_CHOICES),
    problem: isSure ? null : refusal,
    hasQuantity,
  };
}

/** The color of the job: the first color among its lines. A new line that comes in sizes inherits it. */
export function colorOfLines(lines: readonly LineFields[]): NamedColor | undefined {
  const line = lines.find(({ colorNumber }) => colorNumber !== undefined);
  const { colorNumber, colorName = "" } = line ?? {};
  return colorNumber === undefined ? undefined : { colorNumber, colorName };
}

/** The name without the color of the job, which stands above the lines. */
export function lineNameBeside(line: LineFields, color: NamedColor | undefined): string {
  const isSame = line.colorNumber === color?.colorNumber;
  return lineName(isSame ? { ...line, colorName: undefined } : line);
}

/** The lines that change when another color is chosen for the job: lines of its color, and lines without one. */
export function linesOfColor<Line extends LineFields>(lines: readonly Line[]): Line[] {
  const color = colorOfLines(lines);
  return lines.filter(({ colorNumber, size }) =>
    colorNumber === undefined ? size !== undefined : colorNumber === color?.colorNumber,
  );
}

function sizeOf(lines: readonly LineFields[]): GutterSize | undefined {
  return lines.findLast(({ size }) => size !== undefined)?.size;
}

function fitsSize(line: LineFields | undefined, typed: GutterSize | undefined): boolean {
  return line !== undefined && (typed === undefined || typed === line.size);
}

/** A text that no item fits: with a price it is certain. */
function textChoice(text: string, price: number | undefined): LineChoices {
  const fields = { name: text, quantity: 1, price };
  const { refusal } = refusable(fields, null);
  const isSure = price !== undefined;
  return {
    choices: refusal === null ? [fields] : [],
    problem: refusal ?? (isSure ? null : NO_ITEM_FITS),
    hasQuantity: isSure,
  };
}

function refusable(fields: LineFields, refusal: string | null) {
  const { errors } = checkInput(newLineInput, fields);
  return { fields, refusal: refusal ?? errors?.[0]?.message ?? null };
}

/** "Haul away $450" is a text and its price. */
function withoutPrice(typed: string) {
  const text = typed.trim();
  const [end = "", amount] = /\$\s*(\d[\d,]*(?:\.\d*)?|\.\d+)$/.exec(text) ?? [];
  const price = amount === undefined ? null : parseMoney(amount);
  return {
    text: text.slice(0, text.length - end.length).trim(),
    price: price ?? undefined,
  };
}

function orNone<Value>(values: readonly Value[]): readonly (Value | undefined)[] {
  return values.length > 0 ? values : [undefined];
}
