import { useNavigate } from "@tanstack/react-router";
import { monthOf, type DayKey } from "@domain/dates/days";
import { SegmentedControl } from "@/components/ui/SegmentedControl";

const VIEWS = [
  { value: "month", label: "Month" },
  { value: "week", label: "Week" },
] as const;

interface ViewChoiceProps {
  readonly view: "month" | "week";
  /** A day that the other view shows as well. Without one, it shows today. */
  readonly day: DayKey | undefined;
}

/** Shows the calendar as a month or as a week. Links to the calendar open the month; Back returns to the week. */
export function ViewChoice({ view, day }: ViewChoiceProps) {
  const navigate = useNavigate();
  const choose = (next: ViewChoiceProps["view"]) =>
    void navigate({
      to: "/calendar",
      search: ({ crew }) =>
        next === "week" ? { view: "week", date: day, crew } : { month: day && monthOf(day), crew },
    });
  return <SegmentedControl label="View" options={VIEWS} value={view} onChange={choose} />;
}
