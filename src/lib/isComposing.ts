import type { KeyboardEvent } from "react";

/** The key code of a key that the input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Whether the key belongs to an input method: Enter then ends the composition. Safari dispatches that Enter after the
 * composition has ended, so that only its key code differs.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD;
}
