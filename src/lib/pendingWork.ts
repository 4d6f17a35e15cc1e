/** A person's work on this page that the server does not have yet. */
import { useEffect } from "react";
import { Listeners } from "./Listeners";
import { SharedValue, useSharedValue } from "./SharedValue";

/**
 * - `unsaved`: lost if the page is closed.
 * - `saving`: lost too, but already being sent to the server; the connection notice counts it.
 * - `stored`: text of an open form, which this device keeps.
 * - `waiting`: a change in the outbox of this device, which the server has not answered.
 * - `refused`: a change in the outbox that the server has refused.
 */
export type PendingWork = "unsaved" | "saving" | "stored" | "waiting" | "refused";

const begun = new Set<{ readonly kind: PendingWork }>();
const noOpenText = new Listeners();
const savingCount = new SharedValue(0);
let unsavedPhotoCount = () => 0;

/** Counts photos that would be lost as unsaved work. */
export function countUnsavedPhotosBy(count: () => number): void {
  unsavedPhotoCount = count;
}

/** Counts work until the returned function is called, which is when the work is saved or discarded. */
export function beginPendingWork(kind: PendingWork): () => void {
  const work = { kind };
  begun.add(work);
  countSaving();
  return () => {
    const hadOpenText = hasOpenText();
    begun.delete(work);
    countSaving();
    // Deferred: when the kind changes, React ends the old work before it begins the new.
    if (hadOpenText && !hasOpenText())
      queueMicrotask(() => {
        if (!hasOpenText()) noOpenText.notify();
      });
  };
}

/** Counts work while the component is mounted and `kind` is not null. */
export function usePendingWork(kind: PendingWork | null): void {
  useEffect(() => (kind === null ? undefined : beginPendingWork(kind)), [kind]);
}

/** The kind of pending work that a form's text is. */
export function openText(isFilled: boolean, isStored: boolean): PendingWork | null {
  if (!isFilled) return null;
  return isStored ? "stored" : "unsaved";
}

export function hasUnsavedWork(): boolean {
  return hasKind("unsaved", "saving") || unsavedPhotoCount() > 0;
}

/** Whether a request has no response yet. Includes requests that the device keeps and sends later. */
export function hasUnansweredWork(): boolean {
  return hasUnsavedWork() || hasKind("waiting");
}

/** The number of saves in flight that the device does not keep. */
export function useSavingCount(): number {
  return useSharedValue(savingCount);
}

export function hasPendingWork(): boolean {
  return begun.size > 0 || hasUnsavedWork();
}

/** Whether a form has unsaved text. The page then stays although the session has ended in another tab. */
export function hasOpenText(): boolean {
  return hasKind("unsaved", "saving", "stored");
}

/** Calls the listener when no form has unsaved text any more. Returns a function that unsubscribes. */
export const onNoOpenText = noOpenText.subscribe;

/**
 * Whether the page may be reloaded without asking. Not with an open dialog: it may hold text that no form has
 * counted.
 */
export function isReloadHarmless(): boolean {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  return dialog === null && !hasUnsavedWork();
}

/** Whether a reload keeps the typed text: each open dialog is a form whose text is stored on this device. */
export function isTextKept(): boolean {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const stored = [...begun].filter(({ kind }) => kind === "stored");
  return dialogs.length <= stored.length && !hasUnsavedWork();
}

function hasKind(...kinds: readonly PendingWork[]): boolean {
  return [...begun].some(({ kind }) => kinds.includes(kind));
}

function countSaving(): void {
  const count = [...begun].filter(({ kind }) => kind === "saving").length;
  if (count !== savingCount.get()) savingCount.set(count);
}
