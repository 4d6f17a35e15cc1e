import type { ReactNode } from "react";
import { savedTime } from "@/lib/formatDateTime";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useNow } from "@/lib/useNow";

/** From when the day on screen is, while it is not live. */
export function SavedDayNote({ savedAt }: { readonly savedAt: number | null }) {
  const now = useNow();
  return (
    <StaleNote>
      {savedAt !== null && `Saved copy from ${savedTime(savedAt, now)}`}
    </StaleNote>
  );
}

/** Nothing while there is a connection, or the page that opens still waits for one. */
export function StaleNote({ children }: { readonly children: ReactNode }) {
  const { lostSince, isOffline } = useDayCopies();
  if (lostSince === null || !children) return null;
  return (
    <p role="status" className="pb-3 text-center text-sm text-ink-muted">
      {isOffline && "Offline. "}
      {children}
    </p>
  );
}
