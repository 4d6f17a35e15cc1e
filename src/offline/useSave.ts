import { useCallback, useState } from "react";
import { reportFault, toAppError, type AppError } from "@/lib/appErrors";
import { connectionState } from "@/lib/connection/connectionState";
import { beginPendingWork, type PendingWork } from "@/lib/pendingWork";
import { showToast } from "@/lib/toasts";
import { undoToast, type Undoable } from "@/offline/outbox/undoable";

export type SaveOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

export interface SaveOptions<T> {
  /** The label of what is saved, such as "Price". */
  readonly name: string;
  /** Title of the toast; `null` if the screen itself shows the success, or if there is none. */
  readonly saved?: string | null | ((value: T) => string | null);
  readonly failed?: string;
  /** The kind of pending work until the response: "saving" by default, null if the outbox counts the change. */
  readonly counts?: PendingWork | null;
  /** Whether the screen shows this error itself, for example at the field. */
  readonly shows?: (error: AppError) => boolean;
  /** The action that the toast of a success can undo; undefined if nothing was changed. */
  readonly undo?: (value: T) => Undoable | undefined;
  /** Opens the saved record from the toast. */
  readonly open?: () => void;
  /** True to fail at once without signal, instead of waiting unseen. */
  readonly needsServer?: boolean;
}

/** Runs a mutation or action and shows the result in one toast. */
export function useSave() {
  const [pending, setPending] = useState(0);

  const save = useCallback(
    async <T>(change: () => Promise<T>, options: SaveOptions<T>): Promise<SaveOutcome<T>> => {
      const { name, saved = "Saved", failed = "Save failed", shows } = options;
      const { counts = "saving" } = options;
      setPending((count) => count + 1);
      const endWork = counts && beginPendingWork(counts);
      try {
        if (options.needsServer) requireServer();
        const value = await change();
        const title = typeof saved === "function" ? saved(value) : saved;
        const undo = options.undo?.(value);
        if (title !== null)
          showToast("success", title, {
            description: name,
            ...(undo && undoToast(undo)),
            ...(options.open && openToast(options.open)),
          });
        return { ok: true, value };
      } catch (thrown) {
        const error = toAppError(thrown);
        reportFault(thrown);
        if (!shows?.(error)) {
          showToast("error", failed, {
            description: refusalText(name, error.message),
          });
        }
        return { ok: false, error };
      } finally {
        endWork?.();
        setPending((count) => count - 1);
      }
    },
    [],
  );

  return { save, isSaving: pending > 0 };
}

/** The toast's button before Undo, which is Sonner's `cancel`. */
export function openToast(onClick: () => void) {
  return { cancel: { label: "Open", onClick } };
}

/**
 * For example "12 Elm Street: Price was changed since". The last part of the name is left out if the sentence begins
 * with it.
 */
function refusalText(name: string, sentence: string): string {
  const parts = name.split(": ");
  const isNamed = sentence.startsWith(`${parts.at(-1)} `);
  return [...(isNamed ? parts.slice(0, -1) : parts), sentence].join(": ");
}

function requireServer(): void {
  if (connectionState() !== "offline") return;
  const offline: AppError = {
    code: "CONNECTION_LOST",
    message: "This needs a connection. Try again when the signal is back.",
  };
  throw offline;
}
