import { toast, type ExternalToast } from "sonner";
import type { Toast, Toasts } from "@/lib/toasts";

/** Sonner's id of each open toast, by its `options.id`. */
const openToasts = new Map<string | number, string | number>();

/**
 * A toast that leaves keeps its id for 200 ms: Sonner would show another one with
 * this id in it, and remove both. So the next one gets an id of Sonner's, and
 * `options.id` names only a toast that is not leaving.
 */
function show({ kind, title, options }: Toast): void {
  const { id, action, cancel, onDismiss, onAutoClose, ...rest } = options;
  const leave = () => {
    if (id !== undefined && openToasts.get(id) === sonnerId) openToasts.delete(id);
  };
  const open = id === undefined ? undefined : openToasts.get(id);
  const sonnerId = toast[kind](title, {
    ...rest,
    ...(open !== undefined && { id: open }),
    action: once(action, leave),
    cancel: once(cancel, leave),
    onDismiss: (closed) => {
      leave();
      onDismiss?.(closed);
    },
    onAutoClose: (closed) => {
      leave();
      onAutoClose?.(closed);
    },
  });
  if (id !== undefined) openToasts.set(id, sonnerId);
}

type ToastAction = ExternalToast["action"];

/** The button can be clicked again while its toast leaves. */
function once(action: ToastAction, leave: () => void): ToastAction {
  if (typeof action !== "object" || action === null || !("onClick" in action)) return action;
  let isDone = false;
  const { onClick } = action;
  return {
    ...action,
    onClick: (event) => {
      if (isDone) return;
      onClick(event);
      // `preventDefault` keeps the toast open, so its button must work again.
      if (event.defaultPrevented) return;
      isDone = true;
      leave();
    },
  };
}

function dismiss(id: string): void {
  const open = openToasts.get(id);
  if (open !== undefined) toast.dismiss(open);
  openToasts.delete(id);
}

export const sonnerToasts: Toasts = { show, dismiss };
