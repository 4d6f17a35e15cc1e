import { thisDevice } from "@/lib/thisDevice";
import { showToast } from "@/lib/toasts";

/** This device has no store. The message gives the reason. */
export class NoStoreError extends Error {
  override readonly name = "NoStoreError";
}

const shown = new Set<string>();

/** Shows a problem of the whole device, such as that it keeps nothing, once instead of at each change. */
export function showStoreProblemOnce(sentence: string): void {
  if (shown.has(sentence)) return;
  shown.add(sentence);
  showStoreProblem(sentence);
}

/** Says why this device could not keep the person's work, for example because it is full. */
export function showStoreProblem(sentence: string): void {
  showToast("warning", `Not kept on ${thisDevice()}`, {
    id: "store-problem",
    description: sentence,
    duration: 10_000,
  });
}
