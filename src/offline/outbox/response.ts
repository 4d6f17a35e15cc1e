import type { Outcome } from "convex-outbox";

/** How long a form waits for the server before it closes although its change has only been stored on the device. */
const RESPONSE_LIMIT_MS = 2000;

/** Throws a refusal, because useSave shows errors. */
export function orThrow(outcome: Outcome): Outcome {
  if (outcome.kind === "refused") throw outcome.refusal;
  return outcome;
}

/** Null after RESPONSE_LIMIT_MS without a response. */
export async function withinLimit<T>(response: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), RESPONSE_LIMIT_MS);
  });
  return await Promise.race([response, late]).finally(() => clearTimeout(timer));
}
