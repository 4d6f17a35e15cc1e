import type { OutboxChange, Outcome } from "convex-outbox";
import type { AppError } from "@/lib/appErrors";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";
import { useChange } from "@/offline/useChange";
import { undoableOf } from "@/offline/useOutbox";
import type { SaveOutcome } from "@/offline/useSave";

/** Changes many listed jobs as one change with one undo. The screen lists the jobs that were left unchanged. */
export function useChangeOfMany() {
  const { submit, isSubmitting } = useChange();
  return {
    isSubmitting,
    /**
     * Resolves to the keys of the jobs that were left because somebody else had changed them; null if nothing was
     * saved. `titleOf` makes the title of the toast from the number of changed jobs.
     */
    changeMany: async (
      change: OutboxChange,
      jobs: readonly string[],
      titleOf: (count: number) => string,
    ): Promise<readonly string[] | null> => {
      const { label: name } = change.subject;
      const shown = { name, saved: null, shows: isLeftWhole };
      const left = leftOf(await submit(change, shown), jobs);
      const count = left === null ? 0 : jobs.length - left.length;
      if (count > 0) showToast("success", titleOf(count), undoToast(undoableOf(change)));
      return left;
    },
  };
}

/** True if the server left all jobs of a change, because somebody else had changed them. */
function isLeftWhole({ code }: AppError): boolean {
  return code === "CONFLICT";
}

/** The keys of the jobs that were left; null if the change was refused for another reason, which a toast shows. */
function leftOf(
  outcome: SaveOutcome<Outcome> | { readonly ok: true },
  named: readonly string[],
): readonly string[] | null {
  if (!outcome.ok) return isLeftWhole(outcome.error) ? named : null;
  if (!("value" in outcome) || outcome.value.kind !== "saved") return [];
  const { left } = (outcome.value.value ?? {}) as {
    readonly left?: readonly string[];
  };
  return left ?? [];
}
