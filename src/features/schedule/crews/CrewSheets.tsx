import { useEffect, useState } from "react";
import { crewName, NO_CREW_KEY } from "@domain/job/crews";
import { crewOf, crewKey } from "@domain/job/crewVisits";
import { dayRange, formatLongDay, type DayKey } from "@domain/dates/days";
import { ENTRY_TYPE_LABELS } from "@domain/job/entryTypes";
import { groupBy } from "@domain/text/groups";
import { visitsOfDay, whenText } from "@domain/job/dayVisits";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { spanWords } from "@domain/job/spanWords";
import { spanOf } from "@domain/job/visitLength";
import type { Visit } from "@domain/job/visits";
import { PrintSheet } from "@/components/PrintSheet";
import { Button } from "@/components/ui/Button";
import { usePaletteAction } from "@/lib/paletteActions";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { DayJob } from "../dayJobs/useDayJobs";

interface CrewSheetsProps {
  readonly day: DayKey;
  /** Also those with a visit that lasts into the day. */
  readonly jobs: readonly DayJob[];
}

/** Prints a day's visits on one sheet for each crew, and one for the visits without a crew. */
export function CrewSheets({ day, jobs }: CrewSheetsProps) {
  const [isPrinting, setIsPrinting] = useState(false);
  const visits = visitsOfDay(jobs, dayRange(day));
  const byCrew = groupBy(visits, ({ job, type }) => crewKey(crewOf(job, type)));
  const hasCrews = [...byCrew.keys()].some((key) => key !== NO_CREW_KEY);
  return hasCrews ? (
    <>
      <PrintButton onPrint={() => setIsPrinting(true)} />
      {isPrinting && <Sheets day={day} byCrew={byCrew} onPrinted={() => setIsPrinting(false)} />}
    </>
  ) : null;
}

function PrintButton({ onPrint }: { readonly onPrint: () => void }) {
  usePaletteAction({
    id: "printCrews",
    label: "Print a sheet for each crew",
    words: "paper day",
    // Waits a frame, until the palette is gone.
    run: () => requestAnimationFrame(onPrint),
  });
  return (
    <Button variant="ghost" className="max-lg:hidden" onClick={onPrint}>
      Print a sheet for each crew
    </Button>
  );
}

interface SheetsProps extends Pick<CrewSheetsProps, "day"> {
  readonly byCrew: ReadonlyMap<string, readonly Visit<DayJob>[]>;
  readonly onPrinted: () => void;
}

function Sheets({ day, byCrew, onPrinted }: SheetsProps) {
  const settings = useOfficeSettings() ?? {};
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
    // Prints once: to print later changes, the person clicks again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <PrintSheet>
      {[...byCrew].map(([key, visits]) => {
        const [first] = visits;
        const name = crewName(first && crewOf(first.job, first.type), settings);
        return (
          <section key={key} className="not-first:break-before-page">
            <header className="flex items-baseline justify-between gap-4 border-b border-ink pb-2">
              <h1 className="min-w-0 text-2xl leading-8 font-semibold wrap-anywhere">{name}</h1>
              <p className="shrink-0">{formatLongDay(day)}</p>
            </header>
            <ol>
              {visits.map((visit) => (
                <SheetVisit key={`${visit.job._id} ${visit.type}`} day={day} visit={visit} />
              ))}
            </ol>
          </section>
        );
      })}
    </PrintSheet>
  );
}

interface SheetVisitProps extends Pick<CrewSheetsProps, "day"> {
  readonly visit: Visit<DayJob>;
}

function SheetVisit({ day, visit }: SheetVisitProps) {
  const { job, type, at } = visit;
  const range = dayRange(day);
  const isLater = at < range.from;
  const { length, window } = spanOf(job, type);
  const span = spanWords(at, { length, window: isLater ? undefined : window });
  const lines = [
    placeText(job),
    formatPhone(job.job_customer_phone ?? ""),
    job.job_categories.join(", "),
  ].filter((line) => line !== "");
  return (
    <li className="flex break-inside-avoid gap-3 border-b border-line py-2">
      <p className="w-32 shrink-0 tabular-nums">
        <span className="font-semibold">{whenText(visit, range)}</span> {ENTRY_TYPE_LABELS[type]}
        {span && <span className="block">{span}</span>}
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{job.customer_name}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {job.job_notes && <p className="mt-1 whitespace-pre-line">{job.job_notes}</p>}
      </div>
    </li>
  );
}
