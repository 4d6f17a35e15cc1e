import type { Ref } from "react";
import { Plus } from "@/components/icons/firstIcons";
import { Button } from "@/components/ui/Button";
import { preloadJobDialog } from "@/features/jobs/LazyJobDialog";
import { NextDay, PreviousDay, type DayControlsProps } from "./DayNavigator";

interface DayBarProps extends DayControlsProps {
  readonly isDesk: boolean;
  readonly onAdd: () => void;
  /** A ref for the element that holds the link of the route. */
  readonly routeRef: Ref<HTMLDivElement>;
}

/** The bar at a phone's bottom edge, within reach of a thumb. The page leaves room for it. A desk has only Add job. */
export function DayBar({
  day,
  today,
  isDesk,
  onPrevious,
  onToday,
  onNext,
  onAdd,
  routeRef,
}: DayBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(3.75rem+env(safe-area-inset-bottom))] items-center border-t border-line bg-surface px-[max(0.25rem,calc(var(--frame-edge)-0.75rem),var(--notch))] pb-[env(safe-area-inset-bottom)] lg:contents print:hidden">
      {!isDesk && (
        <div role="group" aria-label="Day" className="flex items-center">
          <PreviousDay onClick={onPrevious} />
          <Button
            variant="ghost"
            aria-label="Back to today"
            aria-disabled={day === today}
            onClick={onToday}
            className="px-2! text-sm! sm:px-4!"
          >
            Today
          </Button>
          <NextDay onClick={onNext} />
        </div>
      )}
      <button
        type="button"
        data-floating-action
        onClick={onAdd}
        onPointerEnter={preloadJobDialog}
        onFocus={preloadJobDialog}
        className="inline-flex h-14 items-center gap-2 rounded-full bg-accent pr-5 pl-4 font-semibold text-on-accent shadow-float transition-colors hover:bg-accent-hover max-lg:ml-auto max-lg:has-[+_:empty]:mr-3 max-lg:h-12 max-lg:max-[24rem]:gap-1 max-lg:max-[24rem]:px-3 lg:fixed lg:right-frame lg:bottom-[max(1.25rem,env(safe-area-inset-bottom))] lg:z-10 forced-colors:border print:hidden"
      >
        <Plus aria-hidden="true" className="size-5" />
        Add job
      </button>
      <div ref={routeRef} className="contents" />
    </div>
  );
}
