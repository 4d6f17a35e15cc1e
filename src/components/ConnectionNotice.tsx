import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, type ReactNode } from "react";
import { useHasFatalConnectionError } from "@/lib/fatalConnectionError";
import { usePendingUploadCount } from "@/lib/pendingUploads";
import { Button } from "./ui/Button";
import { Spinner } from "./ui/Spinner";

/** Short breaks mend themselves before anybody needs to know. */
const QUIET_MS = 3000;

/** How long the notice that it is back stays. */
const BACK_MS = 3000;

export function ConnectionNotice() {
  const { isWebSocketConnected, hasEverConnected, inflightMutations } =
    useConvexConnectionState();
  const uploads = usePendingUploadCount();
  const hasEnded = useHasFatalConnectionError();
  const phase = usePhase(isWebSocketConnected);

  return (
    <div
      aria-live="polite"
      // In the flow of the page, so that it moves what is below and covers nothing.
      className="sticky top-14 z-20"
    >
      {hasEnded && (
        <Notice>
          The connection has ended. Reload the page to go on.
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </Notice>
      )}
      {!hasEnded && phase === "lost" && (
        <Notice>
          <Spinner label={null} className="size-3.5" />
          {[
            hasEverConnected
              ? "Connection lost. Reconnecting..."
              : "Connecting...",
            waiting(inflightMutations, uploads),
          ]
            .filter(Boolean)
            .join(" ")}
        </Notice>
      )}
      {!hasEnded && phase === "back" && <Notice>Connected.</Notice>}
    </div>
  );
}

function usePhase(isConnected: boolean): "lost" | "back" | null {
  const [phase, setPhase] = useState<"lost" | "back" | null>(null);
  useEffect(() => {
    const timer = isConnected
      ? setTimeout(() => setPhase(null), BACK_MS)
      : setTimeout(() => setPhase("lost"), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setPhase((was) => (was === "lost" ? "back" : null));
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

/** "2 changes and 1 upload are waiting." */
function waiting(changes: number, uploads: number): string {
  const parts = [count(changes, "change"), count(uploads, "upload")].filter(
    Boolean,
  );
  if (parts.length === 0) return "";
  const isOne = changes + uploads === 1;
  return `${parts.join(" and ")} ${isOne ? "is" : "are"} waiting.`;
}

function count(number: number, noun: string): string {
  if (number === 0) return "";
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
