/** What a person did on this page that the server does not have yet. */
import { useEffect } from "react";
import { unsavedPhotoCount } from "./photos/photosWaiting";
import { SharedValue, useSharedValue } from "./SharedValue";

/**
 * - `unsaved`: lost if the page is closed.
 * - `saving`: the same, on its way to the server; the connection notice counts it.
 * - `stored`: text of an open form, which this device keeps.
 * - `waiting`: a change in the outbox of this device, which the server has not answered.
 * - `refused`: the same, after the server has refused it.
 */
export type PendingWork =
  | "unsaved"
  | "saving"
  | "stored"
  | "waiting"
  | "refused";

const begun = new Set<{ readonly kind: PendingWork }>();
const listeners = new Set<() => void>();
const savingCount = new SharedValue(0);

/** Call the returned function once it is saved or discarded. */
export function beginPendingWork(kind: PendingWork): () => void {
  const work = { kind };
  begun.add(work);
  countSaving();
  return () => {
    const hadOpenText = hasOpenText();
    begun.delete(work);
    countSaving();
    if (hadOpenText && !hasOpenText())
      for (const listener of listeners) listener();
  };
}

/** The work of a component that may come and go; null for none. */
export function usePendingWork(kind: PendingWork | null): void {
  useEffect(() => (kind === null ? undefined : beginPendingWork(kind)), [kind]);
}

/** The kind of a form's text. */
export function openText(
  isFilled: boolean,
  isStored: boolean,
): PendingWork | null {
  if (!isFilled) return null;
  return isStored ? "stored" : "unsaved";
}

export function hasUnsavedWork(): boolean {
  return hasKind("unsaved", "saving") || unsavedPhotoCount() > 0;
}

/** Whether a request has no answer yet, also one that the device keeps and sends later. */
export function hasUnansweredWork(): boolean {
  return hasUnsavedWork() || hasKind("waiting");
}

/** How many saves that the device does not keep are on their way. */
export function useSavingCount(): number {
  return useSharedValue(savingCount);
}

export function hasPendingWork(): boolean {
  return begun.size > 0 || hasUnsavedWork();
}

/** While there is any, the end of the session in another tab does not take the page away. */
export function hasOpenText(): boolean {
  return hasKind("unsaved", "saving", "stored");
}

/** Calls the listener when no form has open text any more. Returns a function that ends this. */
export function onNoOpenText(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the page may be reloaded without asking: a dialog may hold what no form has counted. */
export function isReloadHarmless(): boolean {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  return dialog === null && !hasUnsavedWork();
}

/** Whether a reload keeps what was typed: each open dialog is a form whose text is stored on this device. */
export function isTextKept(): boolean {
  const dialogs = document.querySelectorAll(
    "[role=dialog], [role=alertdialog]",
  );
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
