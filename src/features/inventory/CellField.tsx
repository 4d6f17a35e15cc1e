import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import { FieldContext } from "@/components/ui/fieldControl";
import type { RowErrors } from "./intakeRows";

interface CellFieldProps {
  readonly label: string;
  readonly isInvalid: boolean;
  /** Id of the row's error list; a cell is too narrow for a message. */
  readonly errorId: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A labeled field of a row. */
export function CellField({
  label,
  isInvalid,
  errorId,
  className,
  children,
}: CellFieldProps) {
  const id = useId();
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink-muted">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          describedBy: isInvalid ? errorId : undefined,
          invalid: isInvalid,
          required: false,
        }}
      >
        {children}
      </FieldContext>
    </div>
  );
}

interface RowErrorListProps {
  readonly id: string;
  readonly errors: RowErrors[number];
}

export function RowErrorList({ id, errors }: RowErrorListProps) {
  const sentences = Object.values(errors);
  if (sentences.length === 0) return null;
  return (
    <p id={id} role="alert" className="col-span-full text-sm text-danger-ink">
      {sentences.join(" ")}
    </p>
  );
}
