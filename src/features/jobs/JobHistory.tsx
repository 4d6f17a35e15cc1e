import { HistoryToggle } from "@/features/history/HistoryToggle";
import type { Customer, Job } from "@/job/jobForm";

interface JobHistoryProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/** The history of the job and its customer. */
export function JobHistory({ job, customer }: JobHistoryProps) {
  return (
    <HistoryToggle
      className="mt-6 border-t border-line pt-6 lg:mt-3 lg:pt-3"
      subjects={[
        { title: "Job", subject: job._id },
        ...(customer === null ? [] : [{ title: "Customer", subject: customer._id }]),
      ]}
    />
  );
}
