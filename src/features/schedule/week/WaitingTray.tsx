import { useDraggable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useContext, useId } from "react";
import type { EntryType } from "@domain/job/entryTypes";
import {
  MAX_LISTED_WAITING,
  WAITING_LABELS,
  WAITING_VISITS,
  waitingSearch,
  type WaitingKind,
} from "@domain/job/waitingJobs";
import { MessageSquare, Phone } from "@/components/icons/firstIcons";
import { CalendarPlus, GripVertical } from "@/components/icons/icons";
import { iconButtonClass } from "@/components/ui/buttonClass";
import { Collapsible } from "@/components/ui/Collapsible";
import { IconButton } from "@/components/ui/IconButton";
import { phoneHref } from "@/job/contactLinks";
import { messageCustomerOf } from "@/lib/openMessages";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";
import { entryColorClass } from "../calendar/entryColorClass";
import { isWaiting } from "../calendar/useShownDates";
import { DueAgain } from "./DueAgain";
import { JobText, ListState } from "./TrayParts";
import { COUNTED_KINDS, LISTED_KINDS, type TrayLists } from "./useWaitingTray";
import { WeekMovesContext } from "./weekMoves";
import { nameOf, type Moved, type TrayJob } from "../moves/moved";

interface WaitingTrayProps {
  readonly lists: TrayLists;
  readonly isDesk: boolean;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The jobs that wait for the office. Those without a visit are dragged to a slot, or scheduled by their button. */
export function WaitingTray({ lists, isDesk, isOpen, onOpenChange }: WaitingTrayProps) {
  const id = useId();
  if (isDesk)
    return (
      <aside
        aria-labelledby={id}
        className="sticky top-20 flex max-h-[calc(100dvh-6.5rem)] w-60 shrink-0 flex-col overflow-y-auto rounded-xl border border-line bg-surface p-4 shadow-lift xl:w-72 print:hidden"
      >
        <h2 id={id} className="mb-1 text-sm font-semibold">
          What waits
        </h2>
        <Kinds lists={lists} />
      </aside>
    );
  return (
    <aside aria-label="What waits" className="print:hidden">
      <Collapsible title="What waits" onOpenChange={onOpenChange} className="bg-surface">
        <div className="max-h-[45dvh] overflow-y-auto">{isOpen && <Kinds lists={lists} />}</div>
      </Collapsible>
    </aside>
  );
}

function Kinds({ lists }: { readonly lists: TrayLists }) {
  const counts = useWaitingJobCounts();
  return (
    <>
      {LISTED_KINDS.map((kind) => (
        <section key={kind} aria-label={WAITING_LABELS[kind]} className="pb-3">
          <KindTitle kind={kind} count={counts?.[kind]} />
          <KindJobs kind={kind} jobs={lists[kind]} />
        </section>
      ))}
      {COUNTED_KINDS.map((kind) => (
        <KindTitle key={kind} kind={kind} count={counts?.[kind]} />
      ))}
      <section aria-label={WAITING_LABELS.due}>
        <KindTitle kind="due" count={counts?.due} />
        <DueAgain />
      </section>
    </>
  );
}

interface KindTitleProps {
  readonly kind: WaitingKind | "due";
  readonly count: string | undefined;
}

/** The heading of a kind, which opens the list of all its jobs. */
function KindTitle({ kind, count }: KindTitleProps) {
  return (
    <h3 className="text-xs font-medium text-ink-muted">
      <Link
        to="/jobs"
        search={{ q: waitingSearch(kind) }}
        className="flex min-h-8 items-center gap-2 rounded underline-offset-4 hover:text-ink hover:underline touch:min-h-11"
      >
        <span className="min-w-0 grow">{WAITING_LABELS[kind]}</span>
        <span className="font-semibold tabular-nums">{count}</span>
      </Link>
    </h3>
  );
}

interface KindJobsProps {
  readonly kind: WaitingKind;
  readonly jobs: readonly TrayJob[] | Error | undefined;
}

function KindJobs({ kind, jobs }: KindJobsProps) {
  if (jobs === undefined || jobs instanceof Error || jobs.length === 0)
    return <ListState list={jobs} />;
  const type = WAITING_VISITS[kind];
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {jobs.map((job) => (
          <li key={job._id}>
            {type === null ? <CallCard job={job} /> : <DragCard job={job} type={type} />}
          </li>
        ))}
      </ul>
      {jobs.length === MAX_LISTED_WAITING && (
        <p className="pt-1.5 text-xs text-ink-muted">The newest {MAX_LISTED_WAITING} are listed.</p>
      )}
    </>
  );
}

interface DragCardProps {
  readonly job: TrayJob;
  readonly type: EntryType;
}

/** A job without a visit of this type, which can be dragged to a slot. */
function DragCard({ job, type }: DragCardProps) {
  const { ask, waiting } = useContext(WeekMovesContext);
  const moved: Moved = { kind: "job", job, type };
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: `tray ${job._id} ${type}`,
    data: moved,
  });
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      className={clsx(
        "flex cursor-grab items-center gap-1 rounded-r-lg border-l-3 py-0.5 pr-0.5 select-none [--entry-tint:10%] [-webkit-touch-callout:none]",
        entryColorClass(type),
        isWaiting(waiting, job._id, job.clientKey) && "border-dashed",
        isDragging && "opacity-40",
      )}
    >
      <GripVertical aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <JobText job={job} />
      <IconButton
        label={`Schedule ${nameOf(moved)}`}
        className="h-8! w-8! touch:h-11! touch:w-11!"
        onClick={() => ask(moved)}
      >
        <CalendarPlus aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** A job whose estimate was delivered long ago: it is not scheduled; the office calls or texts its customer. */
function CallCard({ job }: { readonly job: TrayJob }) {
  const phone = job.customer_phone ?? "";
  const call = phoneHref(phone);
  const size = "h-8! w-8! touch:h-11! touch:w-11!";
  return (
    <div className="flex items-center gap-1 rounded-lg bg-sunken py-0.5 pr-0.5 pl-2">
      <JobText job={job} />
      {call !== null && (
        <>
          <a
            href={call}
            aria-label={`Call ${job.customer_name}`}
            title="Call"
            className={clsx(iconButtonClass(), size)}
          >
            <Phone aria-hidden="true" />
          </a>
          <IconButton
            label={`Text ${job.customer_name}`}
            aria-haspopup="dialog"
            className={size}
            onClick={() => messageCustomerOf({ ...job, job_customer_phone: phone })}
          >
            <MessageSquare aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
}
