/**
 * A line of a job as people say it: "120 6in gutter", "4 out strip miter 6", "3x end cap L, white". What fits several
 * items or colors is listed, and none is chosen.
 */
import { GUTTER_SIZES, type GutterSize } from "../stock/gutterSizes";
import type { NamedColor } from "../stock/inventory";
import { wordsOf } from "../names/search";
import { foldText } from "../text/text";
import { colorRefusal, offerSizes, type Offer } from "../estimate/lines";
import type { Measure } from "../estimate/units";

export type Color = NamedColor & { readonly sizeOptions: readonly string[] };

export interface TypedLine<Colored extends Color> {
  /** Null if the text says no quantity. */
  readonly measure: Measure | null;
  readonly size: GutterSize | undefined;
  /** What the words fit, the office's most used first. A line is added only if there is one. */
  readonly offers: readonly Offer[];
  /** The colors that the words fit; empty if they name none. */
  readonly colors: readonly Colored[];
  /** Why the color cannot be had, or null. */
  readonly refusal: string | null;
}

export interface Known<Colored extends Color> {
  readonly offers: readonly Offer[];
  readonly colors: readonly Colored[];
  /** How often the office has used an offer, by its name. */
  readonly uses?: Readonly<Record<string, number>>;
}

export function readTypedLine<Colored extends Color>(
  typed: string,
  known: Known<Colored>,
): TypedLine<Colored> {
  const { words, measure, size } = readNumbers(typed);
  const read = splitWords(words, known);
  const inSize = read.offers.filter((offer) => fitsSize(offer, size));
  const offers = inSize.length > 0 ? inSize : read.offers;
  const colors = read.colors.filter((color) => !colorRefusal(color, size));
  const [refused] = read.colors;
  return {
    measure,
    size,
    offers: offers.toSorted(byUse(words, known.uses)),
    colors,
    refusal: colors.length === 0 && refused ? colorRefusal(refused, size) : null,
  };
}

interface Numbers {
  readonly words: readonly string[];
  readonly measure: Measure | null;
  readonly size: GutterSize | undefined;
}

/** A longer text is cut, like a typed search. */
const MAX_LENGTH = 200;
const QUANTITY = /^(\d+(?:\.\d+)?)(ft|feet|foot|lf|x|pcs?|ea)?$/;
const FEET = /^(?:ft|feet|foot|lf)$/;
const PIECES = /^(?:x|pcs?|pieces?|ea|each)$/;
const DEGREES = /^deg(?:rees?)?$/;
const MITER = /^(?:strip|bay|box)$/;
const FILLERS = ["of", "the"];

/** The quantity and the size, and the words without them. */
function readNumbers(typed: string): Numbers {
  const tokens = foldText(withUnits(typed.slice(0, MAX_LENGTH)))
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
    .split(/[\s,;]+/);
  let size = tokens.find((token) => /^[56]in$/.test(token))?.at(0);
  drop(tokens, size === undefined ? -1 : tokens.indexOf(`${size}in`), 1);
  if (size === undefined) {
    const apart = tokens.findIndex((_, at) => isSizeApart(tokens, at));
    size = tokens[apart];
    drop(tokens, apart, 2);
  }
  const at = tokens.findIndex(
    (token, i) => QUANTITY.test(token) && !DEGREES.test(tokens[i + 1] ?? ""),
  );
  const [, amount, glued = ""] = QUANTITY.exec(tokens[at] ?? "") ?? [];
  const next = tokens[at + 1] ?? "";
  const unit = glued === "" && (FEET.test(next) || PIECES.test(next)) ? next : glued;
  drop(tokens, at, unit === glued ? 1 : 2);
  const bare = tokens.findIndex(
    (token, i) => isSize(token) && !/^(?:ft|oz|lb)$/.test(tokens[i + 1] ?? ""),
  );
  if (size === undefined && at >= 0) {
    size = tokens[bare];
    drop(tokens, bare, 1);
  }
  return {
    words: wordsOf(tokens.join(" ")).filter((word) => !FILLERS.includes(word)),
    measure: amount === undefined ? null : { amount: Number(amount), isFeet: FEET.test(unit) },
    size: GUTTER_SIZES.find((each) => each === size),
  };
}

/** "6 in" is a size. "6 in strip miter" is six of the In Strip Miter, unless a quantity comes before. */
function isSizeApart(tokens: readonly string[], at: number): boolean {
  if (!isSize(tokens[at] ?? "") || tokens[at + 1] !== "in") return false;
  const isMiter = MITER.test(tokens[at + 2] ?? "");
  return !isMiter || tokens.slice(0, at).some((each) => QUANTITY.test(each));
}

function isSize(token: string): boolean {
  return GUTTER_SIZES.some((size) => size === token);
}

/** 6", 6-inch and 6 inches become 6in; 38' becomes 38ft. */
function withUnits(typed: string): string {
  return typed
    .replace(/(?<=\d)[\s-]*(?:["″”]|''|′′|inch(?:es)?\b)/gi, "in ")
    .replace(/(?<=\d)\s*['′’]/g, "ft ");
}

function drop(tokens: string[], at: number, count: number): void {
  if (at >= 0) tokens.splice(at, count);
}

interface Split<Colored> {
  readonly offers: readonly Offer[];
  readonly colors: readonly Colored[];
}

/** The limit of words that name a color. */
const MAX_COLOR_WORDS = 4;

/** Finds which words name the item, and which, before or after them, the color. */
function splitWords<Colored extends Color>(
  words: readonly string[],
  { offers, colors }: Known<Colored>,
): Split<Colored> {
  const named = offers.map((offer) => ({ offer, words: offerWords(offer) }));
  const most = Math.min(words.length - 1, MAX_COLOR_WORDS);
  for (let count = 0; count <= most; count += 1) {
    const left = words.length - count;
    for (const [ofItem, ofColor] of [
      [words.slice(0, left), words.slice(left)],
      [words.slice(count), words.slice(0, count)],
    ] as const) {
      const fitting = offersNamed(ofItem, named);
      const colored = count === 0 ? [] : colorsNamed(ofColor, colors);
      if (fitting.length > 0 && (count === 0 || colored.length > 0))
        return { offers: fitting, colors: colored };
    }
  }
  return { offers: [], colors: [] };
}

/** The offers that all words fit. A pair that fits replaces its two sides. */
function offersNamed(
  typed: readonly string[],
  named: readonly {
    readonly offer: Offer;
    readonly words: readonly string[];
  }[],
): readonly Offer[] {
  const fitting = named.filter(({ words }) => fits(typed, words)).map(({ offer }) => offer);
  const pairs = fitting.filter(({ items }) => items.length > 1);
  const isSide = ({ items: [item, ...others] }: Offer) =>
    others.length === 0 && pairs.some(({ items }) => items.some(({ _id }) => _id === item._id));
  const left = fitting.filter((offer) => !isSide(offer));
  // "elbow" is the name of a pair, and may be an Offset Elbow.
  return pairs.length > 0 ? left : onlyWhole(typed, left);
}

/** The colors with the number, else those with the name. */
function colorsNamed<Colored extends NamedColor>(
  typed: readonly string[],
  colors: readonly Colored[],
): readonly Colored[] {
  const [word, ...others] = typed;
  const numbered = colors.filter(({ colorNumber }) => others.length === 0 && colorNumber === word);
  if (numbered.length > 0) return numbered;
  const named = colors.map((color) => ({ name: color.colorName, color }));
  const fitting = named.filter(({ name }) => fits(typed, wordsOf(name)));
  return onlyWhole(typed, fitting).map(({ color }) => color);
}

/** The elements whose whole name is the typed words; if there are none, all elements. */
function onlyWhole<Named extends { readonly name: string }>(
  typed: readonly string[],
  found: readonly Named[],
): readonly Named[] {
  const inOrder = (words: readonly string[]) => words.toSorted().join(" ");
  const whole = found.filter(({ name }) => inOrder(wordsOf(name)) === inOrder(typed));
  return whole.length > 0 ? whole : found;
}

/** The words of the name and the SKU; of a pair, those that both items have. */
function offerWords({ items: [first, ...rest] }: Offer): string[] {
  const [own, ...others] = [first, ...rest].map(({ name, sku }) => wordsOf(`${name} ${sku}`));
  return (own ?? []).filter((word) => others.every((words) => words.includes(word)));
}

/** Whether each typed word begins one of the words. A number has to be the whole word. */
function fits(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((word) =>
    [word, word.replace(/(?<=..)s$/, "")].some((begin) =>
      words.some((each) => (/\d/.test(begin) ? each === begin : each.startsWith(begin))),
    ),
  );
}

function fitsSize(offer: Offer, size: GutterSize | undefined): boolean {
  return size === undefined || offerSizes(offer).includes(size);
}

/** The most used first; then offers whose noun was typed: "gutter" is a Half-Round Gutter before a Gutter Apron. */
function byUse(
  typed: readonly string[],
  uses: Readonly<Record<string, number>> = {},
): (a: Offer, b: Offer) => number {
  const rankOf = ({ name }: Offer) => {
    const words = wordsOf(name);
    const called = wordsOf(name.replace(/[\d.].*$/s, "")).at(-1) ?? "";
    const isNoun = typed.some((word) => fits([word], [called]));
    return [-(uses[name] ?? 0), isNoun ? 0 : 1, words.length];
  };
  return (a, b) => {
    const [ofA, ofB] = [rankOf(a), rankOf(b)];
    const at = ofA.findIndex((rank, i) => rank !== ofB[i]);
    return at < 0 ? 0 : (ofA[at] ?? 0) - (ofB[at] ?? 0);
  };
}
