import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { formatPhone } from "@domain/customer/phone";
import { Camera, Ellipsis, MessageSquare, Navigation, Phone } from "@/components/icons/firstIcons";
import { directionsHref, phoneHref, textHref } from "@/job/contactLinks";
import type { Job } from "@/job/jobForm";
import { messageCustomerOf } from "@/lib/openMessages";
import { CardLink } from "./CardLink";

interface DayJobActionsProps {
  readonly job: Job;
  /** The photo list for which the camera opens; null if the person is asked first. */
  readonly field: JobFileField | null;
  readonly isDesk: boolean;
  readonly onTakePhoto: () => void;
  /** Opens the list of further actions. */
  readonly onMore: () => void;
}

/** The actions of a card: on a phone two by two at its right, each always in the same place; on a desk in one line. */
export function DayJobActions({ job, field, isDesk, onTakePhoto, onMore }: DayJobActionsProps) {
  const phone = job.job_customer_phone ?? "";
  const [call, text, way] = [phoneHref(phone), textHref(phone), directionsHref(job)];
  return (
    <div className="grid grid-cols-[2.75rem_2.75rem] content-center justify-end pl-1 text-sm [grid-area:actions] lg:flex lg:items-center lg:gap-1.5 lg:justify-self-start lg:pl-0 lg:pointer-fine:-ml-1.5 lg:pointer-fine:gap-0.5 print:ml-0 print:block print:justify-self-end print:pl-0 print:text-xs">
      <button
        type="button"
        aria-label={
          field === null
            ? "Take photo"
            : `Take photo for ${JOB_FILE_FIELD_LABELS[field].toLowerCase()}`
        }
        title="Take photo"
        className="visit-action lg:pointer-fine:hidden print:hidden"
        onClick={onTakePhoto}
      >
        <Camera aria-hidden="true" />
      </button>
      {call !== null && (
        <CardLink href={call} className="visit-action col-start-2">
          <Phone aria-hidden="true" className="lg:pointer-fine:hidden" />
          <span className="max-lg:sr-only print:not-sr-only">{formatPhone(phone)}</span>
        </CardLink>
      )}
      {isDesk && text !== null && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Text"
          title="Text"
          className="visit-action print:hidden"
          onClick={() => messageCustomerOf(job)}
        >
          <MessageSquare aria-hidden="true" />
        </button>
      )}
      {way !== null && (
        <CardLink
          href={way}
          // On a desk the address itself opens the map.
          className="visit-action row-start-2 lg:pointer-fine:hidden print:hidden"
        >
          <Navigation aria-hidden="true" />
          <span className="sr-only">Directions</span>
        </CardLink>
      )}
      {!isDesk && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="More"
          title="More"
          className="visit-action col-start-2 row-start-2 print:hidden"
          onClick={onMore}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
