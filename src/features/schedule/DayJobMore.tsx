import type { MouseEventHandler } from "react";
import type { TimeRange } from "@domain/dates/days";
import { visitsInto } from "@domain/job/lastingVisits";
import { placeText } from "@domain/customer/places";
import { statusAfterVisit, visitsOn } from "@domain/job/visits";
import { MapPin, MessageSquare } from "@/components/icons/firstIcons";
import type { Icon } from "@/components/icons/icon";
import { Check, Copy, Truck, User } from "@/components/icons/icons";
import { Dialog } from "@/components/ui/Dialog";
import { mapHref, textHref } from "@/job/contactLinks";
import { JobStock } from "@/job/JobStock";
import { copyText } from "@/lib/copyText";
import { openCustomer } from "@/lib/openCustomer";
import { messageCustomerOf } from "@/lib/openMessages";
import type { DayJob } from "./dayJobs/useDayJobs";
import { markLabel, useMarkVisit } from "./useMarkVisit";

export interface DayJobMoreProps {
  readonly job: DayJob;
  /** The day on screen. */
  readonly range: TimeRange;
  readonly isToday: boolean;
  readonly onClose: () => void;
}

const ROW =
  "flex h-11 w-full items-center gap-3 rounded-lg px-3 text-left hover:bg-hover [&_svg]:size-[1.125rem] [&_svg]:shrink-0 [&_svg]:text-ink-muted";

/** The actions on a visit for which its card has no room. */
export function DayJobMore({ job, range, isToday, onClose }: DayJobMoreProps) {
  const place = placeText(job);
  const mark = useMarkVisit();
  const canText = textHref(job.job_customer_phone ?? "") !== null;
  const status = [...visitsOn([job], range), ...visitsInto([job], range)]
    .map(({ type }) => statusAfterVisit(type, job.job_status))
    .find((each) => each !== null);
  const closeFor = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <Dialog title={job.customer_name} description={place} onClose={onClose}>
      <div className="-mx-3">
        {canText && isToday && (
          <ButtonRow
            Icon={Truck}
            label="On my way"
            opensDialog
            onClick={closeFor(() => messageCustomerOf(job, "on_my_way"))}
          />
        )}
        {status && (
          <ButtonRow
            Icon={Check}
            label={markLabel(status)}
            onClick={closeFor(() => mark(job, status))}
          />
        )}
        {canText && (
          <ButtonRow
            Icon={MessageSquare}
            label="Text"
            opensDialog
            onClick={closeFor(() => messageCustomerOf(job))}
          />
        )}
        <LinkRow href={mapHref(job)} Icon={MapPin} label="Show on a map" />
        {place !== "" && (
          <ButtonRow
            Icon={Copy}
            label="Copy address"
            onClick={({ currentTarget }) => void copyText("Address", place, currentTarget)}
          />
        )}
        <ButtonRow
          Icon={User}
          label="Open the customer"
          opensDialog
          onClick={closeFor(() => openCustomer(job.job_customer_id))}
        />
      </div>
      <div className="mt-3 empty:hidden">
        <JobStock job={job} />
      </div>
    </Dialog>
  );
}

interface ButtonRowProps {
  readonly Icon: Icon;
  readonly label: string;
  readonly opensDialog?: boolean;
  readonly onClick: MouseEventHandler<HTMLButtonElement>;
}

function ButtonRow({ Icon, label, opensDialog, onClick }: ButtonRowProps) {
  return (
    <button
      type="button"
      {...(opensDialog && { "aria-haspopup": "dialog" as const })}
      className={ROW}
      onClick={onClick}
    >
      <Icon aria-hidden="true" />
      {label}
    </button>
  );
}

interface LinkRowProps {
  /** Null if there is nothing to link to. */
  readonly href: string | null;
  readonly Icon: Icon;
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
