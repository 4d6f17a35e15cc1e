import { Check, Copy, MapPin, Phone } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/IconButton";
import { isPendingCustomer } from "@/features/customers/pendingCustomers";
import { showToast } from "@/lib/toasts";
import { formatPhone } from "@domain/phone";
import { AddToCalendar } from "./AddToCalendar";
import { mapHref, phoneHref } from "./contactLinks";
import { ContactLink } from "./fields/links";
import type { Customer, Job } from "./jobForm";
import { JobStatusBadge } from "./JobStatusBadge";

interface JobDetailsProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/** In the header of a job's dialog: who, what state and where, however far the form is scrolled. */
export function JobDetails({ job, customer }: JobDetailsProps) {
  const { job_address: address, job_city: city = "" } = job;
  const phone = customer?.customer_phone ?? job.job_customer_phone ?? "";
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <div className="flex min-w-0 items-center gap-2.5">
        <p className="min-w-0 truncate text-base leading-8 font-semibold">
          {customer?.customer_name ?? job.customer_name}
        </p>
        {!(customer && isPendingCustomer(customer)) && (
          <p className="shrink-0 text-sm text-ink-muted tabular-nums">
            {job.job_customer_id}
          </p>
        )}
        <JobStatusBadge status={job.job_status} />
      </div>
      <div className="flex min-w-0 items-center">
        <p className="mr-1.5 min-w-0 truncate text-sm text-ink-muted">
          {[address, city].filter(Boolean).join(", ")}
        </p>
        <CopyAddress text={[address, city].filter(Boolean).join(", ")} />
        <ContactLink
          variant="ghost"
          href={mapHref(address, city)}
          label="Show on a map"
        >
          <MapPin aria-hidden="true" />
        </ContactLink>
        <ContactLink
          variant="ghost"
          href={phoneHref(phone)}
          label={`Call ${formatPhone(phone)}`}
        >
          <Phone aria-hidden="true" />
        </ContactLink>
        <AddToCalendar job={job} />
      </div>
    </div>
  );
}

const COPIED_MS = 2000;

function CopyAddress({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  // The clipboard API needs HTTPS.
  if (!("clipboard" in navigator)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      showToast("error", "Not copied", {
        description: "The browser did not allow it. Select the address below.",
      });
    }
  };
  return (
    <>
      <IconButton label="Copy address" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
