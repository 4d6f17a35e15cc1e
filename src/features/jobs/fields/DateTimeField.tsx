import { useState } from "react";
import { FIELDS } from "@domain/calls/fields";
import { X } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { NativeInput } from "@/components/ui/NativeInput";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { dayKeyOf, formatShortDay, weekdayName } from "@domain/dates/days";
import { EARLIEST_DATE, LATEST_DATE } from "@domain/job/jobInput";
import { isJobStatus, jobStatusLabel } from "@domain/job/jobs";
import { formatTime } from "@domain/dates/times";
import { fromDateTimeField, toDateTimeField } from "@domain/dates/dateTimeField";
import { statusOfVisit, type VisitField } from "@domain/job/visits";
import { JOB_FIELDS } from "@/job/jobFormFields";
import { useJobForm, type JobFormControl } from "@/job/JobFormContext";
import { NearVisits } from "@/job/fields/DayVisits";
import { JobField } from "./FormFields";
import { TypedDateTimeField } from "./TypedDateTimeField";
import { WithOffer, type Offer } from "./WithOffer";

interface DateTimeFieldProps {
  readonly name: VisitField;
  /** A time that one tap or Alt+Enter enters while the field is empty, as the field holds it. */
  readonly suggestion?: string | undefined;
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
  const statusOffer = useStatusOffer(name);
  const offer =
    (value === "" && suggestion !== undefined && timeOffer(form, name, suggestion)) ||
    (isWhole && statusOffer);
  const near = isWhole && value !== initial && <NearVisits at={instant} />;
  return (
    <WithOffer offer={!form.isLocked && offer} after={near}>
      {isTyped ? (
        <TypedDateTimeField name={name} />
      ) : (
        <JobField name={name}>
          <NativeDateTimeInput name={name} />
        </JobField>
      )}
    </WithOffer>
  );
}

/** Saved on blur and not at each change: a phone's wheel makes several changes on the way. */
function NativeDateTimeInput({ name }: { readonly name: VisitField }) {
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

function timeOffer(form: JobFormControl, name: VisitField, value: string): Offer {
  const at = Number(fromDateTimeField(value));
  const day = dayKeyOf(at);
  return {
    label: (
      <>
        {`${weekdayName(day)}, `}
        <span className="whitespace-nowrap">{`${formatShortDay(day)} at ${formatTime(at)}`}</span>
      </>
    ),
    take: () => form.choose(name, value),
  };
}

/** The status that fits a job with this date. */
function useStatusOffer(name: VisitField): Offer | null {
  const { values, choose } = useJobForm();
  const { job_status: present } = values;
  const { visit } = JOB_FIELDS[name];
  const fitting = isJobStatus(present) ? statusOfVisit(visit, present) : null;
  return (
    fitting && {
      now: `The status stays ${jobStatusLabel(present)}.`,
      label: `Mark as ${jobStatusLabel(fitting)}`,
      take: () => choose("job_status", fitting),
    }
  );
}
