import { X } from "lucide-react";
import { useState } from "react";
import { FIELDS } from "@domain/fields";
import { IconButton } from "@/components/ui/IconButton";
import { NativeInput } from "@/components/ui/NativeInput";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { EARLIEST_DATE, LATEST_DATE } from "@domain/jobInput";
import { jobStatusLabel } from "@domain/jobs";
import { fromDateTimeField, toDateTimeField } from "@domain/times";
import { useJobForm } from "../JobFormContext";
import type { DateFieldName } from "../jobFormFields";
import { NearVisits } from "./DayVisits";
import { JobField } from "./FormFields";
import { LinkButton } from "./links";
import { TypedDateTimeField } from "./TypedDateTimeField";

interface DateTimeFieldProps {
  readonly name: DateFieldName;
  /** A time that one tap enters while the field is empty. */
  readonly suggestion?:
    | { readonly label: string; readonly value: string }
    | undefined;
}

/** The browser's own control on touch devices; a text field with a month on pointer devices. */
export function DateTimeField({ name, suggestion }: DateTimeFieldProps) {
  const form = useJobForm();
  const value = form.values[name];
  const [initial] = useState(value);
  const instant = fromDateTimeField(value);
  const isWhole = instant !== null && !Number.isNaN(instant);
  // The browser's control cannot show text that it cannot read.
  const isText = value !== "" && value !== UNREADABLE && !isWhole;
  const isTyped = useMediaQuery("(pointer: fine)") || isText;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {isTyped ? (
        <TypedDateTimeField name={name} />
      ) : (
        <JobField name={name}>
          <NativeDateTimeInput name={name} />
        </JobField>
      )}
      {suggestion && value === "" && !form.isLocked && (
        <LinkButton
          className="self-start text-left text-balance touch:min-h-11"
          onClick={() => form.choose(name, suggestion.value)}
        >
          {suggestion.label}
        </LinkButton>
      )}
      {isWhole && name === "job_estimate_date" && <StatusOffer />}
      {isWhole && value !== initial && <NearVisits at={instant} />}
    </div>
  );
}

/** Saved on blur and not at each change: a phone's wheel makes several changes on the way. */
function NativeDateTimeInput({ name }: { readonly name: DateFieldName }) {
  const form = useJobForm();
  const value = form.values[name];
  return (
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
          label={`Clear ${FIELDS[name].label.toLowerCase()}`}
          disabled={form.isLocked}
          onClick={() => form.choose(name, "")}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Offers the status that fits an estimate date. The status changes only if the person accepts. */
function StatusOffer() {
  const { values, choose, isLocked } = useJobForm();
  if (values.job_status !== "lead" || isLocked) return null;
  return (
    <LinkButton
      className="self-start text-left touch:min-h-11"
      onClick={() => choose("job_status", "estimate_scheduled")}
    >
      Mark as {jobStatusLabel("estimate_scheduled")}
    </LinkButton>
  );
}
