import { useNavigate } from "@tanstack/react-router";
import { createPortal } from "react-dom";
import { crewOf } from "@domain/job/crewVisits";
import { dayRange, type DayKey } from "@domain/dates/days";
import { visitsOfDay } from "@domain/job/dayVisits";
import { useDayJobs } from "../dayJobs/useDayJobs";
import { CrewFilter, type CrewChoice } from "./CrewFilter";
import { useLastingOfDay } from "../dayJobs/useLastingOfDay";

export interface DayCrewsProps extends Pick<CrewChoice, "crew"> {
  readonly day: DayKey;
  /** The element in the heading that holds the choice. */
  readonly slot: HTMLElement;
}

/** Chooses the crew whose visits the day shows. */
export function DayCrews({ day, slot, crew }: DayCrewsProps) {
  const { jobs } = useDayJobs(day);
  const navigate = useNavigate();
  const change = (chosen: string | undefined) =>
    void navigate({
      to: "/dashboard",
      search: (newest) => ({ ...newest, crew: chosen }),
      replace: true,
      resetScroll: false,
    });
  const { lasting } = useLastingOfDay({ day, crew: undefined, jobs });
  const crews =
    jobs &&
    visitsOfDay([...lasting, ...jobs], dayRange(day)).map(({ job, type }) => crewOf(job, type));
  return createPortal(<CrewFilter crew={crew} crews={crews} onChange={change} />, slot);
}
