/** Rules for numbers that people enter. All violations of a rule have the same sentence, which names the limits. */
import { nullable, refused, type Rule } from "./inputRules";
import { roundToCents } from "../text/money";

export function numberWithin(min: number, max: number, sentence: string): Rule<number, number> {
  return (value: unknown) => {
    if (typeof value === "number" && value >= min && value <= max) return value;
    throw refused(sentence);
  };
}

export function wholeNumberWithin(
  min: number,
  max: number,
  sentence: string,
): Rule<number, number> {
  const within = numberWithin(min, max, sentence);
  return (value) => {
    if (Number.isInteger(value)) return within(value);
    throw refused(sentence);
  };
}

/** An amount in dollars from 0, rounded to cents; null clears it. */
export function amountUpTo(max: number, sentence: string): Rule<number | null, number | null> {
  const within = numberWithin(0, max, sentence);
  return nullable((value) => roundToCents(within(value)));
}
