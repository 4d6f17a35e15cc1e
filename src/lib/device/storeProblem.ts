import { showToast } from "../toasts";

const shown = new Set<string>();

/** Says once why this device could not keep a change, which is then sent directly. */
export function showStoreProblem(sentence: string): void {
  if (shown.has(sentence)) return;
  shown.add(sentence);
  showToast("warning", "Not kept on this phone", {
    id: "store-problem",
    description: sentence,
    duration: 10_000,
  });
}
