import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
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
import { toFormValues, type Customer, type Job } from "@/job/jobForm";
import type { JobFormValues } from "@/job/jobFormFields";
import { correctedCustomer, rowsOfForm, shownJobs } from "@/job/shownJobs";
import type { DayCopy } from "@/offline/days/copiedDay";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { waitingCustomers } from "@/offline/outbox/shownRows";
import { verdictOn } from "@/offline/outbox/outboxServer";
import { aStoredPhoto, openBackend, type Caller } from "./convexHarness";

export const MORNING = new Date(2026, 10, 20, 9).getTime();
export const DAY_MS = 24 * 60 * 60 * 1000;

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
    return shownJobs(this.jobs, this.changes);
  }

  async look(): Promise<void> {
    this.jobs = await this.server.query(api.jobs.getAll, {});
    this.customers = await this.server.query(api.customers.search, {
      term: "",
    });
  }

  async put(change: OutboxChange | null): Promise<void> {
    if (change === null) return;
    const step = outboxRules.addChange(this.items, change, { release: "r1" });
    this.items = apply(this.items, step);
    if (this.twin !== null) this.twinResponses.push(await sendTo(this.twin, change));
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
      ({ call, subject }) => call === "jobs:deleteJob" && subject.key === customerKey,
    );
  }

  isChosen(customerKey: string): boolean {
    return this.items.some(({ args }) => args["job_customer_id"] === customerKey);
  }

  /** Whom the picker lists. */
  known(): readonly Customer[] {
    return [...waitingCustomers(this.items), ...this.customers].map((each) =>
      correctedCustomer(each, this.changes),
    );
  }

  form(job: Job): JobFormValues {
    const customer = this.customers.find(
      ({ customer_id, clientKey }) =>
        customer_id === job.job_customer_id || clientKey === job.job_customer_id,
    );
    const stored = this.jobs.find(({ _id }) => _id === job._id);
    const rows = rowsOfForm(this.changes, {
      id: job._id,
      job: stored,
      customer,
    });
    return toFormValues(rows.job(job._id) ?? job, rows.wholeCustomer(job.job_customer_id) ?? null);
  }

  /** False once nothing is left to send. Runs `onApplied` while the server has the change and the device its row. */
  async send({ isAnswered, onApplied }: Sending): Promise<boolean> {
    const rules = {
      paused: new Set<string>(),
      epoch: "",
      canRecord: () => true,
    };
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
    const result: unknown = await server.mutation(makeFunctionReference<"mutation">(call), {
      ...(jsonToConvex({ ...args }) as Record<string, Value>),
      intentId: id,
    });
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

export async function aDevice({ hasCopy, hasTwin = false }: DeviceOptions): Promise<Device> {
  const device = new Device(openOffice(), hasTwin ? openOffice() : null);
  await addJobs(device.server);
  if (device.twin !== null) await addJobs(device.twin);
  await device.look();
  if (hasCopy) {
    const range = { from: MORNING - DAY_MS, until: MORNING + 7 * DAY_MS };
    const { jobs, customers } = await device.server.query(api.jobs.forDevice, range);
    const byId = customers.map((each) => [each.customer_id, each] as const);
    device.copy = { jobs, customers: new Map(byId), range, savedAt: MORNING };
  }
  return device;
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
