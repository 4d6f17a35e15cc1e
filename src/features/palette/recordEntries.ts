import { placeText } from "@domain/customer/places";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatPhone } from "@domain/customer/phone";
import {
  WAITING_KINDS,
  WAITING_LABELS,
  waitingSearch,
  type WaitingKind,
} from "@domain/job/waitingJobs";
import type { FoundCustomer } from "@/job/customer/FoundCustomer";
import type { Color, Item } from "@/offline/inventoryQueries";
import type { Job } from "@/job/jobForm";
import { openCustomer } from "@/lib/openCustomer";
import type { OpenedJob } from "@/offline/device/deviceSchema";
import { openJob, type Go } from "@/lib/openJob";
import type { PaletteEntry } from "./paletteEntries";

export function waitingEntries(
  counts: Readonly<Record<WaitingKind | "due", string>> | undefined,
  go: Go,
): PaletteEntry[] {
  return [...WAITING_KINDS, "due" as const].map((kind) => ({
    id: `waiting ${kind}`,
    label: WAITING_LABELS[kind],
    count: counts?.[kind],
    words: `what needs doing ${kind}${kind === "due" ? " gutter cleaning" : ""}`,
    choose: () => go({ to: "/jobs", search: { q: waitingSearch(kind) } }),
  }));
}

export function jobEntry(job: Job, go: Go): PaletteEntry {
  return {
    id: `job ${job._id}`,
    label: job.customer_name,
    detail: `${placeText(job)} · ${jobStatusLabel(job.job_status)}`,
    choose: () => openJob(job._id, go),
  };
}

export function openedEntry({ id, name, place }: OpenedJob, go: Go): PaletteEntry {
  return {
    id: `job ${id}`,
    label: name,
    detail: place,
    choose: () => openJob(id, go),
  };
}

export function customerEntry({
  customer_id: id,
  customer_name: name,
  customer_phone,
}: FoundCustomer): PaletteEntry {
  return {
    id: `customer ${id}`,
    label: name,
    detail: [formatPhone(customer_phone ?? ""), id].filter(Boolean).join(" · "),
    choose: () => openCustomer(id),
  };
}

/** Joins the rows of the device, in the server's version where it has one, and then the server's other rows. */
export function joined<Row>(
  saved: readonly Row[],
  found: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const newest = new Map(found.map((row) => [idOf(row), row]));
  const first = saved.map((row) => newest.get(idOf(row)) ?? row);
  const there = new Set(first.map(idOf));
  return [...first, ...found.filter((row) => !there.has(idOf(row)))];
}

export function itemEntry({ _id, name, sku }: Item, go: Go): PaletteEntry {
  return {
    id: `item ${_id}`,
    label: name,
    detail: sku,
    choose: () => go({ to: "/prices", search: { item: _id } }),
  };
}

export function colorEntry({ colorNumber, colorName }: Color, go: Go): PaletteEntry {
  return {
    id: `color ${colorNumber}`,
    label: colorName,
    detail: colorNumber,
    choose: () => go({ to: "/inventory", search: { color: colorNumber } }),
  };
}
