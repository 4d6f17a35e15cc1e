import type { ReactNode } from "react";
import { Field } from "@/components/ui/Field";
import { describeValue, JOB_FIELD_LABELS, type JobFieldName } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { LinkButton } from "./LinkButton";

interface JobFieldProps {
  readonly name: JobFieldName;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Label, fault, advice, and the notice that somebody else changed the field meanwhile. */
export function JobField({
  name,
  label = JOB_FIELD_LABELS[name],
  hint,
  children,
  ...props
}: JobFieldProps) {
  const { errors, advice, theirs, takeTheirs } = useJobForm();
  const changedTo = theirs[name];
  return (
    <Field
      {...props}
      label={label}
      error={errors[name]}
      hint={
        changedTo === undefined ? (
          (advice[name] ?? hint)
        ) : (
          <>
            Someone changed this to “{describeValue(name, changedTo)}”
            meanwhile.{" "}
            <LinkButton
              // Leaving the field would save what is typed in it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => takeTheirs(name)}
            >
              Use theirs
            </LinkButton>
          </>
        )
      }
    >
      {children}
    </Field>
  );
}
