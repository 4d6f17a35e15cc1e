/**
 * Validation of stock changes, with the sentences shown to the user. The limits
 * catch typing errors, such as 1,600,000 for 16,000.
 */
import { refused } from "../calls/inputRules";
import { wholeNumberWithin } from "../calls/numberInput";
import { invalidData, Refusal } from "../calls/refusals";
import { formatCount } from "../text/text";

export const MAX_QUANTITY = 10_000;
export const MAX_INTAKE = 100_000;
export const MAX_STOCK = 1_000_000;

export const QUANTITY_OUT_OF_RANGE = "Enter a whole number from 1 to 100,000.";
export const DELTA_OUT_OF_RANGE = "Add or take off a whole number from 1 to 10,000.";
export const TOO_MUCH_STOCK = "That would be more than 1,000,000 in stock.";

export const intakeInput = {
  quantity: wholeNumberWithin(1, MAX_INTAKE, QUANTITY_OUT_OF_RANGE),
};

const deltaWithin = wholeNumberWithin(-MAX_QUANTITY, MAX_QUANTITY, DELTA_OUT_OF_RANGE);

export const adjustmentInput = { delta: readDelta };

/** An intake beyond these is usually a typing error, such as 400 for 40. */
const UNUSUAL_INTAKE = 10_000;
const UNUSUAL_GROWTH = 10;

/**
 * The question before an unusual intake, or null. `inStock` is null where no stock is known; a color without stock can
 * be filled without a question.
 */
export function intakeQuestion(quantity: number, inStock: number | null): string | null {
  if (quantity > UNUSUAL_INTAKE) return `${formatCount(quantity)} is more than 10,000.`;
  if (inStock === null || inStock <= 0) return null;
  return quantity > UNUSUAL_GROWTH * inStock
    ? `${formatCount(quantity)} is more than ten times the ${formatCount(inStock)} in stock.`
    : null;
}

function readDelta(value: number): number {
  if (value === 0) throw refused(DELTA_OUT_OF_RANGE);
  return deltaWithin(value);
}

/** Why the stock cannot change by `delta`, or null if it can. */
export function stockRefusal(before: number, delta: number): string | null {
  if (delta > 0 && before + delta > MAX_STOCK) return TOO_MUCH_STOCK;
  if (delta >= 0 || before + delta >= 0) return null;
  return before <= 0
    ? "There are none in stock to take off."
    : `Only ${formatCount(before)} in stock, so ${formatCount(-delta)} cannot be taken off.`;
}

/** @throws Refusal, which names `field`, if the stock cannot change by this amount. */
export function stockAfter(
  before: number,
  { delta, field }: { readonly delta: number; readonly field: string },
): number {
  const refusal = stockRefusal(before, delta);
  if (refusal !== null) throw new Refusal(invalidData(field, refusal));
  return before + delta;
}

export function unknownColorSentence(colorNumber: string): string {
  return `There is no color ${colorNumber}. Choose one from the list.`;
}

export function sizeNotOfferedSentence(thing: string, size: string): string {
  return `${thing} does not come in ${size} inch.`;
}
