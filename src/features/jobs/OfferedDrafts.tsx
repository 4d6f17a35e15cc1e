import { formatTime } from "@domain/times";
import { dayKeyOf } from "@domain/days";
import { formatDateTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { LinkButton } from "./fields/links";
import type { NewJobDraft } from "./newJobDraft";

interface OfferedDraftsProps {
  readonly drafts: readonly NewJobDraft[];
  readonly onResume: (draft: NewJobDraft) => void;
}

/** A list of jobs that were begun and not saved, each with a button to resume it. */
export function OfferedDrafts({ drafts, onResume }: OfferedDraftsProps) {
  const now = useNow();
  if (drafts.length === 0) return null;
  return (
    <ul
      aria-label="Jobs begun before"
      className="mb-5 flex flex-col gap-1 rounded-xl bg-info-tint px-4 py-2 text-sm text-info-ink"
    >
      {drafts.map((draft) => (
        <li
          key={draft.id}
          className="flex flex-wrap items-center gap-x-3 touch:min-h-11"
        >
          <LinkButton
            className="touch:min-h-11"
            onClick={() => onResume(draft)}
          >
            Continue the job you began at {begun(draft.at, now)}
          </LinkButton>
          <span className="min-w-0 truncate">{summary(draft)}</span>
        </li>
      ))}
    </ul>
  );
}

/** For example "9:41 AM", with the day if it is not today. */
function begun(at: number, now: number): string {
  return dayKeyOf(at) === dayKeyOf(now) ? formatTime(at) : formatDateTime(at);
}

function summary({ values }: NewJobDraft): string {
  return [values.customer_name, values.job_address]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(", ");
}
