import { Link as LinkIcon } from "@/components/icons/icons";
import { IconButton } from "@/components/ui/IconButton";
import { copyText } from "@/lib/copyText";
import { jobLink } from "@/job/jobAddress";

/** Copies the link that opens the job. */
export function CopyLink({ jobId }: { readonly jobId: string }) {
  return (
    <IconButton
      label="Copy link"
      onClick={({ currentTarget }) => void copyText("Link", jobLink(jobId), currentTarget)}
    >
      <LinkIcon aria-hidden="true" />
    </IconButton>
  );
}
