import { X } from "lucide-react";
import { IconButton } from "@/components/ui/IconButton";
import { NativeInput } from "@/components/ui/NativeInput";
import { EARLIEST_DATE, LATEST_DATE } from "@domain/jobInput";
import { toDateTimeField } from "@domain/times";
import { useJobForm } from "../JobFormContext";
import { JOB_FIELDS } from "../jobFormFields";
import { JobField } from "./FormFields";
import { LinkButton } from "./links";

interface DateTimeFieldProps {
  readonly name: "job_estimate_date" | "job_install_date";
  /** A time that one tap fills in while the field is empty. */
  readonly suggestion?:
    | { readonly label: string; readonly value: string }
    | undefined;
}

/** Saved when it is left, not at each change: a phone's wheel makes several changes on the way. */
export function DateTimeField({ name, suggestion }: DateTimeFieldProps) {
  const form = useJobForm();
  const value = form.values[name];
  const label = JOB_FIELDS[name].label;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <JobField name={name}>
        <div className="flex items-center gap-1">
          <NativeInput
            type="datetime-local"
            name={name}
            min={toDateTimeField(EARLIEST_DATE)}
            max={toDateTimeField(LATEST_DATE)}
            readOnly={form.isLocked}
            value={value}
            onFocus={() => form.focus(name)}
            onType={(text) => form.type(name, text)}
            onLeave={(text) => form.leave(name, text)}
          />
          {value !== "" && (
            <IconButton
              label={`Clear ${label.toLowerCase()}`}
              disabled={form.isLocked}
              onClick={() => form.choose(name, "")}
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </JobField>
      {suggestion && value === "" && !form.isLocked && (
        <LinkButton
          className="self-start touch:min-h-11"
          onClick={() => form.choose(name, suggestion.value)}
        >
          {suggestion.label}
        </LinkButton>
      )}
    </div>
  );
}
