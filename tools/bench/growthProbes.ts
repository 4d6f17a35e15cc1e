/** The calls that must take as long in a large office as in a small one, and how both are compared. */
import {
  customerIdOf,
  houseOf,
  JOBS_OF_CUSTOMER,
  nameOf,
  phoneOf,
  valveOf,
  visitOf,
} from "./growthModel";
import type { Office, Page } from "./growthClient";
import { DAY_MS, FIRST_DAY } from "../../bench/jobs";
import { percentile, rowWithGoal, type Row } from "../../bench/results";

const MAX_GROWTH = 1.3;
const ROUNDS = 5;
const CALLS_A_ROUND = 40;
const WARM_UP = 20;

export interface Probe {
  readonly what: string;
  /** Not measured: finds what the call needs. */
  readonly prepare?: (office: Office, at: number) => Promise<string>;
  readonly call: (
    office: Office,
    at: number,
    found: { turn: number; prepared: string },
  ) => Promise<unknown>;
}

const searched = (search: string, turn: number) => ({
  paginationOpts: { numItems: 30, cursor: null, id: turn },
  search,
  status: null,
  sort: "created_desc",
  now: FIRST_DAY,
});

const jobSearch = (what: string, typed: (at: number) => string): Probe => ({
  what: `Search of the jobs for ${what}`,
  call: async (office, at, { turn }) => {
    const search = searched(typed(at), turn);
    const { page } = await office.query<Page>("jobs:list", search);
    if (page.length === 0) throw new Error(`No job has ${typed(at)}.`);
  },
});

const jobOf = (office: Office, at: number) => office.jobOf(at);

export const PROBES: readonly Probe[] = [
  {
    what: "Day",
    call: async (office, at) => {
      const dayStart = dayStartOf(at);
      const dayEnd = dayStart + DAY_MS;
      return await office.query("jobs:getScheduledForDay", {
        dayStart,
        dayEnd,
      });
    },
  },
  {
    what: "Month",
    call: async (office, at) => {
      const from = dayStartOf(at);
      return await office.query("jobs:listDates", {
        range: { from, until: from + 30 * DAY_MS },
      });
    },
  },
  {
    what: "Copy of eight days for a phone",
    call: async (office, at) => {
      const from = dayStartOf(at);
      return await office.query("jobs:forDevice", {
        from,
        until: from + 8 * DAY_MS,
      });
    },
  },
  {
    what: "Customer with their jobs",
    call: async (office, at) => {
      const customer_id = customerIdOf(at);
      await Promise.all([
        office.query("customers:getByCustomerId", { customer_id }),
        office.query("jobs:totalsOfCustomer", { customer_id, now: FIRST_DAY }),
        office.query("jobs:ofCustomer", {
          customer_id,
          paginationOpts: { numItems: 20, cursor: null },
        }),
      ]);
    },
  },
  {
    what: "History of a job",
    prepare: jobOf,
    call: (office, _, { prepared }) =>
      office.query("changes:ofSubject", {
        subject: prepared,
        paginationOpts: { numItems: 20, cursor: null },
      }),
  },
  {
    what: "First page of the jobs",
    call: (office, _, { turn }) => office.query("jobs:list", searched("", turn)),
  },
  jobSearch("a phone", phoneOf),
  jobSearch("an address", (at) => `${houseOf(JOBS_OF_CUSTOMER * at)} elm`),
  jobSearch("a full name", fullNameOf),
  jobSearch("a word of the notes", valveOf),
  {
    what: "Search of the customers for a full name",
    call: (office, at) => office.query("customers:search", { term: fullNameOf(at) }),
  },
  {
    what: "Search of the customers for a name by ear",
    call: (office, at) =>
      office.query("customers:similar", {
        term: `${nameOf(at).family.replace("s", "z")}`,
        withJobs: false,
      }),
  },
  {
    what: "Change of a price",
    prepare: jobOf,
    call: (office, _, { turn, prepared }) =>
      office.mutate("jobs:update", { id: prepared, jobs_price: 5_000 + turn }),
  },
  {
    what: "New job",
    call: (office, at, { turn }) =>
      office.mutate("jobs:create", {
        job_customer_id: customerIdOf(at),
        job_address: `${turn} Oak Street`,
      }),
  },
  {
    what: "Undo of a deleted job",
    prepare: async (office, at) => {
      const id = await office.jobOf(at);
      await office.mutate("jobs:deleteJob", { id });
      return await lastChangeOf(office, id);
    },
    call: (office, _, { prepared }) => office.mutate("changes:undo", { id: prepared }),
  },
  {
    what: "Undo of a deleted customer with their jobs",
    prepare: async (office, at) => {
      const { run } = await office.act<{ run: string }>("customers:deleteWithJobs", {
        customer_id: customerIdOf(at),
      });
      return run;
    },
    call: (office, _, { prepared }) => office.act("changes:undoRun", { id: prepared }),
  },
  {
    what: "Merge of two customers",
    prepare: (office, at) => office.mutate("customers:create", { customer_name: fullNameOf(at) }),
    call: (office, at, { prepared }) =>
      office.act("customers:merge", {
        kept: customerIdOf(at),
        duplicate: prepared,
      }),
  },
];

function fullNameOf(at: number): string {
  const { given, family } = nameOf(at);
  return `${given} ${family}`;
}

export function dayStartOf(at: number): number {
  const visit = visitOf(JOBS_OF_CUSTOMER * at);
  return visit - (visit % DAY_MS);
}

async function lastChangeOf(office: Office, subject: string): Promise<string> {
  const { page } = await office.query<Page>("changes:ofSubject", {
    subject,
    paginationOpts: { numItems: 1, cursor: null },
  });
  return page[0]?._id ?? "";
}

/** Measures the offices in turns, because the speed of a shared machine varies. */
export async function probeRow(probe: Probe, small: Office, large: Office): Promise<Row> {
  const times = new Map<Office, number[]>([
    [small, []],
    [large, []],
  ]);
  for (const office of times.keys()) await timesOf(probe, office, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [office, all] of times) all.push(...(await timesOf(probe, office, CALLS_A_ROUND)));
  const [fast = NaN, slow = NaN] = [...times.values()].map((all) => percentile(all, 50));
  const growth = slow / fast;
  return rowWithGoal(
    `${probe.what}: 1,000 and 100,000 jobs`,
    `medians ${fast.toFixed(2)} and ${slow.toFixed(2)} ms, ${growth.toFixed(2)} times`,
    { goal: `<= ${MAX_GROWTH} times`, isMet: growth <= MAX_GROWTH },
  );
}

async function timesOf(probe: Probe, office: Office, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const { at, turn } = office.next(probe);
    const prepared = (await probe.prepare?.(office, at)) ?? "";
    const begun = performance.now();
    await probe.call(office, at, { turn, prepared });
    times.push(performance.now() - begun);
  }
  return times;
}
