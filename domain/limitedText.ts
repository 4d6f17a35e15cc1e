import * as z from "zod/mini";
import {
  isStorable,
  TEXT_LIMITS,
  tooLongSentence,
  unstorableSentence,
  type LimitedText,
} from "./inputLimits";

/**
 * A text of at most its field's length. In a file apart from the limits, so that a screen that needs only those loads
 * no zod.
 */
export function limitedText(field: LimitedText) {
  return z.string().check(...textChecks(field));
}

/** The checks of every text, for a field that has others before them. */
export function textChecks(field: LimitedText) {
  return [
    z.maxLength(TEXT_LIMITS[field].max, tooLongSentence(field)),
    z.refine<string>(isStorable, unstorableSentence(field)),
  ] as const;
}
