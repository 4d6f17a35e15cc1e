import { useEffect, useState } from "react";

/** Milliseconds: an accidental double click must not confirm. */
const MIN_PAUSE_MS = 500;

/**
 * Confirmation by a second click. The first click asks; the state resets after
 * `resetsAfterMs`. Several buttons may share one state.
 */
export function useConfirmClick(resetsAfterMs: number) {
  const [stage, setStage] = useState<"idle" | "pausing" | "asking">("idle");

  useEffect(() => {
    if (stage === "idle") return;
    const timer =
      stage === "pausing"
        ? setTimeout(() => setStage("asking"), MIN_PAUSE_MS)
        : setTimeout(() => setStage("idle"), resetsAfterMs);
    return () => clearTimeout(timer);
  }, [stage, resetsAfterMs]);

  return {
    isAsking: stage !== "idle",
    /** True right after the first click: clicks are ignored for a moment. */
    isPausing: stage === "pausing",
    reset: () => setStage("idle"),
    click: (confirmed: () => void) => {
      if (stage === "idle") setStage("pausing");
      if (stage === "asking") confirmed();
    },
  };
}
