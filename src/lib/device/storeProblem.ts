import { thisDevice } from "./thisDevice";
import { showToast } from "../toasts";

const shown = new Set<string>();

/** Of a device that keeps nothing, which the person knows after the first change. */
export function showStoreProblemOnce(sentence: string): void {
  if (shown.has(sentence)) return;
  shown.add(sentence);
  showStoreProblem(sentence);
}

/** Says why this device could not keep what the person did, such as that it is full. */
export function showStoreProblem(sentence: string): void {
  showToast("warning", `Not kept on ${thisDevice()}`, {
    id: "store-problem",
    description: sentence,
    duration: 10_000,
  });
}
