import type { CSSProperties } from "react";
import { VISIT_MINUTES, type ShownHours } from "@domain/job/weekGrid";

/** The place of a row in a column of hours that are `--hour` high. */
export function rowStyle(
  minute: number,
  hours: ShownHours,
  minutes = VISIT_MINUTES,
): CSSProperties {
  return {
    top: `calc(var(--hour) * ${minute / 60 - hours.from})`,
    height: `calc(var(--hour) * ${minutes / 60})`,
  };
}
