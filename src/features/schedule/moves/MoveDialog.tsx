import type { ReactNode } from "react";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";

interface MoveDialogProps {
  readonly title: string;
  readonly description: string;
  /** The label of the button that moves. */
  readonly action: string;
  readonly canMove: boolean;
  readonly isBusy?: boolean;
  /** A button at the start of the footer. */
  readonly other?: ReactNode;
  readonly onMove: () => void;
  readonly onClose: () => void;
  /** The field of the new day or time, and the list of what is moved. */
  readonly children: ReactNode;
}

/** Asks for the day or the time to which visits or jobs are moved. */
export function MoveDialog(props: MoveDialogProps) {
  const { action, canMove, isBusy = false, other, onMove, ...shown } = props;
  return (
    <Dialog
      {...shown}
      footer={
        <>
          {other}
          <Button variant="ghost" className="ml-auto" onClick={props.onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isBusy} disabled={!canMove} onClick={onMove}>
            {action}
          </Button>
        </>
      }
    />
  );
}
