import type { ComponentProps, ReactNode } from "react";
import { Input } from "@/components/ui/Input";
import type { JobTextFieldName } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { JobField } from "./JobField";

interface TextFieldProps extends Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "placeholder" | "autoFocus" | "autoCapitalize"
> {
  readonly name: JobTextFieldName;
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  readonly className?: string;
  /** What the text becomes when the field is left. */
  readonly format?: (text: string) => string;
  /** Stands at the end of the field: a link that acts on what is in it. */
  readonly action?: ReactNode;
}

export function TextField({
  name,
  label,
  hint,
  required,
  className,
  format = (text) => text,
  action,
  ...input
}: TextFieldProps) {
  const form = useJobForm();
  return (
    <JobField {...{ name, hint, required, className, ...(label && { label }) }}>
      <div className="flex items-center gap-1">
        <Input
          {...input}
          name={name}
          // The browser would fill in its owner's own data, not the customer's.
          autoComplete="off"
          readOnly={form.isLocked}
          value={form.values[name]}
          onFocus={() => form.focus(name)}
          onChange={(event) => form.type(name, event.target.value)}
          onBlur={(event) => form.leave(name, format(event.target.value))}
        />
        {action}
      </div>
    </JobField>
  );
}
