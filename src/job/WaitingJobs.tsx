import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { WAITING_KINDS, WAITING_LABELS, waitingSearch } from "@domain/job/waitingJobs";
import { CalendarPlus, CircleDollarSign, Hourglass, PhoneCall } from "@/components/icons/icons";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";

const ICONS = {
  undated: PhoneCall,
  unscheduled: CalendarPlus,
  stale: Hourglass,
  unpaid: CircleDollarSign,
};

/** The office's open tasks, each with a link to the list of its jobs. */
export function WaitingJobs() {
  const counts = useWaitingJobCounts();
  return (
    <ul className="flex flex-col">
      {WAITING_KINDS.map((kind) => {
        const Icon = ICONS[kind];
        return (
          <li key={kind}>
            <Link
              to="/jobs"
              search={{ q: waitingSearch(kind) }}
              className="-mx-2 flex min-h-9 items-center gap-2.5 rounded-lg px-2 text-sm transition-colors hover:bg-hover touch:min-h-11"
            >
              <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-faint" />
              <span>
                {WAITING_LABELS[kind]}
                {counts && (
                  <span
                    className={clsx(
                      "tabular-nums",
                      counts[kind] === "0" ? "text-ink-muted" : "font-semibold",
                    )}
                  >
                    {` (${counts[kind]})`}
                  </span>
                )}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
