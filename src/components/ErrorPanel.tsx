import { useId, useState } from "react";
import { useOnReconnect } from "@/lib/connection/useOnReconnect";
import { Button } from "./ui/Button";
import { Card } from "./ui/Card";

interface ErrorPanelProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Called when the connection is back; `onRetry` by default. */
  readonly onReconnect?: () => void;
  /** A sentence about what the user can do, if known. */
  readonly hint?: string | undefined;
}

/** Shown in place of a screen that failed. Tries again by itself when the connection is back. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { error, onRetry, onReconnect = onRetry, hint } = props;
  useOnReconnect(onReconnect);
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <Card role="alert" className="mx-auto my-8 w-full max-w-xl p-5">
      <h2 className="text-base font-semibold">Something went wrong!</h2>
      {hint && <p className="mt-1 text-sm text-ink-muted">{hint}</p>}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button onClick={onRetry}>Try again</Button>
        <Button
          variant="ghost"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide Error" : "Show Error"}
        </Button>
      </div>
      <pre
        id={id}
        hidden={!shown}
        className="mt-3 overflow-x-auto rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap text-danger-ink"
      >
        {errorDetails(error)}
      </pre>
    </Card>
  );
}

/** The messages of an error and of all its causes, for a person to copy into a request for help. */
function errorDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  return cause === undefined
    ? `${name}: ${message}`
    : `${name}: ${message}\nCause: ${errorDetails(cause)}`;
}
