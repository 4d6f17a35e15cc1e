import type { Outcome } from "./outboxParts";

/** How long a form waits for the server before it closes over a change that the device keeps. */
const ANSWER_LIMIT_MS = 2000;

/** For useSave, which shows a refusal as any other error. */
export function orThrow(outcome: Outcome): Outcome {
  if (outcome.kind === "refused") throw outcome.refusal;
  return outcome;
}

/** Null if there is no answer in time. */
export async function withinLimit<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_LIMIT_MS);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
