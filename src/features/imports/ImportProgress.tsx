import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";

interface ImportProgressProps {
  readonly label: string;
  readonly description?: string;
  /** Progress from 0 to 1; undefined while it is unknown. */
  readonly part?: number | undefined;
  /** The reason why the step has stopped. */
  readonly failure?: string | null;
  readonly onRetry?: () => void;
  readonly onBack?: () => void;
  readonly onClose: () => void;
}

/** A step of the import that takes a while. */
export function ImportProgress(props: ImportProgressProps) {
  const { label, description, part, failure = null, onRetry, onBack } = props;
  const percent = part === undefined ? undefined : Math.floor(part * 100);
  return (
    <DialogPanel
      title="Import"
      description={description}
      onClose={props.onClose}
      footer={
        onBack && (
          <>
            <Button className="mr-auto" onClick={onBack}>
              Back
            </Button>
            {failure !== null && onRetry && (
              <Button variant="primary" onClick={onRetry}>
                Try again
              </Button>
            )}
          </>
        )
      }
    >
      {failure === null ? (
        <div className="flex min-h-28 flex-col justify-center gap-3">
          <p role="status" className="text-sm wrap-anywhere">
            {label}...
            {percent !== undefined && (
              <span className="ml-2 text-ink-muted tabular-nums">{percent}%</span>
            )}
          </p>
          <div
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full origin-left bg-accent transition-transform"
              style={{ transform: `scaleX(${part ?? 0.05})` }}
            />
          </div>
        </div>
      ) : (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </DialogPanel>
  );
}
