import { isTextKept } from "./pendingWork";
import { reloadWithNewVersion } from "./waitingWorker";

/** Milliseconds. Text is written to the device 150 ms after it was typed, and on a busy phone a little later. */
const WRITTEN_WITHIN_MS = 1000;
const CHECK_EVERY_MS = 50;

/** Reloads the page, unless that would lose typed text. Then returns a sentence that says what to do first. */
export async function reloadKeepingText(): Promise<string | null> {
  let waitedMs = 0;
  while (!isTextKept()) {
    if (waitedMs >= WRITTEN_WITHIN_MS) return "Save or close what you are editing, then reload.";
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    waitedMs += CHECK_EVERY_MS;
  }
  void reloadWithNewVersion();
  return null;
}
