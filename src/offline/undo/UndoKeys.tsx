import { useConvex } from "convex/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import { dismissToast, showToast } from "@/lib/toasts";
import { useSave } from "@/offline/useSave";
import { isTyping } from "@/lib/useShortcuts";
import { undoOf, type UndoTargets } from "./undoOf";
import {
  requestUndo,
  forgetUndoable,
  lastUndoable,
  provideUndo,
  recordUndoable,
  toastIdOf,
  UNDO_TOAST_MS,
  type Undoable,
} from "@/offline/outbox/undoable";

/**
 * Undoes actions of the signed-in person in this tab: the one of a toast, or with Ctrl+Z or Cmd+Z the last remaining
 * one. An undo cannot itself be undone this way.
 */
export function UndoKeys() {
  const convex = useConvex();
  const outbox = useOpenOutbox()?.client ?? null;
  const photos = photoClientOf(convex);
  const { save } = useSave();
  // Runs one undo after another, so that each press undoes the next remaining action.
  const running = useRef(Promise.resolve());
  const request = useEffectEvent((entry?: Undoable) => {
    running.current = running.current
      .then(() => undoNext(entry, { convex, outbox, photos, save }))
      .catch((error: unknown) => reportError(error));
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event)) return;
      event.preventDefault();
      request();
    };
    window.addEventListener("keydown", onKeyDown);
    provideUndo((entry) => request(entry));
    return () => {
      provideUndo(null);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return null;
}

interface Tools extends UndoTargets {
  readonly save: ReturnType<typeof useSave>["save"];
}

/** Without an entry, undoes the last change; entries with nothing left to undo are skipped. */
async function undoNext(chosen: Undoable | undefined, tools: Tools): Promise<void> {
  const entry = chosen ?? lastUndoable();
  if (entry === undefined) {
    showToast("message", "Nothing to undo", {
      description: "Older changes are in the history.",
    });
    return;
  }
  forgetUndoable(entry.id);
  dismissToast(toastIdOf(entry));
  if (entry.runId !== undefined && chosen === undefined) {
    askToRestore(entry);
    return;
  }
  const { needsServer, run } = undoOf(entry, tools);
  const result = await tools.save(run, {
    name: entry.name,
    saved: (isUndone) => (isUndone ? "Undone" : null),
    failed: "Not undone",
    needsServer,
    counts: needsServer ? "saving" : null,
  });
  if (!result.ok) {
    if (result.error.code === "CONNECTION_LOST") recordUndoable(entry);
    return;
  }
  if (result.value) return;
  if (chosen === undefined) await undoNext(undefined, tools);
  else showToast("message", "Already undone", { description: entry.name });
}

/** A run may have deleted thousands of rows, so restoring it takes a confirmation. */
function askToRestore(entry: Undoable): void {
  showToast("message", "Restore all of it?", {
    id: toastIdOf(entry),
    description: entry.name,
    duration: UNDO_TOAST_MS,
    action: { label: "Restore", onClick: () => requestUndo(entry) },
  });
}

/** In a text field the keys undo what was typed. */
function isUndoKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false;
  if (event.ctrlKey === event.metaKey) return false;
  if (event.key.toLowerCase() !== "z") return false;
  return !isTyping(document.activeElement);
}
