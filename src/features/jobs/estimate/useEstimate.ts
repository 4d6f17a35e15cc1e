import { noteEstimate } from "@domain/changes/noteEstimate";
import { addDays, dayKeyOf, formatLongDay, formatShortDay } from "@domain/dates/days";
import {
  estimateRows,
  estimateText,
  estimateTotal,
  rowText,
  type EstimateChoice,
  type EstimateNote,
} from "@domain/estimate/handed";
import type { LineRow } from "@domain/estimate/lines";
import { DEFAULT_VALID_DAYS, type OfficeSettings } from "@domain/job/officeSettings";
import { textOrNull } from "@domain/text/text";
import { useToday } from "@/lib/useNow";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import type { Customer, Job } from "@/job/jobForm";
import { personOf } from "@/job/jobSubject";
import type { LastEstimate } from "./useLastEstimate";

/** The choices and texts that the person has entered since the dialog was opened. */
export type Typed = Partial<EstimateChoice>;

export interface EstimateSources {
  readonly job: Job;
  readonly customer: Customer | null;
  readonly lines: readonly LineRow[];
  readonly settings: OfficeSettings;
  readonly last: LastEstimate;
  readonly typed: Typed;
}

/** The estimate as it would be handed out now. It starts with the choices of the last time. */
export function useEstimate(sources: EstimateSources) {
  const { job, lines, settings, last, typed } = sources;
  const today = useToday();
  const { make } = useChange();
  const days = settings.valid_days ?? DEFAULT_VALID_DAYS;
  const { opened, choice: kept } = last;
  const isOver = kept?.validUntil !== undefined && kept.validUntil < today;
  const { shows, hasPicture, validUntil, notes }: EstimateChoice = {
    ...{ shows: "rows", hasPicture: false, validUntil: addDays(today, days) },
    ...kept,
    ...(isOver && { validUntil: addDays(today, days) }),
    ...typed,
  };
  const choice = {
    ...{ shows, hasPicture, validUntil },
    notes: textOrNull(notes ?? "") ?? undefined,
  };
  const rows = estimateRows(lines, job, shows);
  const total = estimateTotal(lines, job);
  const handed = { ...choice, estimateRows: rows.map(rowText), total };
  const customer = sources.customer?.customer_name ?? job.customer_name;
  return {
    ...{ choice, rows, total, customer, today },
    /** The notes as typed, with the spaces around them. */
    notes: notes ?? "",
    text: estimateText({
      ...handed,
      ...{ customer, job, office: settings },
      validUntilText: validUntil === undefined ? "" : formatLongDay(validUntil),
    }),
    /** Adds the estimate to the history. Handing it out shows no toast, because another app opens with it. */
    note: (message: EstimateNote): void => {
      make(newChange(noteEstimate, job, message, handed), {
        name: personOf(job),
        saved: message === "estimate" ? null : "Estimate saved",
        failed: "Not noted",
      });
    },
    /** "Changed since the estimate of Nov 26, $1,845.00". */
    changed:
      opened === null || opened.total === total
        ? null
        : `Changed since the estimate of ${[dayOf(opened.at), opened.total].filter(Boolean).join(", ")}.`,
  };
}

/** "Nov 26". */
function dayOf(at: number): string {
  return formatShortDay(dayKeyOf(at)).replace(/, \d+$/, "");
}
