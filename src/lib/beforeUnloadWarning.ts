import type { ConvexReactClient } from "convex/react";
import { pendingUploadCount } from "./pendingUploads";

const MESSAGE =
  "Are you sure you want to leave? Your changes may not be saved.";

/**
 * Warns before the page unloads while a request is unanswered (sent or not) or
 * an upload is pending.
 */
export function warnBeforeUnload(client: ConvexReactClient): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    const isPending =
      client.connectionState().hasInflightRequests || pendingUploadCount() > 0;
    if (!isPending) return;
    event.preventDefault();
    // Needed by browsers that ignore preventDefault here.
    event.returnValue = MESSAGE;
  };
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => window.removeEventListener("beforeunload", onBeforeUnload);
}
