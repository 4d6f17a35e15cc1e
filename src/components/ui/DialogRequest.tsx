import { Button } from "./Button";
import { Spinner } from "./Spinner";

interface DialogRequestProps {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Content of a dialog until the server's answer arrives. */
export function DialogRequest({ hasFailed, onRetry }: DialogRequestProps) {
  if (!hasFailed) {
    return (
      <div className="flex justify-center py-10">
        <Spinner />
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="alert" className="text-ink-muted">
        The server could not be reached.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
