import type { InstallPrompt } from "./installHint";

/** Milliseconds, so that the requests of the first load go first. */
const IDLE_AFTER_MS = 3000;

/** Keeps the install prompt: Chromium dispatches it once, soon after the page is loaded. */
export function captureInstallPrompt(): () => InstallPrompt | null {
  let captured: InstallPrompt | null = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    captured = event as InstallPrompt;
  });
  return () => captured;
}

/** Runs the task 3 s after the page has loaded. It handles its own failures. */
export function runWhenIdle(task: () => void): void {
  const run = () => setTimeout(task, IDLE_AFTER_MS);
  if (document.readyState === "complete") run();
  else window.addEventListener("load", run, { once: true });
}
