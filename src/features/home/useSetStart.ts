import { setOfficeSettings } from "@domain/changes/setOfficeSettings";
import type { OfficeStart } from "@domain/job/officeSettings";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";

/** Stores, for the whole office, how far its setup is. */
export function useSetStart(): (start: OfficeStart) => void {
  const { make } = useChange();
  return (start) => make(newChange(setOfficeSettings, { start }), { name: "Office settings" });
}
