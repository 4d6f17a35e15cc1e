import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { dayRange, nextDay, type DayKey } from "@domain/dates/days";
import { counted } from "@domain/text/text";
import { visitsOn } from "@domain/job/visits";
import { buttonClass } from "@/components/ui/buttonClass";
import { Card } from "@/components/ui/Card";
import { useNow, useToday } from "@/lib/useNow";

/** In an office with only example data: a link to the next day with visits, which in the evening is tomorrow. */
export function ExampleDay() {
  const now = useNow();
  const today = useToday();
  const tomorrow = nextDay(today);
  const todays = useVisits(today);
  const tomorrows = useVisits(tomorrow);
  const isToday = todays?.some(({ at }) => at >= now) || tomorrows?.length === 0;
  const visits = todays && (isToday ? todays : tomorrows);
  const name = isToday ? "today" : "tomorrow";
  return (
    <Card
      className={clsx(
        // Invisible while it loads, so that nothing moves afterwards.
        visits === undefined && "invisible",
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5",
      )}
    >
      <p>
        <span className="font-semibold">
          Example office: {counted(visits?.length ?? 0, "visit")} {name}.
        </span>{" "}
        <span className="text-ink-muted">
          Change what you like; Settings removes it as a whole.
        </span>
      </p>
      <Link
        to="/dashboard"
        search={{ date: isToday ? today : tomorrow }}
        className={buttonClass("primary")}
      >
        Open {name}
      </Link>
    </Card>
  );
}

/** The visits of a day; undefined while they load. */
function useVisits(day: DayKey) {
  const range = dayRange(day);
  const jobs = useQuery(api.jobs.getScheduledForDay, {
    dayStart: range.from,
    dayEnd: range.until,
  });
  return jobs && visitsOn(jobs, range);
}
