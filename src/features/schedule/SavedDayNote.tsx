import type { ReactNode } from "react";
import { savedTime } from "@/lib/formatDateTime";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useNow } from "@/lib/useNow";

/** Says when the day on screen was saved, while it is not live. */
export function SavedDayNote({ savedAt }: { readonly savedAt: number | null }) {
  const now = useNow();
  return <StaleNote>{savedAt !== null && `Saved copy from ${savedTime(savedAt, now)}`}</StaleNote>;
}

/** Shows its text while the connection is lost, but not while an opening page is still connecting. */
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
