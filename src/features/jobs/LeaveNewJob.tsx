import { Button } from "@/components/ui/Button";

interface LeaveNewJobProps {
  readonly onStay: () => void;
  /** Null if this device does not keep the draft. */
  readonly onKeep: (() => void) | null;
  readonly onDiscard: () => void;
}

/** Confirmation before closing a form with unsaved input. */
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
      <Button variant="dangerGhost" className="max-sm:grow" onClick={onDiscard}>
        Discard it
      </Button>
      {onKeep && (
        <Button className="max-sm:grow" onClick={onKeep}>
          Keep as draft
        </Button>
      )}
      <Button
        variant="primary"
        autoFocus
        className="max-sm:basis-full"
        onClick={onStay}
      >
        Keep editing
      </Button>
    </div>
  );
}
