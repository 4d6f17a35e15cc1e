import { useState, type KeyboardEvent, type ReactNode } from "react";
import { FIELDS } from "@domain/fields";
import { X } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { NativeInput } from "@/components/ui/NativeInput";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { dayKeyOf, formatShortDay, weekdayName } from "@domain/days";
import { EARLIEST_DATE, LATEST_DATE } from "@domain/jobInput";
import { isJobStatus, jobStatusLabel } from "@domain/jobs";
import { formatTime } from "@domain/times";
import { fromDateTimeField, toDateTimeField } from "@domain/dateTimeField";
import { statusOfVisit, type VisitField } from "@domain/visits";
import { isComposing } from "@/lib/isComposing";
import { useJobForm, type JobFormControl } from "../JobFormContext";
import { NearVisits } from "./DayVisits";
import { JobField } from "./FormFields";
import { LinkButton } from "./links";
import { TypedDateTimeField } from "./TypedDateTimeField";

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
    (value === "" &&
      suggestion !== undefined &&
      timeOffer(form, name, suggestion)) ||
    (isWhole && statusOffer);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!offer || form.isLocked || isComposing(event)) return;
    if (event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    offer.take();
  };
  return (
    <div
      className="flex min-w-0 flex-col gap-1.5"
      onKeyDownCapture={onKeyDownCapture}
    >
      {isTyped ? (
        <TypedDateTimeField name={name} />
      ) : (
        <JobField name={name}>
          <NativeDateTimeInput name={name} />
        </JobField>
      )}
      {offer && !form.isLocked && <OfferLine offer={offer} />}
      {isWhole && value !== initial && <NearVisits at={instant} />}
    </div>
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

/** What the person may accept beside a date. Nothing of it is done by itself. */
interface Offer {
  /** What holds without it. */
  readonly now?: string;
  readonly label: ReactNode;
  readonly take: () => void;
}

function timeOffer(
  form: JobFormControl,
  name: VisitField,
  value: string,
): Offer {
  const at = Number(fromDateTimeField(value));
  const day = dayKeyOf(at);
  return {
    label: (
      <>
        {`${weekdayName(day)}, `}
        <span className="whitespace-nowrap">
          {`${formatShortDay(day)} at ${formatTime(at)}`}
        </span>
      </>
    ),
    take: () => form.choose(name, value),
  };
}

/** The status that fits a job with this date. */
function useStatusOffer(name: VisitField): Offer | null {
  const { values, choose } = useJobForm();
  const { job_status: present } = values;
  const type = name === "job_estimate_date" ? "estimate" : "install";
  const fitting = isJobStatus(present) ? statusOfVisit(type, present) : null;
  return (
    fitting && {
      now: `The status stays ${jobStatusLabel(present)}.`,
      label: `Mark as ${jobStatusLabel(fitting)}`,
      take: () => choose("job_status", fitting),
    }
  );
}

/** Not a stop of the Tab key: Alt+Enter in the field takes the offer. */
function OfferLine({ offer: { now, label, take } }: { readonly offer: Offer }) {
  return (
    <p role="status" className="text-sm text-ink-faint">
      {now && <span className="block">{now} </span>}
      <LinkButton
        tabIndex={-1}
        aria-keyshortcuts="Alt+Enter"
        title="Alt+Enter"
        className="text-left touch:min-h-11"
        onClick={take}
      >
        {label}
      </LinkButton>
    </p>
  );
}
