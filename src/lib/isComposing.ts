import type { KeyboardEvent } from "react";

/** The key code of a key that the input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Whether the key belongs to an input method: Enter then ends the composition. Safari dispatches that Enter after the
 * composition has ended, and only its key code tells.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return (
    nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD
  );
}
