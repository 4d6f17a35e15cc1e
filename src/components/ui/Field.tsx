import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { FieldContext } from "./fieldControl";

interface FieldProps {
  readonly label: ReactNode;
  readonly error?: string | null | undefined;
  /** A word at the end of the label's line, such as "Waiting". */
  readonly status?: string | undefined;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly className?: string;
  /** One Input, Textarea, Select or Combobox. */
  readonly children: ReactNode;
}

export function Field({
  label,
  error,
  status,
  hint,
  required = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hasError = Boolean(error);
  // A hint with a button stands beside an error: the button must stay in reach.
  const line = error || (typeof hint === "string" && hint);
  const offer = typeof hint !== "string" && hint;
  const describedBy = clsx(line && `${id}-line`, offer && `${id}-offer`);
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
      <div className="flex justify-between gap-2 text-sm">
        <label htmlFor={id} className="font-medium text-ink-muted">
          {label}
        </label>
        {status && <span className="text-ink-faint">{status}</span>}
      </div>
      <FieldContext
        value={{
          id,
          describedBy: describedBy || undefined,
          invalid: hasError,
          required,
        }}
      >
        {children}
      </FieldContext>
      {offer && (
        <p id={`${id}-offer`} className="text-sm text-ink-faint">
          {offer}
        </p>
      )}
      {/* One line, always mounted: a hint becomes an error in place when the field is left. */}
      <p
        id={`${id}-line`}
        role={hasError ? "alert" : undefined}
        className={clsx("text-sm empty:hidden", hasError ? "text-danger-ink" : "text-ink-faint")}
      >
        {line}
      </p>
    </div>
  );
}
