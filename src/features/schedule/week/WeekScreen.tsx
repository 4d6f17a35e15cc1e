import { CatchBoundary } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  addDays,
  dayRange,
  daysTitle,
  formatLongDay,
  weekOf,
  type DayKey,
  type TimeRange,
} from "@domain/dates/days";
import { Page, PageHeader } from "@/components/Page";
import { ChevronLeft, ChevronRight } from "@/components/icons/firstIcons";
import { Button } from "@/components/ui/Button";
import { IconButton } from "@/components/ui/IconButton";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { useJobDialog } from "@/features/jobs/useJobDialog";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useToday } from "@/lib/useNow";
import { readLocal, writeLocal } from "@/lib/safeStorage";
import { usePreload } from "@/lib/usePreload";
import { useShortcuts } from "@/lib/useShortcuts";
import { Legend } from "../calendar/Legend";
import { NeedsButton } from "../needs/NeedsButton";
import { ViewChoice } from "../calendar/ViewChoice";
import { Week } from "./Week";

export interface WeekScreenProps {
  /** A day of the week that is shown; without one, today. */
  readonly date: DayKey | undefined;
  /** The key of the crew in the URL whose visits alone are shown. */
  readonly crew: string | undefined;
  readonly onCrewChange: (crew: string | undefined) => void;
  /** The open job in the URL; `onLinkTaken` removes it from there. */
  readonly linkedJob: string | undefined;
  readonly onLinkTaken: () => void;
  readonly onDateChange: (change: (date: DayKey | undefined) => DayKey | undefined) => void;
}

/** The numbers of days that a phone can show. */
const PHONE_DAYS = [
  { value: "3", label: "3 days" },
  { value: "1", label: "1 day" },
] as const;

export function WeekScreen({
  date,
  crew,
  onCrewChange,
  linkedJob,
  onLinkTaken,
  onDateChange,
}: WeekScreenProps) {
  const today = useToday();
  const { days, isPhone, phoneDays, setPhoneDays } = useShownDays(date ?? today);
  const dialog = useJobDialog({ linked: linkedJob, onLinkTaken });
  usePreload(preloadJobDialog);
  const [crewSlot, setCrewSlot] = useState<HTMLElement | null>(null);
  const toToday = () => onDateChange(() => undefined);
  const move = (count: number) =>
    onDateChange((from) => addDays(from ?? today, count * (isPhone ? days.length : 7)));
  const toPrevious = () => move(-1);
  const toNext = () => move(1);
  useShortcuts({
    today: toToday,
    previous: toPrevious,
    next: toNext,
    newJob: dialog.add,
  });
  const what = days.length === 7 ? "week" : "days";
  return (
    <Page className="month-page print-landscape print:relative print:-my-6 print:gap-2">
      <PageHeader
        title={daysTitle(days)}
        titleLabel={[days[0], days.at(-1)]
          .filter((day, at, all) => at === 0 || day !== all[0])
          .map((day) => formatLongDay(day ?? today))
          .join(" to ")}
        controls={
          <>
            <IconButton label={`Previous ${what}`} onClick={toPrevious}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton label={`Next ${what}`} onClick={toNext}>
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </>
        }
        actions={
          <>
            <div ref={setCrewSlot} className="empty:hidden" />
            <Legend className="max-lg:hidden" />
            {isPhone && (
              <SegmentedControl
                label="Days"
                options={PHONE_DAYS}
                value={phoneDays}
                onChange={setPhoneDays}
              />
            )}
            <ViewChoice view="week" day={date} />
          </>
        }
        back={
          !days.includes(today) && (
            <Button aria-label="Today, back to this week" onClick={toToday}>
              Today
            </Button>
          )
        }
      />
      <CatchBoundary getResetKey={() => days[0] ?? today} errorComponent={ErrorBelowHeader}>
        <Week
          days={days}
          crew={crew}
          onCrewChange={onCrewChange}
          crewSlot={crewSlot}
          onShow={(day) => onDateChange(() => day)}
          onPrevious={toPrevious}
          onNext={toNext}
        />
      </CatchBoundary>
      <div className="print:hidden">
        <NeedsButton range={rangeOf(days)} days={daysTitle(days)} />
      </div>
      <Legend className="lg:hidden print:absolute print:top-2 print:right-0 print:flex" />
      {dialog.dialog}
    </Page>
  );
}

function rangeOf(days: readonly DayKey[]): TimeRange {
  const ranges = days.map(dayRange);
  return { from: ranges[0]?.from ?? 0, until: ranges.at(-1)?.until ?? 0 };
}

const PHONE_DAYS_KEY = "downspout.weekPhoneDays";

/** The week of a day. On a phone, three days from the day on or the day alone, as last chosen on this device. */
function useShownDays(day: DayKey) {
  const isPhone = useMediaQuery("(width < 40rem)");
  const [phoneDays, choosePhoneDays] = useState<"3" | "1">(() =>
    readLocal(PHONE_DAYS_KEY) === "1" ? "1" : "3",
  );
  const setPhoneDays = (count: "3" | "1") => {
    writeLocal(PHONE_DAYS_KEY, count === "1" ? count : null);
    choosePhoneDays(count);
  };
  const count = isPhone ? Number(phoneDays) : 7;
  const days = useMemo(() => {
    if (count === 7) return weekOf(day);
    const shown = Array.from({ length: count }, (_, at) => addDays(day, at));
    return [...new Set(shown)];
  }, [day, count]);
  return { days, isPhone, phoneDays, setPhoneDays };
}
