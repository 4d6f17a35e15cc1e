import { useConvex } from "convex/react";
import { useCallback } from "react";
import { writerOf } from "@/offline/outbox/writerOf";
import { useSession } from "@/session/session";
import type { Question } from "./editView";

/**
 * Finds the author of a value in the history: empty if the change is too old, null for the person themselves, on
 * another device or by an undo.
 */
export function useAuthors() {
  const convex = useConvex();
  const session = useSession();
  const own = session.status === "signedIn" ? session.user.id : null;
  return useCallback(
    async ({ name, subject, value }: Question): Promise<string | null> => {
      const entry = await writerOf(convex, subject, { [name]: value });
      if (entry === undefined || entry?.by === own) return null;
      const isMerged = entry?.kind === "dedupe" || entry?.kind === "merge";
      // The chosen customer was merged into another one and no longer exists.
      if (name === "job_customer_id" && isMerged) return null;
      return entry?.byName ?? "";
    },
    [convex, own],
  );
}
