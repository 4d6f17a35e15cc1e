import { X } from "lucide-react";
import { jobStatusLabel } from "@domain/jobs";
import { placeText } from "@domain/places";
import { counted } from "@domain/text";
import { IconButton } from "@/components/ui/IconButton";
import type { Job } from "../jobForm";
import { jobKey, personOf } from "../jobSubject";

interface LeftJobsProps {
  readonly jobs: readonly Job[];
  readonly onOpen: (job: Job) => void;
  readonly onClose: () => void;
}

/** The selected jobs that were not changed, because somebody else had changed them since they were shown. */
export function LeftJobs({ jobs, onOpen, onClose }: LeftJobsProps) {
  return (
    <section
      aria-label="Jobs that were not changed"
      className="mb-3 flex items-start gap-3 rounded-xl bg-amber-tint px-4 py-3 text-sm text-amber-ink print:hidden"
    >
      <div className="min-w-0 grow">
        <p role="status" className="font-semibold">
          {`${counted(jobs.length, "job")} not changed: someone else has changed or deleted ${jobs.length === 1 ? "it" : "them"} meanwhile.`}
        </p>
        <ul>
          {jobs.map((job) => (
            <li key={jobKey(job)}>
              <button
                type="button"
                onClick={() => onOpen(job)}
                className="min-h-6 rounded-sm text-left underline underline-offset-4 touch:min-h-11"
              >
                {`${personOf(job)}, ${placeText(job)}, ${jobStatusLabel(job.job_status)}`}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <IconButton
        label="Close the list of jobs that were not changed"
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
