import { Plus } from "lucide-react";
import { useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { nextDay, previousDay, type DayKey } from "@domain/days";
import { LazyJobDialog, preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { useToday } from "@/lib/useNow";
import { useShortcuts } from "@/lib/useShortcuts";
import { DayJobs } from "./DayJobs";
import { DayNavigator } from "./DayNavigator";

interface DashboardScreenProps {
  /** The day in the URL; without one, today, which changes at midnight. */
  readonly date: DayKey | undefined;
  readonly onDateChange: (
    change: (date: DayKey | undefined) => DayKey | undefined,
  ) => void;
}

export function DashboardScreen({ date, onDateChange }: DashboardScreenProps) {
  const today = useToday();
  const day = date ?? today;
  const [opened, setOpened] = useState<{ jobId: Id<"jobs"> | null } | null>(
    null,
  );
  const toToday = () => onDateChange(() => undefined);
  const toPrevious = () => onDateChange((from) => previousDay(from ?? today));
  const toNext = () => onDateChange((from) => nextDay(from ?? today));
  const addJob = () => setOpened({ jobId: null });

  useShortcuts({
    t: toToday,
    arrowleft: toPrevious,
    arrowright: toNext,
    c: addJob,
  });

  return (
    <div className="mx-auto max-w-3xl pb-24">
      <DayNavigator
        day={day}
        today={today}
        onPrevious={toPrevious}
        onNext={toNext}
        onToday={toToday}
      />
      <DayJobs day={day} onOpen={(jobId) => setOpened({ jobId })} />
      <button
        type="button"
        data-floating-action
        onClick={addJob}
        onPointerEnter={preloadJobDialog}
        onFocus={preloadJobDialog}
        className="fixed right-[max(1rem,calc(50vw-24rem))] bottom-[max(1.25rem,env(safe-area-inset-bottom))] z-10 inline-flex h-14 items-center gap-2 rounded-full bg-accent pr-6 pl-5 font-semibold text-on-accent shadow-float transition-colors hover:bg-accent-hover"
      >
        <Plus aria-hidden="true" className="size-5" />
        Add job
      </button>
      {opened && (
        <LazyJobDialog
          jobId={opened.jobId}
          initialDay={day}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
