import type { ExternalToast } from "sonner";
import { SharedValue, useSharedValue } from "./SharedValue";

export interface Toast {
  readonly kind: "success" | "error" | "warning" | "message";
  readonly title: string;
  readonly options: ExternalToast;
}

export interface Toasts {
  readonly show: (toast: Toast) => void;
  /** Removes the toast that was shown with this `options.id`. */
  readonly dismiss: (id: string) => void;
}

/** Sonner is not part of the first load: toasts are queued until its container is on the page. */
let shown: Toasts | null = null;
const waiting = new SharedValue<readonly Toast[]>([]);

export function showToast(kind: Toast["kind"], title: string, options: ExternalToast = {}): void {
  const toast = { kind, title, options };
  if (shown !== null) shown.show(toast);
  else waiting.set([...waiting.get(), toast]);
}

export function dismissToast(id: string): void {
  shown?.dismiss(id);
  waiting.set(waiting.get().filter(({ options }) => options.id !== id));
}

/** Called with Sonner's toasts while its container is on the page. */
export function provideToasts(toasts: Toasts | null): void {
  shown = toasts;
  if (toasts === null) return;
  const missed = waiting.get();
  waiting.set([]);
  for (const toast of missed) toasts.show(toast);
}

export function useWaitingToasts(): readonly Toast[] {
  return useSharedValue(waiting);
}
