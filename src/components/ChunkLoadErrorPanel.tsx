import { useEffect, useState } from "react";
import { findChunkLoadCause, reloadIfOnline } from "@/lib/chunkLoadError";
import { useOnReconnect } from "@/lib/connection/useOnReconnect";
import { isReloadHarmless } from "@/lib/pendingWork";
import { reloadKeepingText } from "@/lib/reloadKeepingText";
import { ErrorPanel } from "./ErrorPanel";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";

export const NEW_VERSION = "A new version is ready";

interface ChunkLoadExplanation {
  readonly text: string;
  /** True if a reload gets the part, because the server has a new version. */
  readonly isNewVersion: boolean;
}

const LOADING = { text: "", isNewVersion: false };

const EXPLANATIONS = {
  noAnswer: {
    text: "This part of Downspout could not be loaded, because the server does not answer. Try again in a moment.",
    isNewVersion: false,
  },
  failed: {
    text: "This part of Downspout could not be loaded. Try again.",
    isNewVersion: false,
  },
  newVersion: {
    text: "Reload to open this part. What you typed is kept.",
    isNewVersion: true,
  },
};

/** Shown in place of a screen whose code could not be loaded. */
export function ChunkLoadErrorPanel({ error }: { readonly error: Error }) {
  const [isStillDown, setIsStillDown] = useState(false);
  const { text, isNewVersion } = useExplanation(error);
  const retry = async () => {
    setIsStillDown(false);
    setIsStillDown(!(await reloadIfOnline()));
  };
  if (isNewVersion) return <NewVersionPanel text={text} />;
  return (
    <ErrorPanel
      error={error}
      onRetry={() => void retry()}
      onReconnect={() => {
        if (isReloadHarmless()) void reloadIfOnline();
      }}
      hint={isStillDown ? "There is still no connection." : text}
    />
  );
}

interface ScreenErrorPanelProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown in place of a screen that failed. A page of an earlier release may call functions that are gone. */
export function ScreenErrorPanel({ error, onRetry }: ScreenErrorPanelProps) {
  const { text, isNewVersion } = useExplanation(error);
  if (isNewVersion) return <NewVersionPanel text={text} />;
  return <ErrorPanel error={error} onRetry={onRetry} />;
}

function NewVersionPanel({ text }: { readonly text: string }) {
  const { hint, reload } = useReload(text);
  return (
    <Card role="alert" className="mx-auto my-8 w-full max-w-xl p-5">
      <h2 className="text-base font-semibold">{NEW_VERSION}</h2>
      <p className="mt-1 text-sm text-ink-muted">{hint}</p>
      <Button className="mt-3" variant="primary" onClick={reload}>
        Reload
      </Button>
    </Card>
  );
}

/** Reloads the page and keeps what was typed; where it cannot, `hint` says what to do first. */
export function useReload(text: string) {
  const [blocked, setBlocked] = useState<string | null>(null);
  return {
    hint: blocked ?? text,
    reload: () => void reloadKeepingText().then(setBlocked),
  };
}

/** Asks the server for the cause of a chunk load error, and asks again when the connection is back. */
export function useExplanation(error: unknown): ChunkLoadExplanation {
  const [explanation, setExplanation] = useState<ChunkLoadExplanation>(LOADING);
  const [asked, setAsked] = useState(0);
  useOnReconnect(() => setAsked(asked + 1));
  useEffect(() => {
    let isCurrent = true;
    void findChunkLoadCause().then((cause) => {
      if (isCurrent) setExplanation(EXPLANATIONS[cause]);
    });
    return () => {
      isCurrent = false;
    };
  }, [error, asked]);
  return explanation;
}
