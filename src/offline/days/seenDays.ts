/** Each day as this device last showed it, in the device's store, which a sign-out empties. */
import type { SeenVisit } from "@domain/job/dayChanges";
import { addDays, dayKeyOf, dayRange } from "@domain/dates/days";
import type { SeenDay } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";

/** The last 20 days that the person looked at are kept, from yesterday on. */
const MAX_DAYS = 20;

/** Reads a day as the device last showed it; null if it has not. */
export async function readSeenDay(
  store: DeviceStore,
  from: number,
): Promise<readonly SeenVisit[] | null> {
  const fact = await store.read(["facts"], (tx) => tx.objectStore("facts").get("seen"));
  const days = fact?.name === "seen" ? fact.value : [];
  return days.find((day) => day.from === from)?.visits ?? null;
}

export async function writeSeenDay(store: DeviceStore, day: SeenDay, now: number): Promise<void> {
  const oldest = dayRange(addDays(dayKeyOf(now), -1)).from;
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const fact = await facts.get("seen");
    const days = fact?.name === "seen" ? fact.value : [];
    const others = days.filter(({ from }) => from >= oldest && from !== day.from);
    await facts.put({
      name: "seen",
      value: [day, ...others].slice(0, MAX_DAYS),
    });
  });
}
