import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { usePendingWorkCount } from "@/lib/pendingWork";
import { Spinner } from "./ui/Spinner";

/** Short breaks mend themselves before anybody needs to know. */
const QUIET_MS = 3000;

export function ConnectionNotice() {
  const { isWebSocketConnected, hasEverConnected, inflightMutations } =
    useConvexConnectionState();
  const uploads = usePendingWorkCount();
  const [isLost, setIsLost] = useState(false);

  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setIsLost(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setIsLost(false);
    };
  }, [isWebSocketConnected]);

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center px-4"
    >
      {isLost && (
        <p className="flex animate-pop items-center gap-2 rounded-full border border-line bg-raised px-4 py-2 text-sm shadow-float">
          <Spinner label={null} className="size-3.5" />
          {[
            hasEverConnected
              ? "Connection lost. Reconnecting..."
              : "Connecting...",
            waiting(inflightMutations, uploads),
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </div>
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
