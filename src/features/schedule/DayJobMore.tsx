import {
  Copy,
  MapPin,
  MessageSquare,
  User,
  type LucideIcon,
} from "lucide-react";
import { placeText } from "@domain/places";
import { Dialog } from "@/components/ui/Dialog";
import { mapHref, textHref } from "@/features/jobs/contactLinks";
import { copyText } from "@/lib/copyText";
import { openCustomer } from "@/lib/openCustomer";
import type { DayJob } from "./DayJobCard";

export interface DayJobMoreProps {
  readonly job: DayJob;
  readonly onClose: () => void;
}

const ROW =
  "flex h-11 w-full items-center gap-3 rounded-lg px-3 text-left hover:bg-hover [&_svg]:size-[1.125rem] [&_svg]:shrink-0 [&_svg]:text-ink-muted";

/** What can be done with a visit, besides what its card has room for. */
export function DayJobMore({ job, onClose }: DayJobMoreProps) {
  const place = placeText(job);
  return (
    <Dialog title={job.customer_name} description={place} onClose={onClose}>
      <div className="-mx-3">
        <LinkRow
          href={textHref(job.job_customer_phone ?? "")}
          Icon={MessageSquare}
          label="Text"
        />
        <LinkRow href={mapHref(job)} Icon={MapPin} label="Show on a map" />
        {place !== "" && (
          <button
            type="button"
            className={ROW}
            onClick={({ currentTarget }) =>
              void copyText("Address", place, currentTarget)
            }
          >
            <Copy aria-hidden="true" />
            Copy address
          </button>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          className={ROW}
          onClick={() => {
            onClose();
            openCustomer(job.job_customer_id);
          }}
        >
          <User aria-hidden="true" />
          Open the customer
        </button>
      </div>
    </Dialog>
  );
}

interface LinkRowProps {
  /** Null if there is nothing to link to. */
  readonly href: string | null;
  readonly Icon: LucideIcon;
  readonly label: string;
}

function LinkRow({ href, Icon, label }: LinkRowProps) {
  if (href === null) return null;
  return (
    <a
      href={href}
      className={ROW}
      {...(href.startsWith("https:") && {
        target: "_blank",
        rel: "noreferrer",
      })}
    >
      <Icon aria-hidden="true" />
      {label}
    </a>
  );
}
