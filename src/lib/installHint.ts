import { hasPendingWork } from "./pendingWork";
import { readLocal, writeLocal } from "./safeStorage";
import { isAppleDevice } from "./thisDevice";
import { showToast } from "./toasts";

/** The time of the first visit, in milliseconds; DISMISSED once the hint was dismissed. */
const KEY = "downspout:install-hint";
const DISMISSED = "dismissed";

/** A start after this long is a second visit. */
const SECOND_VISIT_MS = 30 * 60 * 1000;

/** Chromium's offer to install the page; no other browser has it. */
export interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>;
}

interface Hint {
  readonly title: string;
  readonly description: string;
}

const NEEDS_HTTPS: Hint = {
  title: "This address does not open without signal",
  description: "Downspout needs https for that. The office's guide says how to set it up.",
};

/**
 * Shows, from the second visit with a phone, how to put Downspout on the home screen, until it is dismissed. Not while
 * changes wait on this device, because an app on an iPhone's home screen starts with an empty storage.
 */
export function showInstallHint(installPrompt: InstallPrompt | null, now = Date.now()): void {
  const stored = readLocal(KEY);
  if (stored === DISMISSED || !isPhone() || isInstalled()) return;
  if (stored === null) writeLocal(KEY, String(now));
  const isSecondVisit = stored !== null && now - Number(stored) >= SECOND_VISIT_MS;
  if (!isSecondVisit || hasPendingWork()) return;
  const { title, description } = window.isSecureContext
    ? installText(installPrompt !== null)
    : NEEDS_HTTPS;
  const dismiss = () => writeLocal(KEY, DISMISSED);
  showToast("message", title, {
    id: "install-hint",
    description,
    duration: Infinity,
    onDismiss: dismiss,
    action: {
      label: installPrompt ? "Install" : "OK",
      onClick: () => {
        dismiss();
        void installPrompt?.prompt();
      },
    },
  });
}

function installText(canInstall: boolean): Hint {
  const title = "Put Downspout on the home screen";
  if (canInstall)
    return {
      title,
      description: "It opens like an app, also without signal.",
    };
  return isAppleDevice()
    ? {
        title,
        description:
          "Tap Share, then Add to Home Screen, and sign in there once. Safari deletes what a page keeps after 7 days without a visit; an app on the home screen keeps it.",
      }
    : {
        title,
        description:
          "In the browser's menu, choose Add to Home screen. It opens like an app, also without signal.",
      };
}

function isPhone(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

function isInstalled(): boolean {
  return window.matchMedia("(display-mode: standalone)").matches;
}
