import { useEffect, useState } from "react";

/** A double-click by accident must not count as the second click. */
const MIN_PAUSE_MS = 500;
/** Long enough to read three lines, too short to be met by the next person. */
const RESETS_AFTER_MS = 15_000;

/** One question for several buttons: the first click asks at all of them. */
export function useSharedConfirm() {
  const [stage, setStage] = useState<"idle" | "pausing" | "asking">("idle");

  useEffect(() => {
    if (stage === "idle") return;
    const timer =
      stage === "pausing"
        ? setTimeout(() => setStage("asking"), MIN_PAUSE_MS)
        : setTimeout(() => setStage("idle"), RESETS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  return {
    isAsking: stage !== "idle",
    /** The question is there, and not answered before it can have been read. */
    isPausing: stage === "pausing",
    reset: () => setStage("idle"),
    click: (confirmed: () => void) => {
      if (stage === "idle") setStage("pausing");
      if (stage === "asking") confirmed();
    },
  };
}
