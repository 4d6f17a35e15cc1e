import { clsx } from "clsx";
import { Fragment, useState } from "react";
import { dayKeyOf, dayRange, type DayKey } from "@domain/days";
import { formatTime } from "@domain/times";
import { firstTimeOn, redLineIndex } from "@domain/schedule";
import { Button } from "@/components/ui/Button";
import { EmptyState } from "@/components/ui/EmptyState";
import { thisDevice } from "@/lib/thisDevice";
import { useIsDesk } from "@/lib/useMediaQuery";
import { useNow } from "@/lib/useNow";
import { useCamera } from "@/features/jobs/photos/useCamera";
import { useCovers } from "@/features/jobs/photos/useCovers";
import { COVER_FIELDS, DayJobCard, type DayJob } from "./DayJobCard";
import { DeskAside } from "./DeskAside";
import { LazyDayJobMore } from "./LazyDayJobMore";
import { SavedDayNote } from "./SavedDayNote";
import { useDayJobs } from "./useDayJobs";

interface DayJobsProps {
  readonly day: DayKey;
  readonly onOpen: (job: DayJob) => void;
  readonly onAdd: () => void;
  /** Moves all visits of the day. */
  readonly onMove: () => void;
}

export function DayJobs({ day, onOpen, onAdd, onMove }: DayJobsProps) {
  const { jobs, savedAt, isMissing } = useDayJobs(day);
  return (
    <div className="items-start gap-6 lg:flex">
      <div className="min-w-0 grow">
        <SavedDayNote savedAt={savedAt} />
        {jobs === undefined && <Note>Loading...</Note>}
        {isMissing && (
          <Note>
            {`Offline. This day is not saved on ${thisDevice()}. It opens when the signal is back.`}
          </Note>
        )}
        {jobs?.length === 0 && !isMissing && (
          <EmptyState
            drawing="calendar"
            action={<Button onClick={onAdd}>New job</Button>}
          >
            No jobs scheduled for this day.
          </EmptyState>
        )}
        {jobs && jobs.length > 0 && (
          <>
            <DayJobList day={day} jobs={jobs} onOpen={onOpen} />
            <Button
              variant="ghost"
              className="mt-3 lg:ml-21 print:hidden"
              onClick={onMove}
            >
              Move this day's visits
            </Button>
          </>
        )}
      </div>
      <DeskAside day={day} jobs={jobs} />
    </div>
  );
}

const RAIL =
  "text-[0.9375rem] font-semibold whitespace-nowrap tabular-nums lg:w-18 lg:shrink-0 print:w-18 print:shrink-0";

interface DayJobListProps extends Omit<DayJobsProps, "onAdd" | "onMove"> {
  readonly jobs: readonly DayJob[];
}

function DayJobList({ day, jobs, onOpen }: DayJobListProps) {
  const now = useNow();
  const coverOf = useCovers(jobs, COVER_FIELDS);
  const range = dayRange(day);
  const isToday = day === dayKeyOf(now);
  const lineAt = isToday ? redLineIndex(jobs, range, now) : null;
  const covers = jobs.map(coverOf);
  const isDesk = useIsDesk();
  const camera = useCamera();
  const [more, setMore] = useState<DayJob | null>(null);
  return (
    <>
      <ol className="flex flex-col gap-2 lg:gap-1.5 print:gap-0">
        {jobs.map((job, index) => (
          <Fragment key={job._id}>
            {lineAt === index && <NowLine now={now} />}
            <li className="flex break-inside-avoid lg:gap-3 print:gap-3 print:border-t print:border-line print:py-1">
              <RailTime at={firstTimeOn(job, range)} />
              <DayJobCard
                job={job}
                range={range}
                cover={covers[index] ?? null}
                hasPhotos={covers.some((cover) => cover !== null)}
                isDesk={isDesk}
                onOpen={onOpen}
                onTakePhoto={camera.take}
                onMore={setMore}
              />
            </li>
          </Fragment>
        ))}
        {lineAt === jobs.length && <NowLine now={now} />}
      </ol>
      {camera.input}
      {more && <LazyDayJobMore job={more} onClose={() => setMore(null)} />}
    </>
  );
}

/** The column of times beside the cards, by which a day is read on a desk. The badge says the time as well. */
function RailTime({ at }: { readonly at: number | null }) {
  return (
    <p
      aria-hidden="true"
      className={clsx(RAIL, "pt-3.5 max-lg:hidden print:block print:pt-0")}
    >
      {at !== null && formatTime(at)}
    </p>
  );
}

/** The red line at the current time, among today's jobs. */
function NowLine({ now }: { readonly now: number }) {
  return (
    <li className="flex items-center gap-2 text-now lg:gap-3 print:hidden">
      <span className="sr-only">Now</span>
      <time
        dateTime={new Date(now).toISOString()}
        className={clsx(RAIL, "leading-5")}
      >
        {formatTime(now)}
      </time>
      <span
        aria-hidden="true"
        className="h-0.5 grow rounded-full bg-now forced-color-adjust-none forced-colors:bg-[CanvasText]"
      />
    </li>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <p className="rounded-xl border border-dashed border-line px-4 py-16 text-center text-ink-muted">
      {children}
    </p>
  );
}
