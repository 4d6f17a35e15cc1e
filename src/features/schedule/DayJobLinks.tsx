import { clsx } from "clsx";
import { MapPin, MessageSquare, Navigation, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { placeText } from "@domain/places";
import { formatPhone } from "@domain/phone";
import {
  directionsHref,
  mapHref,
  phoneHref,
  textHref,
} from "@/features/jobs/contactLinks";
import type { Job } from "@/features/jobs/jobForm";

/** A button for a finger, and on a desk plain text. */
const ACTION = clsx(
  "inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg border border-line bg-surface px-2 text-ink tabular-nums transition-colors hover:bg-hover touch:h-11 touch:min-w-11",
  "lg:pointer-fine:h-7 lg:pointer-fine:min-w-7 lg:pointer-fine:rounded-md lg:pointer-fine:border-transparent lg:pointer-fine:bg-transparent lg:pointer-fine:px-1.5 lg:pointer-fine:text-ink-muted lg:pointer-fine:hover:bg-hover lg:pointer-fine:hover:text-ink",
  "[&_svg]:size-4 [&_svg]:shrink-0 print:h-auto print:border-0 print:p-0",
);

/** On a phone the actions stand at the left, where the floating button never covers them. */
export function DayJobLinks({ job }: { readonly job: Job }) {
  const phone = job.job_customer_phone ?? "";
  return (
    <div className="flex min-w-0 gap-x-2 text-sm text-ink-muted max-sm:flex-col max-sm:items-start max-sm:gap-y-1.5 sm:items-center sm:max-md:flex-wrap lg:pointer-fine:gap-x-2.5 lg:max-xl:not-print:contents print:text-xs print:[&_svg]:hidden">
      <CardLink
        href={mapHref(job)}
        className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-md md:max-lg:w-76 xl:w-80 lg:order-2 lg:max-xl:basis-full underline-offset-4 hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        <MapPin aria-hidden="true" />
        <span className="text-balance sm:max-md:truncate max-sm:line-clamp-2 md:line-clamp-2">
          {placeText(job)}
        </span>
      </CardLink>
      <div className="flex shrink-0 items-center gap-1.5 lg:order-2 lg:pointer-fine:-ml-1.5 lg:pointer-fine:gap-0.5">
        <CardLink href={phoneHref(phone)} className={ACTION}>
          <Phone aria-hidden="true" className="lg:pointer-fine:hidden" />
          <span className="max-sm:sr-only">{formatPhone(phone)}</span>
        </CardLink>
        <CardLink
          href={textHref(phone)}
          className={clsx(ACTION, "print:hidden")}
        >
          <MessageSquare aria-hidden="true" />
          <span className="sr-only">Text</span>
        </CardLink>
        <CardLink
          href={directionsHref(job)}
          // At a desk the address itself opens the map.
          className={clsx(ACTION, "lg:pointer-fine:hidden print:hidden")}
        >
          <Navigation aria-hidden="true" />
          <span className="sr-only">Directions</span>
        </CardLink>
      </div>
    </div>
  );
}

interface CardLinkProps {
  /** Null if there is nothing to link to. */
  readonly href: string | null;
  readonly className: string;
  readonly children: ReactNode;
}

/** Above the click area of the card. */
function CardLink({ href, className, children }: CardLinkProps) {
  if (href === null) return null;
  return (
    <a
      href={href}
      {...(href.startsWith("https:") && {
        target: "_blank",
        rel: "noreferrer",
      })}
      className={clsx("relative z-10", className)}
    >
      {children}
    </a>
  );
}
