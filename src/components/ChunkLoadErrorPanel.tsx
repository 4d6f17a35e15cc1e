import { useEffect, useState } from "react";
import { explainChunkLoadError, reloadIfOnline } from "@/lib/chunkLoadError";
import { isReloadHarmless } from "@/lib/pendingWork";
import { ErrorPanel } from "./ErrorPanel";

/** In place of a screen whose code could not be loaded. */
export function ChunkLoadErrorPanel({ error }: { readonly error: Error }) {
  const [isStillDown, setIsStillDown] = useState(false);
  const explanation = useExplanation(error);
  const retry = async () => {
    setIsStillDown(false);
    setIsStillDown(!(await reloadIfOnline()));
  };
  return (
    <ErrorPanel
      error={error}
      onRetry={() => void retry()}
      onReconnect={() => {
        if (isReloadHarmless()) void reloadIfOnline();
      }}
      hint={isStillDown ? "There is still no connection." : explanation}
    />
  );
}

export function useExplanation(error: Error): string {
  const [explanation, setExplanation] = useState(error.message);
  useEffect(() => {
    let isCurrent = true;
    void explainChunkLoadError().then((text) => {
      if (isCurrent) setExplanation(text);
    });
    return () => {
      isCurrent = false;
    };
  }, [error]);
  return explanation;
}
