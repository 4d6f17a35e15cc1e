// @vitest-environment node
import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { calendarEntries } from "@domain/calendar";
import { addDays, dayKeyOf, dayRange } from "@domain/days";
import { toDateTimeField } from "@domain/times";
import { visitsOn } from "@domain/visits";
import { pendingCustomers } from "@/features/customers/pendingCustomers";
import {
  shownOfCustomer,
  toFormValues,
  type Customer,
  type Job,
} from "@/features/jobs/jobForm";
import {
  EMPTY_JOB_FORM,
  type JobFormValues,
} from "@/features/jobs/jobFormFields";
import { pendingChanges, withPendingJobs } from "@/features/jobs/pendingJobs";
import {
  correctedCustomer,
  withCorrections,
} from "@/features/jobs/pendingPeople";
import { creationOf } from "@/features/jobs/useCreateJob";
import { changeOf } from "@/features/jobs/useFieldSaves";
import { moveOfDay } from "@/features/schedule/useMoveDay";
import { moveOfVisit } from "@/features/schedule/useMoveVisit";
import type { DayCopy } from "@/lib/device/copiedDay";
import {
  addChange,
  apply,
  claimNext,
  complete,
  refuse,
  unanswered,
  type OutboxChange,
} from "@/lib/outbox/outbox";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { inOrder } from "@/lib/outbox/sendOrder";
import { verdictOn } from "@/lib/outbox/outboxServer";
import { openBackend, type Caller } from "../../../support/convexHarness";

const MORNING = new Date(2026, 10, 20, 9).getTime();
const DAY_MS = 24 * 60 * 60 * 1000;

/** A device with an outbox, beside the server whose jobs it last saw. */
class Device {
  items: readonly OutboxItem[] = [];
  copy: DayCopy | null = null;
  jobs: readonly Job[] = [];
  customers: readonly Customer[] = [];
  readonly server: Caller;

  constructor(server: Caller) {
    this.server = server;
  }

  get changes() {
    return pendingChanges(inOrder(this.items), this.copy);
  }

  shown(): readonly Job[] {
    return withPendingJobs(this.jobs, this.changes);
  }

  async look(): Promise<void> {
    this.jobs = await this.server.query(api.jobs.getAll, {});
    this.customers = await this.server.query(api.customers.search, {
      term: "",
    });
  }

  put(change: OutboxChange | null): void {
    if (change === null) return;
    const step = addChange(this.items, change, "r1");
    this.items = apply(this.items, step);
  }

  /** Whether the list still has a job of the customer if this one gets another. */
  hasOtherJob({ _id, job_customer_id: id }: Job): boolean {
    return [this.jobs, this.shown()].every((list) =>
      list.some((each) => each._id !== _id && each.job_customer_id === id),
    );
  }

  /** Whom the picker lists. */
  known(): readonly Customer[] {
    return [...pendingCustomers(this.items), ...this.customers].map((each) =>
      correctedCustomer(each, this.changes),
    );
  }

  form(job: Job): JobFormValues {
    const customer = this.known().find(
      ({ customer_id, clientKey }) =>
        customer_id === job.job_customer_id ||
        clientKey === job.job_customer_id,
    );
    const corrected = customer && withCorrections(customer, job, this.changes);
    return toFormValues(job, corrected ?? null);
  }

  /** False once nothing is left to send. */
  async send({ isAnswered }: { isAnswered: boolean }): Promise<boolean> {
    const rules = { paused: new Set<string>(), epoch: "" };
    const claimed = claimNext(this.items, Date.now(), rules);
    this.items = apply(this.items, claimed);
    const item = claimed.result;
    if (item === null) return false;
    if (!isAnswered) {
      this.items = apply(this.items, unanswered(this.items, item.id));
      return true;
    }
    const call = makeFunctionReference<"mutation">(item.call);
    const args = jsonToConvex({ ...item.args }) as Record<string, Value>;
    try {
      await this.server.mutation(call, { ...args, intentId: item.id });
      this.items = apply(this.items, complete(this.items, item.id));
    } catch (error) {
      const verdict = verdictOn(error);
      if (verdict === null || verdict === "signIn") throw error;
      this.items = apply(this.items, refuse(this.items, item.id, verdict));
    }
    return true;
  }
}

async function aDevice(hasCopy: boolean): Promise<Device> {
  const device = new Device(
    openBackend().withIdentity({ subject: crypto.randomUUID() }),
  );
  for (const [at, name] of ["Ann Field", "Bob Stone"].entries()) {
    const id = await device.server.mutation(api.jobs.create, {
      job_address: `${at + 1} Oak Street`,
      clientKey: crypto.randomUUID(),
      customer: { customer_name: name, customer_phone: `555010000${at}` },
      job_estimate_date: MORNING,
    });
    const job = await device.server.query(api.jobs.get, { id });
    await device.server.mutation(api.jobs.create, {
      job_address: `${at + 1} Elm Street`,
      job_customer_id: job?.job_customer_id ?? "",
      job_install_date: MORNING,
    });
  }
  await device.look();
  if (hasCopy) {
    const range = { from: MORNING - DAY_MS, until: MORNING + 7 * DAY_MS };
    const { jobs, customers } = await device.server.query(
      api.jobs.forDevice,
      range,
    );
    const byId = customers.map((each) => [each.customer_id, each] as const);
    device.copy = { jobs, customers: new Map(byId), range, savedAt: MORNING };
  }
  return device;
}

type Step = (device: Device) => Promise<void> | void;

const nat = fc.nat({ max: 20 });
const phone = fc.constantFrom("(555) 020-0001", "(555) 020-0002", "");
const name = fc.constantFrom("Ann Vale", "Cy Young", "Dee");
const day = fc.nat({ max: 3 });

const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(list.length, 1)];

const edits = fc.oneof(
  ...[
    fc.record({ customer_phone: phone }),
    fc.record({ customer_name: name }),
    fc.record({ customer_email: fc.constantFrom("a@b.co", "") }),
    fc.record({ jobs_price: fc.constantFrom("100.00", "250.00", "") }),
    fc.record({ job_estimate_date: day.map(dateField) }),
  ],
);

function dateField(days: number): string {
  return toDateTimeField(MORNING + days * DAY_MS);
}

/** Named in a counterexample by what it does. */
function steps<Args>(
  weight: number,
  args: fc.Arbitrary<Args>,
  act: (args: Args) => Step,
) {
  const arbitrary = args.map((given) =>
    Object.assign(act(given), {
      [fc.toStringMethod]: () => `${act.name}(${fc.stringify(given)})`,
    }),
  );
  return { weight, arbitrary };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  steps(6, fc.tuple(nat, edits), editing),
  steps(3, fc.tuple(nat, nat), choosing),
  steps(2, fc.tuple(nat, day), dragging),
  steps(1, fc.tuple(day, day), movingDay),
  steps(2, fc.tuple(name, phone, fc.option(nat)), creating),
  steps(2, fc.boolean(), sending),
  steps(1, fc.tuple(nat, nat), officeMoves),
);

function editing([at, change]: readonly [number, object]): Step {
  return (device) => {
    const job = pick(device.shown(), at);
    if (job === undefined) return;
    const live = device.form(job);
    const [field] = Object.keys(change) as (keyof JobFormValues)[];
    if (field === undefined) return;
    const next = { ...live, ...change };
    if (next[field] === live[field]) return;
    device.put(changeOf(job, { name: field, next, base: live[field] }));
  };
}

function choosing([at, whom]: readonly [number, number]): Step {
  return (device) => {
    const job = pick(device.shown(), at);
    const customer = pick(device.known(), whom);
    if (job === undefined || customer === undefined) return;
    const live = device.form(job);
    const id = customer.customer_id;
    if (id === live.job_customer_id) return;
    if (!device.hasOtherJob(job)) return;
    device.put(
      changeOf(job, {
        name: "job_customer_id",
        next: { ...live, job_customer_id: id },
        base: live.job_customer_id,
        shows: shownOfCustomer(customer),
      }),
    );
  };
}

function dragging([at, days]: readonly [number, number]): Step {
  return (device) => {
    const entry = pick(calendarEntries(device.shown()), at);
    const to = MORNING + days * DAY_MS;
    if (entry !== undefined && entry.at !== to)
      device.put(moveOfVisit(entry, to));
  };
}

function movingDay([from, to]: readonly [number, number]): Step {
  return (device) => {
    const of = addDays(dayKeyOf(MORNING), from);
    const target = addDays(dayKeyOf(MORNING), to);
    const visits = visitsOn(device.shown(), dayRange(of));
    if (from !== to) device.put(moveOfDay({ day: of, target, visits }));
  };
}

function creating([customerName, customerPhone, whom]: readonly [
  string,
  string,
  number | null,
]): Step {
  return (device) => {
    const chosen = whom === null ? null : (pick(device.known(), whom) ?? null);
    device.put(
      creationOf({
        id: crypto.randomUUID(),
        at: Date.now(),
        chosen,
        values: {
          ...EMPTY_JOB_FORM,
          job_address: "9 New Street",
          job_estimate_date: dateField(0),
          job_customer_id: chosen?.customer_id ?? "",
          customer_name: chosen?.customer_name ?? customerName,
          customer_phone: customerPhone,
        },
      }),
    );
  };
}

function sending(isAnswered: boolean): Step {
  return async (device) => {
    await device.send({ isAnswered });
    if (isAnswered) await device.look();
  };
}

/** The office gives a job to another customer, and the device sees it. */
function officeMoves([at, whom]: readonly [number, number]): Step {
  return async (device) => {
    const job = pick(device.jobs, at);
    const customer = pick(device.customers, whom);
    if (job === undefined || customer === undefined) return;
    if (!device.hasOtherJob(job)) return;
    await device.server.mutation(api.jobs.update, {
      id: job._id,
      job_customer_id: customer.customer_id,
    });
    await device.look();
  };
}

/** What a crew reads of a job, and calls. */
function read(jobs: readonly Job[]) {
  return jobs
    .map((job) => ({
      key: job.clientKey ?? job._id,
      name: job.customer_name,
      phone: job.job_customer_phone,
      address: job.job_address,
      price: job.jobs_price,
      estimate: job.job_estimate_date,
      install: job.job_install_date,
    }))
    .sort((a, b) => a.key.localeCompare(b.key));
}

it("shows of every job what the server stores once the waiting changes are sent", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (hasCopy, steps) => {
        const device = await aDevice(hasCopy);
        for (const act of steps) await act(device);
        const shown = read(device.shown());
        while (await device.send({ isAnswered: true }));
        await device.look();
        expect(shown).toEqual(read(device.shown()));
        expect(read(device.jobs)).toEqual(read(device.shown()));
      },
    ),
    { numRuns: 60 },
  );
});
