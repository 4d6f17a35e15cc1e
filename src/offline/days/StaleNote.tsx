import type { ReactNode } from "react";
import { useDayCopies } from "./DayCopyProvider";

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
