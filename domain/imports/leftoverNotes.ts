import { TYPED_TEXTS } from "../calls/inputLimits";
import type { Leftover } from "./rows";

/** "Gate code: 1234". */
export function leftoverText({ label, text }: Leftover): string {
  return `${label}: ${text}`;
}

/** The job's notes followed by the labeled texts that have no field, and what exceeds their limit. */
export function withLeftovers(
  notes: string | undefined,
  leftovers: readonly Leftover[],
): {
  readonly notes: string | undefined;
  readonly rest: readonly Leftover[];
} {
  const { max } = TYPED_TEXTS.job_notes;
  const rest: Leftover[] = [];
  let text = notes?.trim() ?? "";
  for (const leftover of leftovers) {
    const added = [text, leftoverText(leftover)].filter(Boolean).join("\n");
    if (added.length > max) rest.push(leftover);
    else text = added;
  }
  return { notes: text === "" ? undefined : text, rest };
}
