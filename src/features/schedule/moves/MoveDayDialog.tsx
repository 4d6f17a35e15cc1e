import { useState } from "react";
import { crewName, crewsOfJobs, isOfCrew } from "@domain/job/crews";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { type DayKey, dayRange, dayText, nextDay } from "@domain/dates/days";
import { CHANGED_LISTS, MAX_MOVED_VISITS } from "@domain/calls/inputLimits";
import { formatPhone } from "@domain/customer/phone";
import { counted } from "@domain/text/text";
import { formatTime } from "@domain/dates/times";
import { openVisitsInto, stayingText } from "@domain/job/dayVisits";
import { openVisitsOn, type Visit } from "@domain/job/visits";
import { MessageSquare, Phone } from "@/components/icons/firstIcons";
import { iconButtonClass } from "@/components/ui/buttonClass";
import { IconButton } from "@/components/ui/IconButton";
import { rovingFocus } from "@/components/ui/rovingFocus";
import { LoadingData } from "@/components/ui/LoadingData";
import { VisitMark } from "@/components/VisitMark";
import { phoneHref } from "@/job/contactLinks";
import { messageCustomerOf } from "@/lib/openMessages";
import { useCrews } from "@/offline/useCrews";
import { useLastingOfDay } from "../dayJobs/useLastingOfDay";
import { type DayJob, useDayJobs } from "../dayJobs/useDayJobs";
import { MoveDialog } from "./MoveDialog";
import { NewDayField } from "./NewDayField";
import { useMoves } from "./useMoves";

export interface MoveDayDialogProps {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are moved. */
  readonly crew?: string | undefined;
  /** The target day, if it was chosen by a drop. */
  readonly to?: DayKey;
  readonly onClose: () => void;
}

/** Asks before it moves the day's visits that are not over, and lists the customers to tell. */
export function MoveDayDialog({ day, crew, to, onClose }: MoveDayDialogProps) {
  const { jobs } = useDayJobs(day);
  const crews = useCrews(crewsOfJobs(jobs ?? []));
  const [target, setTarget] = useState<DayKey | null>(to ?? nextDay(day));
  const { moveDay } = useMoves();
  const visits = openVisitsOn(jobs ?? [], dayRange(day)).filter((visit) => isOfCrew(visit, crew));
  const { lasting } = useLastingOfDay({ day, crew, jobs });
  const staying = openVisitsInto([...lasting, ...(jobs ?? [])], dayRange(day)).filter((visit) =>
    isOfCrew(visit, crew),
  );
  const whose = crew === undefined ? "" : ` of ${crewName(crew, { crews })}`;
  const refusal = refusalOf(day, target, visits.length);

  const canMove = visits.length > 0 && refusal === null;

  const move = () => {
    if (target === null || !canMove) return;
    moveDay({ day, target, visits });
    onClose();
  };
  return (
    <MoveDialog
      title="Move this day's visits"
      description={`The open visits${whose} on ${dayText(day)} keep their times.`}
      action={`Move ${counted(visits.length, "visit")}`}
      canMove={canMove}
      onMove={move}
      onClose={onClose}
    >
      <NewDayField moved={day} day={target} onChange={setTarget} error={refusal} onEnter={move} />
      {staying.length > 0 && (
        <p className="mt-3 text-sm wrap-anywhere">{stayingText(staying, dayRange(day))}</p>
      )}
      {jobs === undefined ? (
        <LoadingData what="The visits of this day" className="my-6" />
      ) : (
        <Visits visits={visits} />
      )}
    </MoveDialog>
  );
}

function refusalOf(day: DayKey, target: DayKey | null, count: number): string | null {
  if (count > MAX_MOVED_VISITS) return CHANGED_LISTS.visits.sentence;
  if (target === null) return "Choose a day.";
  return target === day ? "Choose another day." : null;
}

interface VisitsProps {
  readonly visits: readonly Visit<DayJob>[];
  /** Formats the time of a visit; by default the time of day, which is not enough for visits of several days. */
  readonly timeText?: (at: number) => string;
}

/** The visits to be moved, each with the contacts of its customer. */
export function Visits({ visits, timeText = formatTime }: VisitsProps) {
  if (visits.length === 0)
    return <p className="py-6 text-sm text-ink-muted">No open visits on this day.</p>;
  return (
    <>
      <h3 className="mt-5 text-sm font-medium text-ink-muted">Customers to tell</h3>
      {/* One stop of the Tab key, so that the button after the list is near. */}
      <div
        ref={rovingFocus}
        role="toolbar"
        aria-label="Customers to tell"
        aria-orientation="vertical"
      >
        <ul>
          {visits.map((visit) => (
            <VisitRow
              key={`${visit.job._id} ${visit.type}`}
              visit={visit}
              time={timeText(visit.at)}
            />
          ))}
        </ul>
      </div>
    </>
  );
}

interface VisitRowProps {
  readonly visit: Visit<DayJob>;
  readonly time: string;
}

function VisitRow({ visit, time }: VisitRowProps) {
  const { job, type, at } = visit;
  const phone = job.job_customer_phone ?? "";
  const shownPhone = formatPhone(phone);
  const call = phoneHref(phone);
  return (
    <li className="flex items-center gap-2 border-t border-line py-2 first:border-t-0 sm:gap-3">
      <time
        dateTime={new Date(at).toISOString()}
        className="max-w-24 min-w-18 shrink-0 text-sm tabular-nums"
      >
        {time}
      </time>
      <div className="min-w-0 grow text-sm">
        <p className="font-medium wrap-anywhere max-sm:line-clamp-2 sm:truncate">
          {job.customer_name}
        </p>
        {/* A narrow row wraps before the phone number: a comma would end the line above it. */}
        <p className="flex flex-wrap gap-x-2 text-ink-muted tabular-nums max-sm:text-xs">
          <span className="whitespace-nowrap">
            <VisitMark type={type} /> {ENTRY_TYPE_LABELS[type]}
          </span>
          {shownPhone && (
            <span className="whitespace-nowrap">
              <span className="sr-only">, </span>
              {shownPhone}
            </span>
          )}
        </p>
      </div>
      {call !== null && (
        <div className="flex shrink-0 gap-1.5">
          <a
            href={call}
            aria-label={`Call ${job.customer_name}`}
            className={iconButtonClass("secondary")}
          >
            <Phone aria-hidden="true" />
          </a>
          <IconButton
            label={`Text ${job.customer_name}`}
            variant="secondary"
            aria-haspopup="dialog"
            onClick={() => messageCustomerOf(job)}
          >
            <MessageSquare aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  );
}
