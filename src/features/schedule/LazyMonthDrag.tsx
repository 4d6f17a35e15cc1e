import { useEffect } from "react";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { showToast } from "@/lib/toasts";
import type { MonthDragProps } from "./MonthDrag";

const load = () => import("./MonthDrag");

/** Starts loading the code, so that the first press does not wait for it. */
export function preloadMonthDrag(): void {
  // The press retries and reports the failure.
  load().catch(() => undefined);
}

export const LazyMonthDrag = lazyPart<MonthDragProps>(async () => (await load()).MonthDrag, {
  Loading: () => null,
  Failed: DragFailed,
});

/** Reports the failure only once the person drags. */
function DragFailed({ error, props, onRetry }: FailedProps<MonthDragProps>) {
  const { grab } = props;
  useEffect(() => {
    if (grab === null) return;
    const warn = () => {
      showToast("warning", "Not moved", {
        id: "month-drag",
        description: error.message,
      });
      onRetry();
    };
    window.addEventListener("pointermove", warn, { once: true });
    return () => window.removeEventListener("pointermove", warn);
  });
  return null;
}
