import type { ReactNode } from "react";
import { Select } from "@/components/ui/Select";
import { useJobForm } from "../JobFormContext";
import { JobField } from "./JobField";

interface SelectFieldProps {
  readonly name: "job_status" | "customer_obtained_type";
  readonly className?: string;
  /** Its options. */
  readonly children: ReactNode;
}

export function SelectField({ name, className, children }: SelectFieldProps) {
  const form = useJobForm();
  return (
    <JobField name={name} {...(className && { className })}>
      <Select
        name={name}
        disabled={form.isLocked}
        value={form.values[name]}
        onChange={(event) => form.choose(name, event.target.value)}
      >
        {children}
      </Select>
    </JobField>
  );
}
