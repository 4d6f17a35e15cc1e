/** The copy of the jobs' materials: the lines of the copied jobs, the items with their prices, and the colors. */
import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { offersOf, usesOf } from "@domain/estimate/lines";
import { MAX_ASKED_JOBS } from "@domain/calls/inputLimits";
import { DEFAULT_ITEM_CATEGORY } from "@domain/stock/inventory";
import type { CopiedCatalogue, CopiedLines } from "@/offline/device/deviceSchema";
import type { DeviceStore } from "@/offline/device/deviceStore";
import type { CopiedJob } from "./copiedDay";

/** Replaces the copy, so that the lines of jobs that left the days are dropped. */
export async function copyMaterials(
  store: DeviceStore,
  convex: ConvexReactClient,
  { jobs, at }: { readonly jobs: readonly CopiedJob[]; readonly at: number },
): Promise<void> {
  const category = DEFAULT_ITEM_CATEGORY;
  const items = await convex.query(api.inventory.listItems, {});
  const colors = await convex.query(api.inventory.listColors, { category });
  const lines: CopiedLines[] = [];
  for (let from = 0; from < jobs.length; from += MAX_ASKED_JOBS) {
    const jobIds = jobs.slice(from, from + MAX_ASKED_JOBS).map(({ _id }) => _id);
    const found = await convex.query(api.lines.ofJobs, { jobIds });
    for (const jobId of jobIds)
      lines.push({
        ...{ jobId, at },
        lines: found.filter((line) => line.jobId === jobId),
      });
  }
  const all = lines.flatMap((each) => each.lines);
  const uses = usesOf(all, offersOf(items));
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    await facts.put({ name: "catalogue", value: { items, colors, uses, at } });
    await facts.put({ name: "lines", value: lines });
  });
}

/** Null if the device has no copy. */
export async function readCatalogue(store: DeviceStore): Promise<CopiedCatalogue | null> {
  const fact = await store.read(["facts"], (tx) => tx.objectStore("facts").get("catalogue"));
  return fact?.name === "catalogue" ? fact.value : null;
}

/** The lines of each copied job. */
export async function readAllLines(store: DeviceStore): Promise<readonly CopiedLines[]> {
  const fact = await store.read(["facts"], (tx) => tx.objectStore("facts").get("lines"));
  return fact?.name === "lines" ? fact.value : [];
}

/** Null if the device has no copy of the job's lines. */
export async function readLines(store: DeviceStore, jobId: string): Promise<CopiedLines | null> {
  const copied = await readAllLines(store);
  return copied.find((each) => each.jobId === jobId) ?? null;
}

/** Updates the copy of a job's lines, on a device that has one. */
export async function keepLines(store: DeviceStore, lines: CopiedLines): Promise<void> {
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const fact = await facts.get("lines");
    const copied = fact?.name === "lines" ? fact.value : [];
    if (!copied.some(({ jobId }) => jobId === lines.jobId)) return;
    const value = copied.map((each) => (each.jobId === lines.jobId ? lines : each));
    await facts.put({ name: "lines", value });
  });
}
