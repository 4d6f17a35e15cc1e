import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, type ReactNode } from "react";
import { useHasFatalConnectionError } from "@/lib/fatalConnectionError";
import { usePendingUploadCount } from "@/lib/pendingUploads";
import { Button } from "./ui/Button";
import { Spinner } from "./ui/Spinner";

/** Interruptions shorter than this are not shown. */
const SHOW_AFTER_MS = 3000;

/** How long "Connected." is shown after a reconnect. */
const RECONNECTED_MS = 3000;

export function ConnectionNotice() {
  const { isWebSocketConnected, hasEverConnected, inflightMutations } =
    useConvexConnectionState();
  const uploads = usePendingUploadCount();
  const hasFatalError = useHasFatalConnectionError();
  const phase = usePhase(isWebSocketConnected);

  return (
    <div
      aria-live="polite"
      // Sticky, not fixed: it pushes the page down instead of covering it.
      className="sticky top-14 z-20"
    >
      {hasFatalError && (
        <Notice>
          The connection has ended. Reload the page to go on.
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Notice>
      )}
      {!hasFatalError && phase === "lost" && (
        <Notice>
          <Spinner label={null} className="size-3.5" />
          {[
            hasEverConnected
              ? "Connection lost. Reconnecting..."
              : "Connecting...",
            waitingText(inflightMutations, uploads),
          ]
            .filter(Boolean)
            .join(" ")}
        </Notice>
      )}
      {!hasFatalError && phase === "reconnected" && <Notice>Connected.</Notice>}
    </div>
  );
}

function usePhase(isConnected: boolean): "lost" | "reconnected" | null {
  const [phase, setPhase] = useState<"lost" | "reconnected" | null>(null);
  useEffect(() => {
    const timer = isConnected
      ? setTimeout(() => setPhase(null), RECONNECTED_MS)
      : setTimeout(() => setPhase("lost"), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setPhase((before) => (before === "lost" ? "reconnected" : null));
    };
  }, [isConnected]);
  return phase;
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex min-h-9 animate-appear items-center justify-center gap-2 border-b border-line bg-raised px-4 py-1 text-sm">
      {children}
    </p>
  );
}

/** For example "2 changes and 1 upload are waiting." */
function waitingText(changes: number, uploads: number): string {
  const parts = [countOf(changes, "change"), countOf(uploads, "upload")].filter(
    Boolean,
  );
  if (parts.length === 0) return "";
  const isOne = changes + uploads === 1;
  return `${parts.join(" and ")} ${isOne ? "is" : "are"} waiting.`;
}

function countOf(number: number, noun: string): string {
  if (number === 0) return "";
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
