import { useEffect } from "react";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { showToast } from "@/lib/toasts";
import type { MonthDragProps } from "./MonthDrag";

/** Loaded when something is first pressed: most who open the month only read it. */
export const LazyMonthDrag = lazyPart<MonthDragProps>(
  async () => (await import("./MonthDrag")).MonthDrag,
  { Loading: () => null, Failed: DragFailed },
);

/** Says so only to a person who drags. */
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
