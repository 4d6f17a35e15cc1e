/** Amounts are US dollars as numbers; the smallest unit is a cent. */
export const CENT = 0.01;

/**
 * The only rounding of money: half a cent rounds away from zero. The decimal
 * value is rounded, not its binary approximation, so that 1.005 is 1.01.
 */
export function roundToCents(amount: number): number {
  const cents = Math.round(Number((Math.abs(amount) * 100).toPrecision(15)));
  return amount < 0 && cents !== 0 ? -cents / 100 : cents / 100;
}

/** 1234.5 -> "$1,234.50". */
export function formatMoney(amount: number): string {
  const [dollars = "0", cents = "00"] = roundToCents(Math.abs(amount)).toFixed(2).split(".");
  const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${roundToCents(amount) < 0 ? "-" : ""}$${grouped}.${cents}`;
}

/**
 * The amount in a money field: null if it is empty (0 is a price), NaN if the text is not one amount. A comma that does
 * not separate thousands may be a decimal comma; spaces between digits are read only where they separate thousands.
 */
export function parseMoney(text: string): number | null {
  const plain = text
    .replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1,")
    .replace(/^(?:usd|us(?=\$))|usd$|(?<!\d)[$\s]|\$$/gi, "")
    .trim();
  if (plain === "") return null;
  return /^-?((\d{1,3}(,\d{3})+|\d+)(\.\d*)?|\.\d+)$/.test(plain)
    ? roundToCents(Number(plain.replaceAll(",", "")))
    : Number.NaN;
}
