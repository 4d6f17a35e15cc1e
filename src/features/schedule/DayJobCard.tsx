import { clsx } from "clsx";
import type { FunctionReturnType } from "convex/server";
import { MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { api } from "@convex/_generated/api";
import type { TimeRange } from "@domain/days";
import { formatPhone } from "@domain/phone";
import { dayBadge } from "@domain/schedule";
import { formatTime } from "@domain/times";
import { DemoTag } from "@/components/DemoTag";
import { Badge, type BadgeTone } from "@/components/ui/Badge";
import { mapHref, phoneHref } from "@/features/jobs/contactLinks";
import { JobStatusBadge } from "@/features/jobs/JobStatusBadge";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { CoverPhoto } from "./CoverPhoto";

export type DayJob = FunctionReturnType<
  typeof api.jobs.getScheduledForDay
>[number];

const TONES: Record<"estimate" | "install", BadgeTone> = {
  estimate: "violet",
  install: "orange",
};

/** The photo behind the card, if the job has one. */
export function dayCover(job: DayJob): string | undefined {
  return job.job_photo_estimate[0];
}

interface DayJobCardProps {
  readonly job: DayJob;
  readonly range: TimeRange;
  /** The address of the first estimate photo, once it is known. */
  readonly coverUrl: string | undefined;
  readonly onOpen: () => void;
}

export function DayJobCard({ job, range, coverUrl, onOpen }: DayJobCardProps) {
  const photo = dayCover(job);
  const address = [job.job_address, job.job_city].filter(Boolean).join(", ");
  const mapLink = mapHref(job.job_address, job.job_city ?? "");
  const phone = job.job_customer_phone ?? "";
  const phoneLink = phoneHref(phone);
  return (
    <article
      className={clsx(
        "group relative isolate flex min-h-32 flex-col justify-end gap-1 overflow-hidden rounded-xl border border-line bg-surface p-4 shadow-lift transition-colors hover:border-control",
        // Text over a photo uses the dark theme in both themes.
        photo && "dark text-ink",
      )}
    >
      {photo && <CoverPhoto url={coverUrl} />}
      <div className="mb-auto flex flex-wrap gap-2 pb-3">
        <DayJobBadge job={job} range={range} />
        <DemoTag demo={job.demo} />
      </div>
      <h2 className={clsx("min-w-0", photo && "sm:max-w-[70%]")}>
        {/* The click area covers the whole card; the links are above it. */}
        <button
          type="button"
          onClick={onOpen}
          onPointerEnter={preloadJobDialog}
          onFocus={preloadJobDialog}
          className="max-w-full truncate text-left text-lg leading-6 font-semibold outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
        >
          {job.customer_name}
        </button>
      </h2>
      <p
        className={clsx(
          "flex items-center gap-x-4 text-sm touch:-mb-2",
          photo ? "text-ink sm:max-w-[70%]" : "text-ink-muted",
        )}
      >
        {mapLink && (
          <CardLink href={mapLink} icon={<MapPin aria-hidden="true" />} newTab>
            <span className="truncate">{address}</span>
          </CardLink>
        )}
        {phoneLink && (
          <CardLink
            href={phoneLink}
            icon={<Phone aria-hidden="true" />}
            className="shrink-0 max-sm:-mr-2 max-sm:ml-auto max-sm:w-11 max-sm:justify-center"
          >
            <span className="max-sm:sr-only">{formatPhone(phone)}</span>
          </CardLink>
        )}
      </p>
    </article>
  );
}

function DayJobBadge({ job, range }: Pick<DayJobCardProps, "job" | "range">) {
  const badge = dayBadge(job, range);
  if (badge.kind === "status") {
    return <JobStatusBadge status={job.job_status} />;
  }
  return (
    <Badge tone={TONES[badge.kind]}>
      <span>{badge.label}</span>
      {badge.at !== null && (
        <time dateTime={new Date(badge.at).toISOString()}>
          {formatTime(badge.at)}
        </time>
      )}
    </Badge>
  );
}

interface CardLinkProps {
  readonly href: string;
  readonly icon: ReactNode;
  readonly newTab?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

function CardLink({
  href,
  icon,
  newTab = false,
  className,
  children,
}: CardLinkProps) {
  return (
    <a
      href={href}
      {...(newTab && { target: "_blank", rel: "noreferrer" })}
      className={clsx(
        "relative z-10 inline-flex min-w-0 items-center gap-1.5 rounded-md tabular-nums underline-offset-4 hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0",
        className,
      )}
    >
      {icon}
      {children}
    </a>
  );
}
