/** The jobs that were opened on this device, the last one first: the palette offers them. */
import { useEffect, useEffectEvent } from "react";
import { placeText } from "@domain/customer/places";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { OpenedJob } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import type { Job } from "./jobForm";
import { jobKey } from "@domain/changes/subjects";

const MAX_OPENED = 5;

export async function readOpened(store: DeviceStore): Promise<readonly OpenedJob[]> {
  const fact = await tryStore(store.read(["facts"], (tx) => tx.objectStore("facts").get("opened")));
  return fact?.name === "opened" ? fact.value : [];
}

/** Adds the open job to the list of opened jobs. */
export function useNoteOpened(job: Job): void {
  const { store } = useDeviceStore();
  const id = jobKey(job);
  const note = useEffectEvent((opened: DeviceStore) => {
    const name = job.customer_name;
    void tryStore(writeOpened(opened, { id, name, place: placeText(job) }));
  });
  useEffect(() => {
    if (store !== null) note(store);
  }, [store, id]);
}

async function writeOpened(store: DeviceStore, job: OpenedJob): Promise<void> {
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const fact = await facts.get("opened");
    const before = fact?.name === "opened" ? fact.value : [];
    const others = before.filter(({ id }) => id !== job.id);
    await facts.put({
      name: "opened",
      value: [job, ...others].slice(0, MAX_OPENED),
    });
  });
}
