import { useNavigate } from "@tanstack/react-router";
import { monthOf, type DayKey } from "@domain/days";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { rememberCalendarView, type CalendarView } from "@/lib/calendarView";

const VIEWS = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
] as const;

interface ViewChoiceProps {
  readonly view: CalendarView;
  /** A day that the other view shows as well. Without one, it shows today. */
  readonly day: DayKey | undefined;
}

/** Shows the calendar as a month or as a week. The links to the calendar keep the choice. */
export function ViewChoice({ view, day }: ViewChoiceProps) {
  const navigate = useNavigate();
  const choose = (next: CalendarView) => {
    rememberCalendarView(next);
    void navigate({
      to: "/calendar",
      search:
        next === "week"
          ? { view: "week", date: day }
          : { month: day && monthOf(day) },
    });
  };
  return (
    <SegmentedControl
      label="View"
      options={VIEWS}
      value={view}
      onChange={choose}
    />
  );
}
