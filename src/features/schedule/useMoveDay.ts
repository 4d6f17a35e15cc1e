import { moveVisits } from "@domain/changes/moveVisits";
import { dayText } from "@domain/days";
import { showToast } from "@/lib/toasts";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

type MoveOfDay = Parameters<typeof moveVisits.make>[0] & {
  readonly day: string;
};

/** Moves the visits of a day to another day, as one change with one undo. */
export function useMoveDay() {
  const { make } = useChange();

  return function moveDay(move: MoveOfDay) {
    const change = newChange(moveVisits, move);
    if (change === null)
      showToast("warning", "Not moved", {
        description: `${dayText(move.target)} does not exist here.`,
      });
    else
      make(change, {
        name: dayText(move.day),
        now: { title: change.label, description: `From ${dayText(move.day)}` },
      });
  };
}
