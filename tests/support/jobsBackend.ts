import { act } from "@testing-library/react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { Customer, Job } from "@/job/jobForm";
import { FakeBackend } from "./fakeBackend";

/** A fake backend with these customers and jobs, whose mutations update them. */
export function aJobsBackend({
  customers = [],
  jobs = [],
}: {
  customers?: Customer[];
  jobs?: Job[];
}) {
  const backend = new FakeBackend();
  const rows = { customers, jobs };
  answerQueries(backend, rows);
  backend.perform(api.jobs.create, () => "job9" as Id<"jobs">);
  backend.perform(api.jobs.update, ({ id, customer, ...change }) => {
    const job = rows.jobs.find(({ _id }) => _id === id);
    rows.jobs = rows.jobs.map((each) =>
      each._id === id ? ({ ...each, ...withoutNulls(change) } as Job) : each,
    );
    rows.customers = rows.customers.map((each) =>
      each.customer_id === job?.job_customer_id
        ? ({ ...each, ...withoutNulls(customer ?? {}) } as Customer)
        : each,
    );
    return null;
  });
  return {
    backend,
    /** Simulates another user's edit. */
    setJob: (change: Partial<Job>) => {
      rows.jobs = rows.jobs.map((job) => ({ ...job, ...change }));
      backend.answer(
        api.jobs.get,
        ({ id }: { id: string }) => rows.jobs.find(({ _id }) => _id === id) ?? null,
      );
    },
    setCustomer: (customerId: string, change: Partial<Customer>) => {
      rows.customers = rows.customers.map((each) =>
        each.customer_id === customerId ? { ...each, ...change } : each,
      );
      act(() => backend.changed());
    },
  };
}

function holdsAll(text: string, term: string): boolean {
  const words = term.toLowerCase().split(" ");
  return words.every((word) => text.toLowerCase().includes(word));
}

function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [name, value ?? undefined]),
  ) as T;
}

function answerQueries(
  backend: FakeBackend,
  rows: {
    readonly customers: readonly Customer[];
    readonly jobs: readonly Job[];
  },
): void {
  const digits = (text: string) => text.replace(/\D/g, "");
  backend.answer(api.customers.search, ({ term }: { term: string }) =>
    rows.customers.filter(
      ({ customer_name, customer_phone = "", customer_email = "" }) =>
        holdsAll(`${customer_name} ${customer_email}`, term) ||
        (digits(term) !== "" && customer_phone.includes(digits(term))),
    ),
  );
  backend.answer(
    api.customers.getByCustomerId,
    ({ customer_id }: { customer_id: string }) =>
      rows.customers.find((each) => each.customer_id === customer_id) ?? null,
  );
  backend.answer(
    api.jobs.get,
    ({ id }: { id: string }) => rows.jobs.find(({ _id }) => _id === id) ?? null,
  );
  backend.answer(api.jobs.lastPlace, ({ customer_id }: { customer_id: string }) => {
    const job = rows.jobs.findLast(({ job_customer_id }) => job_customer_id === customer_id);
    return job ? { job_address: job.job_address } : null;
  });
  backend.answer(api.changes.ofSubject, () => ({
    page: [],
    isDone: true,
    continueCursor: "",
  }));
  backend.answer(api.files.getPictures, ({ ids }: { ids: string[] }) =>
    ids.map((id) => ({
      url: `https://files.example/${id}`,
      thumbnailUrl: `https://files.example/${id}-small`,
      at: new Date(2026, 10, 20, 9, 41).getTime(),
    })),
  );
}
