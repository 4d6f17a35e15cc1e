import { Link as LinkIcon } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/IconButton";
import { copyText } from "@/lib/copyText";
import { showToast } from "@/lib/toasts";
import { jobLink } from "./jobAddress";

/** Copies the link that opens the job. */
export function CopyLink({ jobId }: { readonly jobId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    const link = jobLink(jobId);
    const isCopied = place.current && (await copyText(link, place.current));
    if (isCopied) showToast("success", "Link copied");
    else showToast("error", "Link not copied", { description: link });
  };
  return (
    <span ref={place} className="inline-flex">
      <IconButton label="Copy link" onClick={() => void copy()}>
        <LinkIcon aria-hidden="true" />
      </IconButton>
    </span>
  );
}
