import { SharedValue, useSharedValue } from "./SharedValue";

/** The dialogs that can be opened from every page. */
export type PageDialogName =
  | "palette"
  | "shortcuts"
  | "history"
  | "hours"
  | "due"
  | "order"
  | "import";

const current = new SharedValue<PageDialogName | null>(null);

export function openPageDialog(name: PageDialogName | null): void {
  current.set(name);
}

export function usePageDialog(): PageDialogName | null {
  return useSharedValue(current);
}
