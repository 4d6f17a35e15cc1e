import { WordBadge } from "@/components/WordBadge";
import { usePhotosWaiting } from "@/lib/photos/photosWaiting";
import type { Job } from "./jobForm";
import { useJobWord } from "./useJobWords";

/** On a job's card, while something of the job is not saved. */
export function JobWord({ job }: { readonly job: Job }) {
  const { word } = useJobWord(job);
  return word && <WordBadge word={word} />;
}

/** In the header of the job's dialog, where it also says that all is saved. */
export function JobHeaderWord({ job }: { readonly job: Job }) {
  const { word, isSaved } = useJobWord(job);
  // Photos have their own words, in their lists.
  const hasPhotos = usePhotosWaiting().some(({ subject }) =>
    [job._id, job.clientKey].includes(subject.key),
  );
  const shown = word ?? (isSaved && !hasPhotos ? "Saved" : null);
  return shown && <WordBadge word={shown} subject="Changes" />;
}
