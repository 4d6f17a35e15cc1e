import {
  useWordClock,
  wordOfAll,
  type ChangeWord,
} from "@/lib/outbox/changeWords";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { useOutbox } from "@/lib/outbox/useOutbox";
import type { Job } from "./jobForm";
import { isOfJob } from "./jobSubject";

interface JobWord {
  /** For what of the job is not saved; null if all of it is, or may be within a moment. */
  readonly word: ChangeWord | null;
  /** Whether this page has saved changes of the job, and none is left. */
  readonly isSaved: boolean;
}

export function useJobWord(job: Job): JobWord {
  const { items, isSignedOut, hasSaved } = useOutbox();
  const own = items.filter((item) => isOfJob(job, item));
  const now = useWordClock(own);
  const keys = [job._id, job.clientKey ?? job._id];
  return {
    word: wordOfAll(own, { now, isSignedOut }),
    isSaved: own.length === 0 && keys.some(hasSaved),
  };
}

/**
 * By field, the word for a change that is not saved. A refusal has none: it is
 * the field's error.
 */
export function useFieldWords(
  changes: readonly OutboxItem[],
  isSignedOut: boolean,
): Record<string, ChangeWord> {
  const now = useWordClock(changes);
  const words = changes.flatMap((item) => {
    const word = wordOfAll([item], { now, isSignedOut });
    return word === null || word === "Refused"
      ? []
      : [[item.field ?? "", word] as const];
  });
  return Object.fromEntries(words);
}
