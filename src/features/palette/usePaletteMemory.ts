import { useEffect, useState } from "react";
import { readOpened } from "@/job/openedJobs";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import type { OpenedJob } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";

type Counts = Readonly<Record<string, number>>;

interface PaletteMemory {
  /** The jobs opened last on this device, the last one first. */
  readonly opened: readonly OpenedJob[];
  /** How often each action or page was chosen here, by the id of its entry. */
  readonly chosen: Counts;
}

const NOTHING: PaletteMemory = { opened: [], chosen: {} };

/** The palette's memory on this device, per person and workspace: recent jobs, and how often entries were chosen. */
export function usePaletteMemory() {
  const { store } = useDeviceStore();
  const [memory, setMemory] = useState(NOTHING);
  useEffect(() => {
    if (store === null) return;
    let isCurrent = true;
    const read = async () => {
      const [opened, chosen] = await Promise.all([readOpened(store), readChosen(store)]);
      if (isCurrent) setMemory({ opened, chosen });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [store]);
  return {
    ...memory,
    note: (id: string) => {
      if (store !== null && /^(?:action|page|do) /.test(id)) void tryStore(countChosen(store, id));
    },
  };
}

async function readChosen(store: DeviceStore): Promise<Counts> {
  const fact = await tryStore(store.read(["facts"], (tx) => tx.objectStore("facts").get("chosen")));
  return fact?.name === "chosen" ? fact.value : {};
}

async function countChosen(store: DeviceStore, id: string): Promise<void> {
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const fact = await facts.get("chosen");
    const before: Counts = fact?.name === "chosen" ? fact.value : {};
    await facts.put({
      name: "chosen",
      value: { ...before, [id]: (before[id] ?? 0) + 1 },
    });
  });
}
