import { Button } from "@/components/ui/Button";

interface LeaveNewJobProps {
  readonly onStay: () => void;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asked before a filled form is closed, whichever way. */
export function LeaveNewJob({ onStay, onKeep, onDiscard }: LeaveNewJobProps) {
  return (
    <div
      role="alertdialog"
      aria-label="This job is not saved"
      className="flex w-full flex-wrap items-center justify-end gap-2"
    >
      <p className="grow basis-full text-sm sm:basis-0">
        This job is not saved yet.
      </p>
      <Button variant="dangerGhost" onClick={onDiscard}>
        Discard it
      </Button>
      <Button onClick={onKeep}>Keep as draft</Button>
      <Button variant="primary" autoFocus onClick={onStay}>
        Keep editing
      </Button>
    </div>
  );
}
