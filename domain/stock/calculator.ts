import type { GutterSize } from "./gutterSizes";

/** Converts gutter coil between length and weight. */
export const LENGTH_WEIGHT_UNITS = ["ft", "lb"] as const;

export type LengthWeightUnit = (typeof LENGTH_WEIGHT_UNITS)[number];

/** Specification, section 9. The trade rounds each table separately. */
const POUNDS_PER_FOOT: Readonly<Record<GutterSize, number>> = {
  "5": 0.38,
  "6": 0.56,
};

const FEET_PER_POUND: Readonly<Record<GutterSize, number>> = {
  "5": 2.65,
  "6": 1.77,
};

const CALCULATOR_DECIMALS = 3;

export const NO_RESULT = "–";

export type Conversion = {
  readonly amount: number;
  readonly from: LengthWeightUnit;
  readonly size: GutterSize;
};

/** Feet to pounds, or pounds to feet. */
export function convertGutter({ amount, from, size }: Conversion): number {
  const factors = from === "ft" ? POUNDS_PER_FOOT : FEET_PER_POUND;
  return amount * factors[size];
}

export function otherUnit(unit: LengthWeightUnit): LengthWeightUnit {
  return unit === "ft" ? "lb" : "ft";
}

/**
 * The decimal at the start of the text ("12.5 ft" is 12.5), or null. A comma
 * only groups thousands: "1,250" is 1250, and "1,5" is not a number here.
 */
export function parseDecimal(text: string): number | null {
  const plain = text.trim().replace(/,(?=\d{3}(?!\d))/g, "");
  if (plain.includes(",")) return null;
  const amount = Number.parseFloat(plain);
  return Number.isFinite(amount) ? amount : null;
}

/**
 * At most three decimals, without trailing zeros. Halves round away from zero.
 * The decimal value is rounded, not its binary approximation: 0.125 ft of 5 in
 * weighs 0.0475 lb, shown as 0.048.
 */
export function formatDecimal(amount: number): string {
  const scale = 10 ** CALCULATOR_DECIMALS;
  const size = Math.round(Number((Math.abs(amount) * scale).toPrecision(15)));
  return String(amount < 0 && size !== 0 ? -size / scale : size / scale);
}

/** What the calculator shows for a typed amount: a dash for a non-number. */
export function gutterResult(text: string, from: LengthWeightUnit, size: GutterSize): string {
  const amount = parseDecimal(text);
  if (amount === null) return NO_RESULT;
  return formatDecimal(convertGutter({ amount, from, size }));
}
