import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { Ref } from "react";
import {
  formatLongDay,
  formatShortDay,
  relativeDayLabel,
  weekdayName,
  type DayKey,
} from "@domain/dates/days";
import { PageHeader } from "@/components/Page";
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  Package,
  Printer,
} from "@/components/icons/firstIcons";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { IconButton } from "@/components/ui/IconButton";

export interface DayControlsProps {
  readonly day: DayKey;
  readonly today: DayKey;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onToday: () => void;
}

interface DayNavigatorProps extends DayControlsProps {
  /** True if the controls are here; on a phone they are in DayBar. */
  readonly isDesk: boolean;
  /** A ref for the element that holds the choice of the crew. */
  readonly crewRef: Ref<HTMLDivElement>;
}

/** On a phone the buttons are icons, so that they fit on the line of the day. */
const ON_PHONE = "max-sm:w-11 max-sm:px-0";
const WORDS = "max-sm:sr-only";

export function DayNavigator({
  day,
  today,
  onPrevious,
  onNext,
  onToday,
  isDesk,
  crewRef,
}: DayNavigatorProps) {
  return (
    <PageHeader
      title={weekdayName(day)}
      titleLabel={formatLongDay(day)}
      count={
        <>
          <span className={clsx("print:hidden", day === today && "font-medium text-ink")}>
            {relativeDayLabel(day, today)}
          </span>
          <span aria-hidden="true" className="print:hidden">
            {" "}
            ·{" "}
          </span>
          <time dateTime={day} className="whitespace-nowrap">
            {formatShortDay(day)}
          </time>
        </>
      }
      controls={
        isDesk ? (
          <>
            <PreviousDay onClick={onPrevious} />
            <NextDay onClick={onNext} />
          </>
        ) : null
      }
      actions={
        <>
          <div ref={crewRef} className="empty:hidden" />
          <IconButton
            label="Print this day"
            className="max-lg:hidden"
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" />
          </IconButton>
          <Link to="/inventory" className={clsx(buttonClass("ghost"), ON_PHONE)}>
            <Package aria-hidden="true" />
            <span className={WORDS}>Inventory</span>
          </Link>
          <Link to="/calendar" className={clsx(buttonClass("secondary"), ON_PHONE)}>
            <CalendarDays aria-hidden="true" />
            <span className={WORDS}>Open calendar</span>
          </Link>
        </>
      }
      back={
        isDesk &&
        day !== today && (
          <Button aria-label="Back to today" onClick={onToday}>
            Today
          </Button>
        )
      }
    />
  );
}

export function PreviousDay({ onClick }: { readonly onClick: () => void }) {
  return (
    <IconButton label="Previous day" onClick={onClick}>
      <ChevronLeft aria-hidden="true" />
    </IconButton>
  );
}

export function NextDay({ onClick }: { readonly onClick: () => void }) {
  return (
    <IconButton label="Next day" onClick={onClick}>
      <ChevronRight aria-hidden="true" />
    </IconButton>
  );
}
