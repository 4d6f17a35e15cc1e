import { clsx } from "clsx";
import { Fragment, useState, type ReactNode } from "react";
import { dayKeyOf, dayRange, type DayKey } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { firstTimeOn, redLineIndex } from "@domain/job/schedule";
import { nextVisit } from "@domain/job/visits";
import { Button } from "@/components/ui/Button";
import { EmptyState } from "@/components/ui/EmptyState";
import { thisDevice } from "@/lib/thisDevice";
import { useIsDesk, useMediaQuery } from "@/lib/useMediaQuery";
import { useNow } from "@/lib/useNow";
import { useCamera } from "@/job/photos/useCamera";
import { useCovers } from "@/job/photos/useCovers";
import { COVER_FIELDS, DayJobCard } from "./DayJobCard";
import { type DayJob, useDayJobs } from "./dayJobs/useDayJobs";
import type { ShownChanges } from "./DayChanges";
import { DeskAside } from "./DeskAside";
import { LazyBeforeVisits } from "./crews/LazyBeforeVisits";
import { LazyDayChanges } from "./LazyDayChanges";
import { LazyDayJobMore } from "./LazyDayJobMore";
import { LazyDayActions } from "./LazyDayActions";
import { SavedDayNote } from "./SavedDayNote";

interface DayJobsProps {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  /** The element in the heading that holds the choice of the crew. */
  readonly crewSlot: HTMLElement | null;
  /** The element that holds the link of the route on a phone. */
  readonly routeSlot: HTMLElement | null;
  readonly onOpen: (job: DayJob) => void;
  readonly onAdd: () => void;
}

export function DayJobs({ day, crew, crewSlot, routeSlot, onOpen, onAdd }: DayJobsProps) {
  const list = useDayJobs(day, crew);
  const { jobs, savedAt, isMissing, known } = list;
  const isTouch = useIsTouchList();
  const [changes, setChanges] = useState<ShownChanges | null>(null);
  const open = (job: DayJob) => {
    changes?.onOpened(job._id);
    onOpen(job);
  };
  const actions = jobs && (
    <LazyDayActions key={day} day={day} crew={crew} jobs={jobs} routeSlot={routeSlot} />
  );
  return (
    <div className="items-start gap-6 lg:flex">
      <div className="min-w-0 grow">
        <SavedDayNote savedAt={savedAt} />
        {isTouch && known !== undefined && (
          <LazyDayChanges key={day} day={day} list={list} onChanges={setChanges} />
        )}
        {jobs === undefined && <Note>Loading...</Note>}
        {isMissing && (
          <Note>
            {`Offline. This day is not saved on ${thisDevice()}. It opens when the signal is back.`}
          </Note>
        )}
        {jobs?.length === 0 && changes !== null && changes.left.length > 0 && (
          <ol className="flex flex-col gap-2 pb-2">{changes.left.map(({ item }) => item)}</ol>
        )}
        <LazyBeforeVisits
          day={day}
          crew={crew}
          slot={crewSlot}
          jobs={jobs}
          list={(lasting) => (
            <>
              <DayJobList day={day} jobs={lasting} changes={null} onOpen={open} />
              {jobs?.length === 0 && actions}
            </>
          )}
        >
          {jobs?.length === 0 && !isMissing && (
            <EmptyState drawing="calendar" action={<Button onClick={onAdd}>New job</Button>}>
              No jobs scheduled for this day.
            </EmptyState>
          )}
        </LazyBeforeVisits>
        {jobs && jobs.length > 0 && (
          <>
            <DayJobList day={day} jobs={jobs} changes={changes} onOpen={open} />
            {actions}
          </>
        )}
      </div>
      <DeskAside day={day} crew={crew} jobs={jobs} />
    </div>
  );
}

const RAIL =
  "text-[0.9375rem] font-semibold whitespace-nowrap tabular-nums lg:w-18 lg:shrink-0 print:w-18 print:shrink-0";

interface DayJobListProps extends Pick<DayJobsProps, "day" | "onOpen"> {
  readonly jobs: readonly DayJob[];
  readonly changes: ShownChanges | null;
}

function DayJobList({ day, jobs, changes, onOpen }: DayJobListProps) {
  const now = useNow();
  const coverOf = useCovers(jobs, COVER_FIELDS);
  const range = dayRange(day);
  const isToday = day === dayKeyOf(now);
  const next = isToday ? nextVisit(jobs, range, now) : null;
  // Above the line is a visit of the day: jobs that last into it have none.
  const lineAt =
    isToday && firstTimeOn(jobs[0]!, range) !== null ? redLineIndex(jobs, range, now) : null;
  const covers = jobs.map(coverOf);
  const isDesk = useIsDesk();
  const camera = useCamera();
  const [more, setMore] = useState<DayJob | null>(null);
  /** The items of visits that left the day and stood before the job at an index. */
  const leftBefore = (index: number) =>
    changes?.left
      .filter(
        ({ at }) => jobs.filter((job) => (firstTimeOn(job, range) ?? at) <= at).length === index,
      )
      .map(({ item }) => item);
  return (
    <>
      <ol className="flex flex-col gap-1.5 print:gap-0">
        {jobs.map((job, index) => (
          <Fragment key={job._id}>
            {leftBefore(index)}
            {lineAt === index && <NowLine now={now} />}
            <li className="flex break-inside-avoid lg:gap-3 print:gap-3 print:border-t print:border-line print:py-1">
              <RailTime at={firstTimeOn(job, range)} />
              <DayJobCard
                job={job}
                range={range}
                cover={covers[index] ?? null}
                nextVisit={next?.job._id === job._id ? next.type : null}
                isDesk={isDesk}
                mark={changes?.marks.get(job._id) ?? null}
                onOpen={onOpen}
                onTakePhoto={camera.take}
                onMore={setMore}
              />
            </li>
            <CameraBarItem bar={camera.barOf(job)} />
          </Fragment>
        ))}
        {leftBefore(jobs.length)}
        {lineAt === jobs.length && <NowLine now={now} />}
      </ol>
      {camera.inputs}
      {more && (
        <LazyDayJobMore job={more} range={range} isToday={isToday} onClose={() => setMore(null)} />
      )}
    </>
  );
}

/** Whether the list is on a phone or an upright tablet, as crews have. Only such lists show marks of changes. */
function useIsTouchList(): boolean {
  const isDesk = useIsDesk();
  return useMediaQuery("(pointer: coarse)") && !isDesk;
}

/** The camera's bar below a card, in the column of the cards. */
function CameraBarItem({ bar }: { readonly bar: ReactNode }) {
  return bar && <li className="lg:ml-21 print:hidden">{bar}</li>;
}

/** A time in the column beside the cards of a desk. Hidden from screen readers, because the badge has it too. */
function RailTime({ at }: { readonly at: number | null }) {
  return (
    <p aria-hidden="true" className={clsx(RAIL, "pt-3.5 max-lg:hidden print:block print:pt-0")}>
      {at !== null && formatTime(at)}
    </p>
  );
}

/** The red line at the current time, among today's jobs. */
function NowLine({ now }: { readonly now: number }) {
  return (
    <li className="flex items-center gap-2 text-now lg:gap-3 print:hidden">
      <span className="sr-only">Now</span>
      <time dateTime={new Date(now).toISOString()} className={clsx(RAIL, "leading-5")}>
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
