import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { jobStatusLabel } from "@domain/job/jobs";
import { placeText } from "@domain/customer/places";
import { counted } from "@domain/text/text";
import { X } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import type { Job } from "@/job/jobForm";
import { jobKey } from "@domain/changes/subjects";
import { personOf } from "@/job/jobSubject";

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
            <LeftJob key={jobKey(job)} job={job} onOpen={onOpen} />
          ))}
        </ul>
      </div>
      <IconButton label="Close the list of jobs that were not changed" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

interface LeftJobProps {
  /** The job as the person saw it. */
  readonly job: Job;
  readonly onOpen: (job: Job) => void;
}

function LeftJob({ job, onOpen }: LeftJobProps) {
  const now = useQuery(api.jobs.get, { id: job._id });
  const name = `${personOf(job)}, ${placeText(job)}`;
  if (now === null) return <li>{`${name}: deleted`}</li>;
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(now ?? job)}
        className="min-h-6 rounded-sm text-left underline underline-offset-4 touch:min-h-11"
      >
        {now ? `${name}: ${jobStatusLabel(now.job_status)}` : name}
      </button>
    </li>
  );
}
