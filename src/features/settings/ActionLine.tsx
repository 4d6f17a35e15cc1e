import { clsx } from "clsx";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/Button";
import { Spinner } from "@/components/ui/Spinner";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import { SharedContacts } from "./SharedContacts";
import type { Outcome } from "./useSettingsActions";

interface ActionLineProps {
  /** Progress of the running operation, if any. */
  readonly progress: string | null;
  readonly outcome: Outcome | null;
  /** Null if the action cannot be restored. */
  readonly onRestore: (() => void) | null;
}

/** Below the cards: progress of the current action, or result of the last, which is scrolled into view. */
export function ActionLine({ progress, outcome, onRestore }: ActionLineProps) {
  const isShown = progress !== null || outcome !== null;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== null && line.current) scrollIntoViewIfNeeded(line.current);
  }, [outcome]);
  return (
    <div
      ref={line}
      aria-live="polite"
      className="scroll-mb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {isShown && (
        <div className="flex flex-col gap-2 rounded-xl border border-line bg-raised px-4 py-3 text-sm shadow-lift">
          <div
            className={clsx(
              "flex items-center gap-3 [&_svg]:size-4 [&_svg]:shrink-0",
              outcome?.isError && "text-danger-ink",
            )}
          >
            <ActionIcon outcome={outcome} />
            <span className="min-w-0 tabular-nums">
              {progress ?? outcome?.message}
            </span>
            {onRestore !== null && (
              <Button className="ml-auto shrink-0" onClick={onRestore}>
                Restore
              </Button>
            )}
          </div>
          {outcome?.action === "dedupe" && !outcome.isError && (
            <SharedContacts />
          )}
        </div>
      )}
    </div>
  );
}

function ActionIcon({ outcome }: Pick<ActionLineProps, "outcome">) {
  if (outcome === null) return <Spinner label={null} className="size-4" />;
  if (outcome.isError) return <CircleAlert aria-hidden="true" />;
  return <CircleCheck aria-hidden="true" className="text-green-ink" />;
}
