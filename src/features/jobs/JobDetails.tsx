import { placeText } from "@domain/customer/places";
import { MapPin, Phone } from "@/components/icons/firstIcons";
import { Copy } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { isWaitingCustomer } from "@/job/customer/FoundCustomer";
import { copyText } from "@/lib/copyText";
import { formatPhone } from "@domain/customer/phone";
import { AddToCalendar } from "./AddToCalendar";
import { mapHref, phoneHref } from "@/job/contactLinks";
import { ContactLink, CustomerLink } from "./fields/links";
import type { Customer, Job } from "@/job/jobForm";
import { JobStatusBadge } from "@/job/JobStatusBadge";

interface JobDetailsProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/**
 * The header of a job's dialog: customer, status and address stay visible however far the form is scrolled; on a phone
 * the customer alone.
 */
export function JobDetails({ job, customer }: JobDetailsProps) {
  const phone = customer?.customer_phone ?? job.job_customer_phone ?? "";
  const place = placeText(job);
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <div className="flex min-w-0 items-center gap-2.5 [&>:not(p)]:shrink-0 max-sm:[&>:not(p)]:hidden">
        <p className="min-w-0 truncate sm:text-base sm:leading-8 font-semibold">
          {customer?.customer_name ?? job.customer_name}
        </p>
        {!(customer && isWaitingCustomer(customer)) && (
          <CustomerLink customerId={job.job_customer_id} />
        )}
        <JobStatusBadge status={job.job_status} />
      </div>
      <div className="flex min-w-0 items-center max-sm:hidden">
        <p className="mr-1.5 line-clamp-2 min-w-0 text-sm text-balance text-ink-muted">{place}</p>
        <IconButton
          label="Copy address"
          onClick={({ currentTarget }) => void copyText("Address", place, currentTarget)}
        >
          <Copy aria-hidden="true" />
        </IconButton>
        <ContactLink variant="ghost" href={mapHref(job)} label="Show on a map">
          <MapPin aria-hidden="true" />
        </ContactLink>
        <ContactLink variant="ghost" href={phoneHref(phone)} label={`Call ${formatPhone(phone)}`}>
          <Phone aria-hidden="true" />
        </ContactLink>
        <AddToCalendar job={job} />
      </div>
    </div>
  );
}
