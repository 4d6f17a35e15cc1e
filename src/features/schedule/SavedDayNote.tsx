import { savedTime } from "@/lib/formatDateTime";
import { StaleNote } from "@/offline/days/StaleNote";
import { useNow } from "@/lib/useNow";

/** Says when the day on screen was saved, while it is not live. */
export function SavedDayNote({ savedAt }: { readonly savedAt: number | null }) {
  const now = useNow();
  return <StaleNote>{savedAt !== null && `Saved copy from ${savedTime(savedAt, now)}`}</StaleNote>;
}
