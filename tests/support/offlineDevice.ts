import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import fc from "fast-check";
import {
  apply,
  complete,
  inOrder,
  type OutboxChange,
  type OutboxItem,
  type Refusal,
  unanswered,
} from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { calendarEntries } from "@domain/calendar";
import { addDays, dayKeyOf, dayRange } from "@domain/days";
import { toDateTimeField } from "@domain/times";
import { visitsOn } from "@domain/visits";
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
import {
  correctedCustomer,
  rowsOfForm,
  withPendingJobs,
} from "@/features/jobs/pendingJobs";
import { creationOf } from "@/features/jobs/useCreateJob";
import { changeOfJob as changeOf } from "@/features/jobs/editedRows";
import {
  moveOfPhoto,
  removalOfPhoto,
} from "@/features/jobs/photos/usePhotoChanges";
import { moveOfDay } from "@/features/schedule/useMoveDay";
import { moveOfVisit } from "@/features/schedule/useMoveVisit";
import type { DayCopy } from "@/offline/days/copiedDay";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { pendingCustomers } from "@/offline/outbox/pendingRows";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { JOB_STATUSES, type JobStatus } from "@domain/jobs";
import { changeOfStatuses } from "@/features/jobs/table/SetStatusDialog";
import { aStoredPhoto, openBackend, type Caller } from "./convexHarness";

const MORNING = new Date(2026, 10, 20, 9).getTime();
const DAY_MS = 24 * 60 * 60 * 1000;

interface Sending {
  readonly isAnswered: boolean;
  readonly onApplied?: () => Promise<void>;
}

/** A device with an outbox, beside the server whose jobs it last saw. */
export class Device {
  /** Gets each change at once; null for none. Only this device changes it, as it changes the server. */
  readonly twin: Caller | null;
  items: readonly OutboxItem[] = [];
  copy: DayCopy | null = null;
  jobs: readonly Job[] = [];
  customers: readonly Customer[] = [];
  readonly server: Caller;
  /** The responses of the server, and of the twin. */
  readonly responses: Response[] = [];
  readonly twinResponses: Response[] = [];

  constructor(server: Caller, twin: Caller | null = null) {
    this.server = server;
    this.twin = twin;
  }

  get changes() {
    return { items: inOrder(this.items), copy: this.copy };
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

  async put(change: OutboxChange | null): Promise<void> {
    if (change === null) return;
    const step = outboxRules.addChange(this.items, change, "r1");
    this.items = apply(this.items, step);
    if (this.twin !== null)
      this.twinResponses.push(await sendTo(this.twin, change));
  }

  /** Whether the list still has a job of the customer if this one gets another. */
  hasOtherJob({ _id, job_customer_id: id }: Job): boolean {
    return [this.jobs, this.shown()].every((list) =>
      list.some((each) => each._id !== _id && each.job_customer_id === id),
    );
  }

  /*
   * A known limit: once the job that created a customer is deleted, a correction of that customer in another job is
   * not shown between the answer to the choice and the answer to the correction, since the correction names the
   * customer by the key of the deleted job.
   */
  isJobDeleted(customerKey: string): boolean {
    return this.items.some(
      ({ call, subject }) =>
        call === "jobs:deleteJob" && subject.key === customerKey,
    );
  }

  isChosen(customerKey: string): boolean {
    return this.items.some(
      ({ args }) => args["job_customer_id"] === customerKey,
    );
  }

  /** Whom the picker lists. */
  known(): readonly Customer[] {
    return [...pendingCustomers(this.items), ...this.customers].map((each) =>
      correctedCustomer(each, this.changes),
    );
  }

  form(job: Job): JobFormValues {
    const customer = this.customers.find(
      ({ customer_id, clientKey }) =>
        customer_id === job.job_customer_id ||
        clientKey === job.job_customer_id,
    );
    const stored = this.jobs.find(({ _id }) => _id === job._id);
    const rows = rowsOfForm(this.changes, {
      id: job._id,
      job: stored,
      customer,
    });
    return toFormValues(
      rows.job(job._id) ?? job,
      rows.wholeCustomer(job.job_customer_id) ?? null,
    );
  }

  /** False once nothing is left to send. Runs `onApplied` while the server has the change and the device its row. */
  async send({ isAnswered, onApplied }: Sending): Promise<boolean> {
    const rules = { paused: new Set<string>(), epoch: "" };
    const claimed = outboxRules.claimNext(this.items, Date.now(), rules);
    this.items = apply(this.items, claimed);
    const item = claimed.result;
    if (item === null) return false;
    if (!isAnswered) {
      this.items = apply(this.items, unanswered(this.items, item.id));
      return true;
    }
    const response = await sendTo(this.server, item);
    this.responses.push(response);
    const { refusal } = response;
    if (refusal === undefined) {
      await onApplied?.();
      this.items = apply(this.items, complete(this.items, item.id));
    } else {
      const refused = outboxRules.refuse(this.items, item.id, refusal);
      this.items = apply(this.items, refused);
    }
    return true;
  }
}

/** The server's refusal of a change, or the values of others that it has replaced. */
interface Response {
  readonly refusal?: Refusal;
  readonly replaced?: Value;
}

async function sendTo(
  server: Caller,
  { call, args, id }: Pick<OutboxItem, "call" | "args" | "id">,
): Promise<Response> {
  try {
    const result: unknown = await server.mutation(
      makeFunctionReference<"mutation">(call),
      { ...(jsonToConvex({ ...args }) as Record<string, Value>), intentId: id },
    );
    const { replaced } = (result ?? {}) as Response;
    return replaced === undefined ? {} : { replaced };
  } catch (error) {
    const verdict = verdictOn(error);
    if (verdict === null || verdict === "signIn") throw error;
    return { refusal: verdict };
  }
}

function openOffice(): Caller {
  return openBackend().withIdentity({ subject: crypto.randomUUID() });
}

async function addJobs(server: Caller): Promise<void> {
  for (const [at, name] of ["Ann Field", "Bob Stone"].entries()) {
    const photos: Id<"_storage">[] = [];
    while (photos.length < 3) photos.push(await aStoredPhoto(server));
    const id = await server.mutation(api.jobs.create, {
      job_address: `${at + 1} Oak Street`,
      // The same in each office, as the ids are.
      clientKey: `00000000-0000-4000-8000-00000000000${at}`,
      customer: { customer_name: name, customer_phone: `555010000${at}` },
      job_estimate_date: MORNING,
      job_photo_estimate: photos,
    });
    const job = await server.query(api.jobs.get, { id });
    await server.mutation(api.jobs.create, {
      job_address: `${at + 1} Elm Street`,
      job_customer_id: job?.job_customer_id ?? "",
      job_install_date: MORNING,
    });
  }
}

interface DeviceOptions {
  readonly hasCopy: boolean;
  /** Whether another office gets each change at once. */
  readonly hasTwin?: boolean;
}

export async function aDevice({
  hasCopy,
  hasTwin = false,
}: DeviceOptions): Promise<Device> {
  const device = new Device(openOffice(), hasTwin ? openOffice() : null);
  await addJobs(device.server);
  if (device.twin !== null) await addJobs(device.twin);
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

export type Step = (device: Device) => Promise<void>;

export const nat = fc.nat({ max: 20 });
const phone = fc.constantFrom("(555) 020-0001", "(555) 020-0002", "");
const name = fc.constantFrom("Ann Vale", "Cy Young", "Dee");
const day = fc.nat({ max: 3 });

export const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(list.length, 1)];

const edits = fc.oneof(
  ...[
    fc.record({ customer_phone: phone }),
    fc.record({ customer_name: name }),
    fc.record({ customer_email: fc.constantFrom("a@b.co", "") }),
    fc.record({ jobs_price: fc.constantFrom("100.00", "250.00", "") }),
    fc.record({ job_address: fc.constantFrom("7 Ash Lane", " 8 Fir Road ") }),
    fc.record({ job_city: fc.constantFrom("Salem", "Dover", "") }),
    fc.record({ job_notes: fc.constantFrom("Gate 12", "  ", "Two dogs") }),
    fc.record({ job_status: fc.constantFrom(...JOB_STATUSES) }),
    fc.record({
      job_categories: fc.constantFrom([], ["Gutter cleaning" as const]),
    }),
    fc.record({ customer_obtained_type: fc.constantFrom("Referral", "") }),
    fc.record({ job_estimate_date: day.map(dateField) }),
  ],
);

function dateField(days: number): string {
  return toDateTimeField(MORNING + days * DAY_MS);
}

/** Named in a counterexample by what it does. */
export function steps<Args>(
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

/** What a person does on the device. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  steps(6, fc.tuple(nat, edits), editing),
  steps(3, fc.tuple(nat, nat), choosing),
  steps(2, fc.tuple(nat, day), dragging),
  steps(1, fc.tuple(day, day), movingDay),
  steps(2, fc.tuple(name, phone, fc.option(nat)), creating),
  steps(2, fc.tuple(nat, nat, fc.option(nat)), changingPhotos),
  steps(1, fc.tuple(fc.constantFrom(...JOB_STATUSES), nat), settingStatuses),
  steps(1, nat, deleting),
  steps(2, fc.boolean(), sending),
);

/** The same beside an office that works too. */
export const stepBesideOffice = fc.oneof(
  { weight: 20, arbitrary: step },
  steps(1, fc.tuple(nat, nat), officeMoves),
);

function editing([at, change]: readonly [number, object]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    if (job === undefined) return;
    const live = device.form(job);
    const [field] = Object.keys(change) as (keyof JobFormValues)[];
    if (field === undefined) return;
    const next = { ...live, ...change };
    if (next[field] === live[field]) return;
    await device.put(changeOf(job, { name: field, next, base: live[field] }));
  };
}

function choosing([at, whom]: readonly [number, number]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    const customer = pick(device.known(), whom);
    if (job === undefined || customer === undefined) return;
    const live = device.form(job);
    const id = customer.customer_id;
    if (id === live.job_customer_id) return;
    if (!device.hasOtherJob(job) || device.isJobDeleted(id)) return;
    await device.put(
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
  return async (device) => {
    const entry = pick(calendarEntries(device.shown()), at);
    const to = MORNING + days * DAY_MS;
    if (entry !== undefined && entry.at !== to)
      await device.put(moveOfVisit(entry, to));
  };
}

function movingDay([from, to]: readonly [number, number]): Step {
  return async (device) => {
    const of = addDays(dayKeyOf(MORNING), from);
    const target = addDays(dayKeyOf(MORNING), to);
    const visits = visitsOn(device.shown(), dayRange(of));
    if (from !== to) await device.put(moveOfDay({ day: of, target, visits }));
  };
}

function creating([customerName, customerPhone, whom]: readonly [
  string,
  string,
  number | null,
]): Step {
  return async (device) => {
    const chosen = whom === null ? null : (pick(device.known(), whom) ?? null);
    await device.put(
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

/** Gives every second job the status. */
function settingStatuses([status, at]: readonly [JobStatus, number]): Step {
  return async (device) => {
    const jobs = device.shown().filter((_, each) => (each + at) % 2 === 0);
    const others = jobs.filter(({ job_status }) => job_status !== status);
    if (others.length > 0) await device.put(changeOfStatuses(others, status));
  };
}

/** Removes a photo, or moves it behind another one, or to the front. */
function changingPhotos([at, which, behind]: readonly [
  number,
  number,
  number | null,
]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    const photos = job?.job_photo_estimate ?? [];
    const fileId = pick(photos, which);
    if (job === undefined || fileId === undefined) return;
    const { _id: id, clientKey, job_address: label } = job;
    const owner = { kind: "job", id, clientKey, label } as const;
    const after = behind === null ? null : (pick(photos, behind) ?? null);
    const photo = { field: "job_photo_estimate", fileId } as const;
    const ofJob = { ...owner, customer: job.customer_name };
    await device.put(
      after === fileId
        ? removalOfPhoto(ofJob, photo)
        : moveOfPhoto(ofJob, { ...photo, after }),
    );
  };
}

/** Of a job that waits to be created, or was created since: others are deleted on the server. */
function deleting(at: number): Step {
  return async (device) => {
    const created = device.items.filter(({ creates }) => creates !== undefined);
    const creation = pick(created, at);
    if (creation === undefined) return;
    const { subject } = creation;
    if (device.isChosen(subject.key)) return;
    await device.put({
      ...{ id: crypto.randomUUID(), call: "jobs:deleteJob" },
      ...{ args: { id: subject.key }, subject, field: null },
      ...{ label: "Delete", at: Date.now() },
    });
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

/** Of the customers whom the office had before the device made any. */
const OFFICE_IDS = ["C-1001", "C-1002"];

/** Every field of a job that a screen may show. A new job and its customer get their ids when they are sent. */
export function read(jobs: readonly Job[]) {
  return jobs
    .map(({ _id, _creationTime, job_customer_id, clientKey, ...job }) => ({
      key: clientKey ?? _id,
      customer: OFFICE_IDS.includes(job_customer_id) ? job_customer_id : "new",
      ...job,
    }))
    .sort((a, b) => a.key.localeCompare(b.key));
}
