import { Badge, type BadgeTone } from "@/components/ui/Badge";
import { jobStatusLabel, type JobStatus } from "@domain/job/jobs";

const TONES: Readonly<Record<JobStatus, BadgeTone>> = {
  lead: "info",
  called: "info",
  estimate_scheduled: "estimate",
  estimate_sent: "amber",
  approved: "teal",
  install_scheduled: "install",
  completed: "green",
  installed_paid: "green",
  service: "amber",
  cancelled: "neutral",
};

export function JobStatusBadge({ status }: { readonly status: JobStatus }) {
  return <Badge tone={TONES[status]}>{jobStatusLabel(status)}</Badge>;
}
