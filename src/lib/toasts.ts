import type { ExternalToast, toast as sonner } from "sonner";
import { SharedValue, useSharedValue } from "./SharedValue";

export interface Toast {
  readonly kind: "success" | "error" | "warning" | "message";
  readonly title: string;
  readonly options: ExternalToast;
}

/** Sonner is not part of the first load: toasts wait until its container is on the page. */
let shown: typeof sonner | null = null;
const waiting = new SharedValue<readonly Toast[]>([]);
/** Sonner's id of each open toast, by its `options.id`. */
const openToasts = new Map<string | number, string | number>();

export function showToast(
  kind: Toast["kind"],
  title: string,
  options: ExternalToast = {},
): void {
  const next = { kind, title, options };
  if (shown !== null) show(shown, next);
  else waiting.set([...waiting.get(), next]);
}

/**
 * A toast that leaves keeps its id for 200 ms: Sonner would show another one with
 * this id in it, and remove both. So the next one gets an id of Sonner's, and
 * `options.id` names only a toast that is not leaving.
 */
function show(toast: typeof sonner, { kind, title, options }: Toast): void {
  const { id, action, onDismiss, onAutoClose, ...rest } = options;
  const leave = () => {
    if (id !== undefined && openToasts.get(id) === sonnerId)
      openToasts.delete(id);
  };
  const open = id === undefined ? undefined : openToasts.get(id);
  const sonnerId = toast[kind](title, {
    ...rest,
    ...(open !== undefined && { id: open }),
    action: once(action, leave),
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
  if (typeof action !== "object" || action === null || !("onClick" in action))
    return action;
  let isDone = false;
  const { onClick } = action;
  return {
    ...action,
    onClick: (event) => {
      if (isDone) return;
      onClick(event);
      // The toast stays, and so does its action.
      if (event.defaultPrevented) return;
      isDone = true;
      leave();
    },
  };
}

export function dismissToast(id: string): void {
  const open = openToasts.get(id);
  if (open !== undefined) shown?.dismiss(open);
  openToasts.delete(id);
  waiting.set(waiting.get().filter(({ options }) => options.id !== id));
}

/** Called with Sonner's functions while its container is on the page. */
export function provideToasts(toast: typeof sonner | null): void {
  shown = toast;
  if (toast === null) return;
  const missed = waiting.get();
  waiting.set([]);
  for (const each of missed) show(toast, each);
}

export function useWaitingToasts(): readonly Toast[] {
  return useSharedValue(waiting);
}
