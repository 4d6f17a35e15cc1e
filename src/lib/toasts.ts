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

export function showToast(
  kind: Toast["kind"],
  title: string,
  options: ExternalToast = {},
): void {
  if (shown !== null) shown[kind](title, options);
  else waiting.set([...waiting.get(), { kind, title, options }]);
}

export function dismissToast(id: string): void {
  shown?.dismiss(id);
  waiting.set(waiting.get().filter(({ options }) => options.id !== id));
}

/** Called with Sonner's functions while its container is on the page. */
export function provideToasts(toast: typeof sonner | null): void {
  shown = toast;
  if (toast === null) return;
  const missed = waiting.get();
  waiting.set([]);
  for (const { kind, title, options } of missed) toast[kind](title, options);
}

export function useWaitingToasts(): readonly Toast[] {
  return useSharedValue(waiting);
}
