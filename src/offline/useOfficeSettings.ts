import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { withCompanyName, type OfficeSettings } from "@domain/job/officeSettings";
import { useDayCopies } from "./days/DayCopyProvider";
import { OfficeRows } from "./outbox/officeRows";
import { unrefused } from "./outbox/shownRows";
import { useOutbox } from "./useOutbox";

/**
 * The options of the office, with the changes that wait on this device; without signal, from the copy on the device.
 * Undefined while they are loading.
 */
export function useOfficeSettings(): OfficeSettings | undefined {
  const live = useQuery(api.office.settings);
  const { copy, isOffline } = useDayCopies();
  const { items } = useOutbox();
  return useMemo(() => {
    const isMissing = !copy && !isOffline;
    if (live === undefined && isMissing) return undefined;
    const { settings = {}, templates = {} } = copy ?? {};
    const known = live ?? withCompanyName(settings, templates);
    return new OfficeRows({ settings: known }, unrefused(items)).settings;
  }, [live, copy, isOffline, items]);
}
