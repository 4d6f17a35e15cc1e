/** The office of the measured morning: 5,000 customers and 10,000 jobs over seven years, around a fixed day. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { fakeCustomer } from "../domain/demo/fakeData";
import { STREETS, TOWNS } from "../domain/demo/fakeNames";
import type { JobStatus } from "../domain/job/jobs";
import { instantOf, type DemoTime } from "../scripts/demo/office";

export const ZONE = "America/New_York";
/** A Wednesday: what the page's clock says. */
export const NOW = Date.parse("2026-05-13T10:20:00-04:00");
const CUSTOMERS = 5_000;
const JOBS = 10_000;
const AT_ONCE = 32;
/** Several mutations of one client at once. */
const NO_QUEUE = { skipQueue: true };
const JOBS_A_DAY = 4;
/** Days from today that have only the jobs of the tasks. */
const KEPT_FREE = new Set([1, 2, 5, 8, 12]);
export const RAINED_OUT = 12;
/** The visits of a full day, and that day: 12 days after NOW. */
export const MOVED = 30;
export const MOVED_DAY = "2026-05-25";

const create = makeFunctionReference<"mutation", Record<string, unknown>>("jobs:create");
const seed = makeFunctionReference<"mutation">("inventorySeed:seedDefaults");

interface Target {
  readonly url: string;
  readonly token: string;
  /** The time around which the jobs are. */
  readonly now: number;
}

export async function fillMorning({ url, token, now }: Target): Promise<void> {
  const time = { now, timeZone: ZONE };
  const client = new ConvexHttpClient(url, {
    logger: false,
    skipConvexDeploymentUrlCheck: true,
  });
  client.setAuth(token);
  await client.mutation(seed, {});
  // Customers get their ids in this order.
  const jobs = [...numbers(CUSTOMERS)].map((at) => jobOf(at, time));
  await inParallel(jobs, async (job) => void (await client.mutation(create, job, NO_QUEUE)));
  const others = [...numbers(JOBS - CUSTOMERS)].map((at) => ({
    ...jobOf(at + CUSTOMERS, time),
    customer: undefined,
    job_customer_id: `C-${1_001 + at}`,
  }));
  await inParallel(others, async ({ customer: _, ...job }) => {
    await client.mutation(create, job, NO_QUEUE);
  });
  for (const job of jobsOfTasks(time)) await client.mutation(create, job);
}

function jobOf(at: number, time: DemoTime) {
  const slot = Math.floor(at / JOBS_A_DAY) - JOBS / JOBS_A_DAY / 2;
  const day = KEPT_FREE.has(slot) ? slot + 30 : slot;
  const customer = fakeCustomer(at);
  return {
    // The last four digits 1237 are of one customer only.
    customer: { ...customer, customer_phone: `614${phoneEndOf(at)}` },
    ...placeOf(at),
    job_status: (day < 0 ? "installed_paid" : "estimate_scheduled") as JobStatus,
    job_categories: ["Gutter cleaning"],
    job_estimate_date: instantOf({ day, hour: 8 + (at % JOBS_A_DAY) * 2 }, time),
    jobs_price: 300,
  };
}

/** The last seven digits of a customer's phone. */
export function phoneEndOf(at: number): string {
  return `5${550_000 + at + 2_000}`;
}

function jobsOfTasks(time: DemoTime): Record<string, unknown>[] {
  const rained = [...numbers(RAINED_OUT)].map((at) => ({
    customer: { customer_name: `Rain Customer ${at + 1}` },
    ...placeOf(at),
    job_status: "install_scheduled",
    job_install_date: instantOf({ day: 2, hour: 8 + at / 2 }, time),
  }));
  const moved = [...numbers(MOVED)].map((at) => ({
    customer: { customer_name: `Monday Customer ${at + 1}` },
    ...placeOf(at),
    job_status: "install_scheduled",
    job_install_date: instantOf({ day: 12, hour: 8 + at / 4 }, time),
  }));
  return [
    {
      customer: { customer_name: "Ana Lindholm", customer_phone: "6145551237" },
      job_address: "131 Maple Ridge Dr",
      job_status: "install_scheduled",
      job_install_date: instantOf({ day: 1, hour: 8 }, time),
    },
    {
      customer: { customer_name: "Quentin Zabriskie" },
      job_address: "12 Quarry Rd",
      job_status: "completed",
      job_install_date: instantOf({ day: 0, hour: 12 }, time),
    },
    {
      customer: { customer_name: "Uma Approved" },
      job_address: "77 Waiting Ct",
      job_status: "approved",
    },
    ...rained,
    ...moved,
  ];
}

function placeOf(at: number) {
  return {
    job_address: `${100 + at} ${STREETS[at % STREETS.length]}`,
    job_city: TOWNS[at % TOWNS.length],
  };
}

function* numbers(count: number): Generator<number> {
  for (let at = 0; at < count; at += 1) yield at;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
