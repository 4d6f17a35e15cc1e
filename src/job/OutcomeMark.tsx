import { JOB_OUTCOME_LABELS, type JobOutcome } from "@domain/job/jobs";
import { Ban, CircleCheck } from "@/components/icons/firstIcons";

const ICONS = { finished: CircleCheck, cancelled: Ban };

/** Classes of a customer's name, by the outcome of the job. */
export const OUTCOME_NAMES: Record<JobOutcome, string> = {
  finished: "text-ink-muted",
  cancelled: "text-ink-muted line-through",
};

/** The icon beside the name of a job that has ended, with the outcome as text for screen readers. */
export function OutcomeMark({ outcome }: { readonly outcome: JobOutcome }) {
  const Icon = ICONS[outcome];
  return (
    <span className="inline-flex shrink-0 text-ink-muted">
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{JOB_OUTCOME_LABELS[outcome]}</span>
    </span>
  );
}
