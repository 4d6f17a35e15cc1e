import type { ConvexReactClient } from "convex/react";
import { pendingUploadCount } from "./pendingUploads";

const QUESTION =
  "Are you sure you want to leave? Your changes may not be saved.";

/** Asks before the page is left while a request is unanswered, sent or not, or an upload is under way. */
export function warnBeforeUnload(client: ConvexReactClient): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    const isPending =
      client.connectionState().hasInflightRequests || pendingUploadCount() > 0;
    if (!isPending) return;
    event.preventDefault();
    // Browsers without preventDefault here ask when this is set.
    event.returnValue = QUESTION;
  };
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => window.removeEventListener("beforeunload", onBeforeUnload);
}
