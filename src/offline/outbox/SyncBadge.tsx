import type { SyncStatus } from "./syncStatus";
import { Badge, type BadgeTone } from "@/components/ui/Badge";

/** A photo is "Preparing" until it can be kept and sent. */
export type BadgeStatus = SyncStatus | "Preparing";

const TONES: Readonly<Record<BadgeStatus, BadgeTone>> = {
  Preparing: "neutral",
  Saved: "green",
  Waiting: "amber",
  "Not stored": "danger",
  Sending: "info",
  Refused: "danger",
  "Sign in": "amber",
};

interface SyncBadgeProps {
  readonly syncStatus: BadgeStatus;
  /** Read by screen readers before the sync status, if nothing else names the change. */
  readonly subject?: string;
}

export function SyncBadge({ syncStatus, subject }: SyncBadgeProps) {
  return (
    <Badge tone={TONES[syncStatus]}>
      {subject && <span className="sr-only">{subject}: </span>}
      {syncStatus}
    </Badge>
  );
}
