import { useEffect, useState } from "react";

/** A double-click by accident must not count as the second click. */
const MIN_PAUSE_MS = 500;

/**
 * What is done on the second click only: the first one asks. One question can
 * serve several buttons. It is withdrawn after `resetsAfterMs` without an answer.
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
    /** The question is there, and not answered before it can have been read. */
    isPausing: stage === "pausing",
    reset: () => setStage("idle"),
    click: (confirmed: () => void) => {
      if (stage === "idle") setStage("pausing");
      if (stage === "asking") confirmed();
    },
  };
}
