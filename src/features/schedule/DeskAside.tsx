import { lazyPart } from "@/components/lazyPart";
import { useIsDesk } from "@/lib/useMediaQuery";
import type { DayKey } from "@domain/dates/days";
import type { DayJob } from "./dayJobs/useDayJobs";

/** Delay in ms, so that the visits and their photos load first. */
const AFTER_VISITS_MS = 300;

// Nothing stands in its place: the day is complete without it.
const DeskColumn = lazyPart(
  async () => {
    await new Promise((resolve) => setTimeout(resolve, AFTER_VISITS_MS));
    return (await import("./DeskColumn")).DeskColumn;
  },
  { Loading: () => null, Failed: () => null },
);

interface DeskAsideProps {
  readonly day: DayKey;
  /** The key of the crew whose visits alone are shown. */
  readonly crew: string | undefined;
  readonly jobs: readonly DayJob[] | undefined;
}

/**
 * Keeps the room of the column before it is loaded, so that nothing moves. The column ends above the floating button
 * even before the page is scrolled.
 */
export function DeskAside({ day, crew, jobs }: DeskAsideProps) {
  const isDesk = useIsDesk();
  return (
    <aside
      aria-label="Month and open work"
      className="sticky top-20 max-h-[calc(100dvh-14rem)] w-80 shrink-0 overflow-y-auto rounded-xl max-lg:hidden print:hidden"
    >
      {isDesk && jobs && <DeskColumn day={day} crew={crew} jobs={jobs} />}
    </aside>
  );
}
