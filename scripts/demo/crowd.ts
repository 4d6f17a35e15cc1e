/** Visits with the longest and the shortest texts, more of them than a day, a week or a month has room for. */
import { type DemoTime, instantOf } from "./office";

const NAMES = [
  "Al",
  "Ng",
  "Alexandria Montgomery-Featherstonehaugh",
  "Wolfeschlegelsteinhausenbergerdorff",
  "Zoë Łukaszewicz",
  "The Westerville Historical Society and Garden Club",
  "Mary Ann O'Brien",
  "Bo",
] as const;
const ADDRESSES = [
  "1 Elm St",
  "14821 Sycamore Ridge Road Northwest, Building 12, Rear Entrance",
  "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch 7",
] as const;
const NOTES = [
  "",
  "Gate code 4711, dog in the yard.\nCall before arriving, park in the street.",
  Array.from(
    { length: 14 },
    (_, line) => `${line + 1}. Measure the run above the porch, then the rear.`,
  ).join("\n"),
] as const;
const CATEGORIES = [
  ["Gutter cleaning"],
  [
    "Gutters and downspout Replacement",
    "Leaf Guard Replacement",
    "Soffit Replace",
    "Fascia Replace",
  ],
] as const;
/** Three at once at nine, and a visit that ends tomorrow. */
const TODAY = [6.5, 7, 8, 9, 9, 9, 9.5, 10, 11, 12, 13, 15, 17, 23.5];
const OTHER_DAYS = [8, 9, 9, 10, 13.5, 16];
const DAYS_AROUND = 21;

export function crowdOf(time: DemoTime): Record<string, unknown>[] {
  const slots = Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, at) => {
    const day = at - DAYS_AROUND;
    return (day === 0 ? TODAY : OTHER_DAYS).map((hour) => ({ day, hour }));
  }).flat();
  const visits = slots.map((slot, at) => ({
    ...jobOf(at),
    [at % 3 === 0 ? "job_install_date" : "job_estimate_date"]: instantOf(slot, time),
    job_status: statusOf(at, slot.day),
  }));
  const waiting = Array.from({ length: 25 }, (_, at) => ({
    ...jobOf(at),
    job_status: at % 2 === 0 ? "lead" : "approved",
  }));
  return [...visits, ...waiting];
}

function jobOf(at: number) {
  return {
    customer: {
      customer_name: itemOf(NAMES, at),
      customer_phone: String(6_145_550_000 + (at % 1000)),
    },
    job_address: itemOf(ADDRESSES, at),
    job_city: "Canal Winchester",
    job_categories: [...itemOf(CATEGORIES, at)],
    job_notes: itemOf(NOTES, at),
    jobs_price: at % 4 === 0 ? 1_234_567.89 : 90 + at,
  };
}

function statusOf(at: number, day: number) {
  if (at % 11 === 5) return "cancelled";
  if (day < 0) return "completed";
  return at % 3 === 0 ? "install_scheduled" : "estimate_scheduled";
}

function itemOf<Item>(list: readonly Item[], at: number): Item {
  return list[at % list.length] as Item;
}

/** What each install is made of: more than a dialog shows at once, and more than the demo's stock has. */
export const CROWD_MATERIALS = [
  ["GUT-SEAMLESS", 186, "6"],
  ["MIT-STRIP-OUT", 6, "6"],
  ["CAP-LEFT", 3, "6"],
  ["CAP-RIGHT", 3, "6"],
  ["DSP-10", 12, "6"],
  ["ELB-A", 16, "6"],
  ["ELB-B", 8, "6"],
  ["HGR-HIDDEN", 240, "6"],
  ["FLT-HELMET", 18, "6"],
  ["SEAL-TUBE", 4, undefined],
  ["SPL-BLOCK", 6, undefined],
] as const;
