import { CalendarPlus } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { downloadFile } from "@/lib/downloadFile";
import { jobCalendar } from "@domain/job/jobCalendar";
import type { Job } from "@/job/jobForm";

/** Downloads the job's dates for another calendar; renders nothing without a date. */
export function AddToCalendar({ job }: { readonly job: Job }) {
  if (job.job_estimate_date === undefined && job.job_install_date === undefined) return null;
  const download = () => {
    const calendar = jobCalendar(job, Date.now());
    if (calendar !== null)
      downloadFile(
        `${job.job_customer_id}.ics`,
        new Blob([calendar], { type: "text/calendar;charset=utf-8" }),
      );
  };
  return (
    <IconButton label="Add the dates to a calendar" variant="ghost" onClick={download}>
      <CalendarPlus aria-hidden="true" />
    </IconButton>
  );
}
