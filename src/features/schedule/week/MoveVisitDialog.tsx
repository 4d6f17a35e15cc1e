import { useState } from "react";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { addDays, dayKeyOf } from "@domain/dates/days";
import { movedTo } from "@domain/job/visits";
import { stepped } from "@domain/job/weekGrid";
import { Button } from "@/components/ui/Button";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { MoveDialog } from "../moves/MoveDialog";
import { NewTimeField } from "./NewTimeField";
import { nameOf, type Moved } from "../moves/moved";

export interface MoveVisitDialogProps {
  readonly moved: Moved;
  readonly onMove: (to: number) => void;
  readonly onClose: () => void;
}

/** Moves a visit, or schedules a job, without a drag: by a typed time, and by steps. */
export function MoveVisitDialog({ moved, onMove, onClose }: MoveVisitDialogProps) {
  const now = useNow();
  const present = moved.kind === "visit" ? moved.entry.at : null;
  const [to, setTo] = useState<number | null>(present);
  const { type } = moved.kind === "visit" ? moved.entry : moved;
  const what = `${nameOf(moved)}, ${ENTRY_TYPE_LABELS[type]}`;
  const step = (next: number | null) => {
    if (next !== null) setTo(next);
  };
  const dayLater = (at: number, count: number) => movedTo(at, addDays(dayKeyOf(at), count));
  const canMove = to !== null && to !== present;
  const move = () => {
    if (!canMove) return;
    onMove(to);
    onClose();
  };
  return (
    <MoveDialog
      title={present === null ? "Schedule for ..." : "Move to ..."}
      description={present === null ? what : `${what}, now ${formatVisitTime(present)}`}
      action={present === null ? "Schedule" : "Move"}
      canMove={canMove}
      onMove={move}
      onClose={onClose}
    >
      <NewTimeField at={to} present={present} now={now} onChange={setTo} onEnter={move} />
      {to !== null && (
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Button onClick={() => step(dayLater(to, -1))}>Previous day</Button>
          <Button onClick={() => step(dayLater(to, 1))}>Next day</Button>
          <Button onClick={() => step(stepped(to, -1))}>15 minutes earlier</Button>
          <Button onClick={() => step(stepped(to, 1))}>15 minutes later</Button>
        </div>
      )}
    </MoveDialog>
  );
}
