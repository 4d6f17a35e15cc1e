import { dayKeyOf, formatShortDay } from "@domain/dates/days";
import type { DayCopy } from "@/offline/days/copiedDay";
import { thisDevice } from "@/lib/thisDevice";
import { savedTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { StaleNote } from "@/offline/days/StaleNote";

interface SavedMonthNoteProps {
  readonly copied: DayCopy | "none" | null;
  readonly what?: "month" | "week";
}

/** Says which days of the month or week are from the copy on this device. */
export function SavedMonthNote({ copied, what = "month" }: SavedMonthNoteProps) {
  const now = useNow();
  if (copied === null || copied === "none")
    return (
      <StaleNote>
        {copied === "none" &&
          `This ${what} is not saved on ${thisDevice()}. It opens when the signal is back.`}
      </StaleNote>
    );
  const { savedAt, range } = copied;
  const days = [range.from, range.until - 1].map((at) => formatShortDay(dayKeyOf(at)));
  return (
    <StaleNote>
      Saved copy from {savedTime(savedAt, now)}, with the days from {days.join(" to ")}
    </StaleNote>
  );
}
