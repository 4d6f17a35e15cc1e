import { CatchBoundary, Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { againSoon } from "@domain/job/bookAgain";
import { dayKeyOf, formatShortDay } from "@domain/dates/days";
import { dueAgain, monthsText } from "@domain/job/dueAgain";
import type { OfficeSettings } from "@domain/job/officeSettings";
import { hourOf, staleBefore, waitingSearch } from "@domain/job/waitingJobs";
import { CalendarClock, Repeat } from "@/components/icons/icons";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import type { Job } from "@/job/jobForm";
import { useBookAgain } from "@/job/newJobStart";
import { shownJobs } from "@/job/shownJobs";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { openPageDialog } from "@/lib/pageDialogs";
import { useGo } from "@/lib/useGo";
import { useLivePages } from "@/lib/useLivePages";
import { useNow } from "@/lib/useNow";
import { shown } from "@/lib/useWaitingJobCounts";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { LaterDialogProps } from "./LaterDialog";
import { JobText, ListState } from "./TrayParts";

const LazyLaterDialog = lazyDialog<LaterDialogProps>(
  async () => (await import("./LaterDialog")).LaterDialog,
);

const PAGE_SIZE = 20;

/** A constant, because each access to `api` returns a new object. */
const DUE = api.jobs.listDue;

/** The cleanings that are due again, to be booked, put off or ended. */
export function DueAgain() {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={NotLoaded}>
      <DueJobs />
    </CatchBoundary>
  );
}

function NotLoaded() {
  return <ListState list={new Error()} />;
}

function DueJobs() {
  const now = hourOf(staleBefore(useNow()));
  const args = useMemo(() => ({ now }), [now]);
  const { results, ...pages } = useLivePages(DUE, args, PAGE_SIZE);
  const overdue = useQuery(api.jobs.countOverdue, args);
  const office = useOfficeSettings();
  const due = useStillDue(results, office, now);
  const [later, setLater] = useState<Job | null>(null);
  const isSet = office?.due_months !== undefined;
  return (
    <>
      {due && due.length > 0 ? (
        <ul className="flex flex-col gap-1.5">
          {due.map(({ job, at }) => (
            <li key={job._id}>
              <DueCard job={job} at={at} onLater={() => setLater(job)} />
            </li>
          ))}
        </ul>
      ) : (
        (isSet || due === undefined) && <ListState list={due} />
      )}
      {pages.canLoadMore && (
        <Button
          variant="ghost"
          className="mt-1.5 w-full"
          busy={pages.isLoadingMore}
          onClick={pages.loadMore}
        >
          More
        </Button>
      )}
      <Ends overdue={overdue} office={office} />
      {later && <LazyLaterDialog job={later} onClose={() => setLater(null)} />}
    </>
  );
}

type DueJob = Job & { readonly statusChangedAt: number };

/** The due jobs after the changes that wait on this device: one that was put off, ended or booked is gone at once. */
function useStillDue(
  results: readonly DueJob[] | undefined,
  office: OfficeSettings | undefined,
  now: number,
) {
  const changes = useWaitingChanges();
  return useMemo(() => {
    if (results === undefined || office === undefined) return undefined;
    const since = new Map(results.map((job) => [job._id, job.statusChangedAt] as const));
    const jobs = shownJobs(results, changes).map((job) => ({
      ...job,
      statusChangedAt: since.get(job._id),
    }));
    return dueAgain(jobs, office, now).filter(({ job }) => since.has(job._id));
  }, [results, changes, office, now]);
}

interface DueCardProps {
  readonly job: Job;
  readonly at: number;
  readonly onLater: () => void;
}

function DueCard({ job, at, onLater }: DueCardProps) {
  const bookAgain = useBookAgain(useGo());
  const now = useNow();
  const [isOpening, setIsOpening] = useState(false);
  const size = "h-8! w-8! touch:h-11! touch:w-11!";
  const book = async () => {
    setIsOpening(true);
    await bookAgain(job, null, againSoon(job, now));
    setIsOpening(false);
  };
  return (
    <div className="flex items-center gap-1 rounded-lg bg-sunken py-0.5 pr-0.5 pl-2">
      <JobText job={job}>{`Due ${formatShortDay(dayKeyOf(at))}`}</JobText>
      <IconButton
        label={`Later or not again: ${job.customer_name}`}
        aria-haspopup="dialog"
        className={size}
        onClick={onLater}
      >
        <CalendarClock aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Book ${job.customer_name} again`}
        aria-haspopup="dialog"
        className={size}
        disabled={isOpening}
        onClick={() => void book()}
      >
        <Repeat aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface EndsProps {
  readonly overdue: number | undefined;
  readonly office: OfficeSettings | undefined;
}

/** The end of the list: the number of jobs that are due for over a year, and the office's interval. */
function Ends({ overdue = 0, office }: EndsProps) {
  const row =
    "flex min-h-8 w-full items-center rounded text-left text-xs text-ink-muted underline-offset-4 hover:text-ink hover:underline touch:min-h-11";
  return (
    <>
      {overdue > 0 && (
        <Link to="/jobs" search={{ q: waitingSearch("overdue") }} className={row}>
          {`${shown(overdue)} more for over a year`}
        </Link>
      )}
      {office && (
        <button
          type="button"
          aria-haspopup="dialog"
          className={row}
          onClick={() => openPageDialog("due")}
        >
          {office.due_months === undefined
            ? "Set when gutter cleanings are due again"
            : `Cleanings are due again after ${monthsText(office.due_months)}`}
        </button>
      )}
    </>
  );
}
