import { useEffect, useState } from "react";
import { readLocal, writeLocal } from "@/lib/safeStorage";

/** Whether something stood above the cards the last time, on this device. */
const STORAGE_KEY = "downspout-home-above";

const NOTHING = "nothing";

/** The cards are shown after this time in any case: without a connection there is no answer. */
const LONGEST_MS = 3_000;

/**
 * Keeps the cards of Home out of sight until it is known what stands above them, so that they do not move under the
 * finger. If nothing stood above them the last time, they are shown at once.
 */
export function useHeldCards(isAnswerExpected: boolean) {
  const [isKnown, setIsKnown] = useState(() => readLocal(STORAGE_KEY) === NOTHING);
  useEffect(() => {
    const timer = setTimeout(() => setIsKnown(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  /** Called with null after a failure, which shows nothing and says nothing about the next time. */
  const noteAbove = (isAnything: boolean | null) => {
    setIsKnown(true);
    if (isAnything !== null) writeLocal(STORAGE_KEY, isAnything ? null : NOTHING);
  };
  return { isHeld: isAnswerExpected && !isKnown, noteAbove };
}
