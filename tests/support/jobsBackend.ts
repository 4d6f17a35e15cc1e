import { api } from "@convex/_generated/api";
import type { Customer, Job } from "@/features/jobs/jobForm";
import { FakeBackend } from "./fakeBackend";

/** A workspace with these customers and jobs, whose mutations change them as the real ones do, as far as the screens look. */
export function aJobsBackend({
  customers = [],
  jobs = [],
}: {
  customers?: Customer[];
  jobs?: Job[];
}) {
  const backend = new FakeBackend();
  const rows = { customers, jobs };
  const digits = (text: string) => text.replace(/\D/g, "");

  backend.query(api.customers.search, ({ term }: { term: string }) =>
    rows.customers.filter(
      ({ customer_name, customer_phone = "" }) =>
        customer_name.toLowerCase().includes(term.toLowerCase()) ||
        (digits(term) !== "" && customer_phone.includes(digits(term))),
    ),
  );
  backend.query(
    api.customers.getByCustomerId,
    ({ customer_id }: { customer_id: string }) =>
      rows.customers.find((each) => each.customer_id === customer_id) ?? null,
  );
  backend.query(
    api.jobs.get,
    ({ id }: { id: string }) => rows.jobs.find(({ _id }) => _id === id) ?? null,
  );
  backend.query(api.files.getUrls, ({ ids }: { ids: string[] }) =>
    ids.map((id) => `https://files.example/${id}`),
  );
  backend.mutation(api.jobs.create, () => "job9");
  backend.mutation(
    api.jobs.update,
    ({
      id,
      customer,
      ...change
    }: Partial<Job> & { id: string; customer?: Partial<Customer> }) => {
      const job = rows.jobs.find(({ _id }) => _id === id);
      rows.jobs = rows.jobs.map((each) =>
        each._id === id ? { ...each, ...withoutNulls(change) } : each,
      );
      rows.customers = rows.customers.map((each) =>
        each.customer_id === job?.job_customer_id
          ? { ...each, ...withoutNulls(customer ?? {}) }
          : each,
      );
      return null;
    },
  );
  return {
    backend,
    /** Another person's edit arrives. */
    setJob: (change: Partial<Job>) => {
      rows.jobs = rows.jobs.map((job) => ({ ...job, ...change }));
      backend.query(
        api.jobs.get,
        ({ id }: { id: string }) =>
          rows.jobs.find(({ _id }) => _id === id) ?? null,
      );
    },
  };
}

function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      value ?? undefined,
    ]),
  ) as T;
}
