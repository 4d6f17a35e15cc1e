import { browserClock, createMemoryStore, OutboxClient, type OutboxItem } from "convex-outbox";
import { expect, vi } from "vitest";
import { EditSession } from "@/features/jobs/form/EditSession";
import { editView, refusedFields, type EditedForm } from "@/features/jobs/form/editView";
import { NewJobSession } from "@/features/jobs/form/NewJobSession";
import { newJobView } from "@/features/jobs/form/newJobView";
import { EMPTY_JOB_FORM, type JobFieldName } from "@/job/jobFormFields";
import { newDraft, readDrafts, type NewJobDraft } from "@/job/newJobDraft";
import { creationOf, type useCreateJob } from "@/job/useCreateJob";
import { editedJob } from "@/features/jobs/form/editedRows";
import { rowsOfForm } from "@/job/shownJobs";
import type { AppError } from "@/lib/appErrors";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { DeviceStore } from "@/offline/device/deviceStore";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { createOutboxStore } from "@/offline/outbox/outboxStore";
import { ShownRows } from "@/offline/outbox/shownRows";
import { aCustomer, aJob, type Customer, type Job } from "./builders";
import { emptyDevice, OWNER } from "./deviceStores";

type Server = "accepts" | "refuses" | "is away";

interface Rows {
  readonly job?: Job;
  readonly customer?: Customer;
}

interface Setting extends Rows {
  readonly server?: Server;
  /** The field that the server names where it refuses a change. */
  readonly field?: JobFieldName;
  /** Whether the device keeps what is typed. */
  readonly keeps?: boolean;
}

/** An office with one job, and a device with our outbox over it: all that a form session works with, without React. */
export class FormOffice {
  job: Job;
  customer: Customer;
  isLocked = false;
  author: string | null = "Dana";
  /** Every change that the server was asked for. */
  readonly sent: OutboxItem[] = [];
  readonly store: DeviceStore | null;
  readonly #client: OutboxClient;
  readonly #server: Server;
  readonly #ends: (() => void)[] = [];

  constructor({
    job = aJob(),
    customer = aCustomer(),
    server = "accepts",
    keeps = true,
    field,
  }: Setting = {}) {
    const named = field === undefined ? {} : { field };
    emptyDevice();
    this.#server = server;
    this.job = job;
    this.customer = customer;
    this.store = keeps ? new DeviceStore(OWNER) : null;
    this.#client = new OutboxClient({
      rules: outboxRules,
      store: this.store === null ? createMemoryStore() : createOutboxStore(this.store),
      server: {
        isReady: () => server !== "is away",
        epoch: () => "",
        whileReady: (work) => work,
        send: (item) => {
          this.sent.push(item);
          if (server === "refuses") return Promise.reject(new Error());
          this.write(item);
          return Promise.resolve(null);
        },
        verdictOn: () => ({ code: "INVALID", message: "Refused.", ...named }),
      },
      lock: { hold: (work) => work() },
      tabs: { post: () => undefined, listen: () => () => undefined },
      clock: browserClock,
      release: "test",
      newId: () => `again ${this.sent.length}`,
    });
    void this.#client.start();
  }

  /** Applies a change to the rows of the office, as somebody else's or by the server. */
  write(change: Rows | OutboxItem): void {
    if ("args" in change) {
      const rows = this.#rows([change]);
      this.job = rows.job(this.job._id) ?? this.job;
      this.customer = rows.customer(this.job.job_customer_id);
    } else {
      this.job = change.job ?? this.job;
      this.customer = change.customer ?? this.customer;
    }
  }

  /** Opens the form of the job. */
  open() {
    const session = new EditSession(this.#live());
    const follow = () => session.follow(this.#live());
    const stopWatching = this.#client.subscribe(() => queueMicrotask(follow));
    return {
      session,
      follow,
      view: () => editView(session.state(), this.#live()),
      end: this.#once(stopWatching, this.store && session.keepIn(this.store)),
    };
  }

  /** Opens the form of a new job, or of a draft that the device has. */
  openNew({ draft = newDraft(), began = EMPTY_JOB_FORM, isKept = false } = {}) {
    const parts = { hasPhotos: false, create: this.#create };
    const session = new NewJobSession(draft, began, parts);
    const follow = () => session.follow(parts);
    const stopWatching = this.#client.subscribe(() => queueMicrotask(follow));
    return {
      session,
      view: () => newJobView(session.state(), parts),
      end: this.#once(stopWatching, this.store && session.keepIn(this.store, isKept)),
    };
  }

  readonly #create: ReturnType<typeof useCreateJob> = async (draft, options) => {
    const change = creationOf(draft);
    const put = () => this.#client.put(change);
    const { isStored, outcome } = options?.save?.(put) ?? put();
    const ended = this.#server === "is away" ? null : await outcome;
    await isStored;
    if (ended?.kind !== "refused") return { ok: true };
    const withdraw = () => this.#client.discard(change.id);
    return { ok: false, error: ended.refusal as AppError, withdraw };
  };

  /** The changes that the server has not accepted. */
  waiting(): readonly OutboxItem[] {
    return this.#client.items();
  }

  /** The drafts that a new form is offered. */
  async drafts(): Promise<readonly NewJobDraft[]> {
    return this.store === null ? [] : await readDrafts(this.store);
  }

  async typedRows(): Promise<readonly string[]> {
    const rows = await this.store?.read(["typed"], (tx) => tx.objectStore("typed").getAll());
    return (rows ?? []).map(({ field }) => field);
  }

  /** Resolves when the store has all changes, and the server has answered those that it answers. */
  async rest(): Promise<void> {
    await vi.waitFor(
      () => {
        expect(this.#client.isStoring()).toBe(false);
        const open = this.#client.items().filter(({ state }) => state.kind !== "refused");
        if (this.#server !== "is away") expect(open).toEqual([]);
      },
      { interval: 1, timeout: 5000 },
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Ends the forms too: none writes into the device of the next test. */
  async end(): Promise<void> {
    for (const end of this.#ends) end();
    await vi.waitFor(() => expect(hasUnsavedWork()).toBe(false));
    this.#client.stop();
    this.store?.close();
  }

  /** Calls the functions when the form or the office ends, whichever is first. */
  #once(...stops: readonly ((() => unknown) | null)[]): () => void {
    const left = [...stops];
    const end = () => {
      for (const stop of left.splice(0)) stop?.();
    };
    this.#ends.push(end);
    return end;
  }

  #rows(items: readonly OutboxItem[]): ShownRows {
    const { job, customer } = this;
    return new ShownRows({ jobs: [job], current: [customer] }, items);
  }

  #live(): EditedForm {
    const items = this.#client.items();
    const { job, customer, isLocked } = this;
    const id = job._id;
    const shown = rowsOfForm({ items, copy: null }, { id, job, customer });
    const rows = editedJob(shown.job(id) ?? job, shown.wholeCustomer(job.job_customer_id) ?? null);
    return {
      ...{ rows, isLocked },
      refused: refusedFields(rows.changesIn(items)),
      authorOf: () => Promise.resolve(this.author),
      put: this.#client.put.bind(this.#client),
      make: (change, { put = this.#client.put.bind(this.#client) }) => {
        const { isStored, outcome } = put(change);
        const response = outcome.then((ended) =>
          ended.kind === "refused"
            ? { ok: false as const, error: ended.refusal as AppError }
            : { ok: true as const, value: ended },
        );
        return { isStored, response };
      },
    };
  }
}
