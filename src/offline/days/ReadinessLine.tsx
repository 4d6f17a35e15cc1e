import { useDayCopies } from "./DayCopyProvider";
import { readinessText } from "./readiness";
import { hasPageFiles } from "@/lib/pageFiles";
import { useSharedValue } from "@/lib/SharedValue";
import { useNow } from "@/lib/useNow";

/** Says whether the page, and how many days, open on this device without signal. */
export function ReadinessLine({ className }: { readonly className: string }) {
  const hasFiles = useSharedValue(hasPageFiles);
  const { copy } = useDayCopies();
  const now = useNow();
  const text = window.isSecureContext
    ? readinessText({ hasFiles, copy, now })
    : "This address does not open without signal. That needs https.";
  if (text === null) return null;
  return <p className={className}>{text}</p>;
}
