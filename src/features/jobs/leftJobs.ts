import type { Outcome } from "convex-outbox";
import type { AppError } from "@/lib/appErrors";
import type { SaveOutcome } from "@/offline/useSave";

/** Whether the server has left all jobs of a change, because somebody else has changed them. The screen lists them. */
export function isLeftWhole({ code }: AppError): boolean {
  return code === "CONFLICT";
}

/**
 * Which of the named jobs the server has left as they are. Null if the change was refused for another reason, which a
 * toast says.
 */
export function leftOf(
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
