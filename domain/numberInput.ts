/** Rules for numbers that people enter. Every violation has the same sentence, which names the limits. */
import * as z from "zod/mini";
import { roundToCents } from "./money";

export function numberWithin(min: number, max: number, sentence: string) {
  return z
    .number(sentence)
    .check(z.minimum(min, sentence), z.maximum(max, sentence));
}

export function wholeNumberWithin(min: number, max: number, sentence: string) {
  return z
    .number(sentence)
    .check(z.int(sentence), z.minimum(min, sentence), z.maximum(max, sentence));
}

/** An amount in dollars from 0, rounded to cents; null clears it. */
export function amountUpTo(max: number, sentence: string) {
  return z.nullable(
    z.pipe(numberWithin(0, max, sentence), z.transform(roundToCents)),
  );
}
