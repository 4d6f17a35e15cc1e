import * as z from "zod/mini";
import { TEXT_LIMITS, tooLongSentence, type LimitedText } from "./inputLimits";

/** A text of at most its field's length. Apart from the limits, so that a screen that needs only those loads no zod. */
export function limitedText(field: LimitedText) {
  return z
    .string()
    .check(z.maxLength(TEXT_LIMITS[field].max, tooLongSentence(field)));
}
