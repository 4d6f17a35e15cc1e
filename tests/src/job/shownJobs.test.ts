import { describe, expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { dayKeyOf, dayRange, nextDay } from "@domain/dates/days";
import { rowsOfForm, shownJobs, shownOnDay } from "@/job/shownJobs";
import type { Job } from "@/job/jobForm";
import type { DayCopy } from "@/offline/days/copiedDay";
import type { Id } from "@convex/_generated/dataModel";
import { aCustomer, aJob, FRIDAY_2_PM } from "../../support/builders";

const job = aJob({ jobs_price: 200, job_notes: "Gate", job_city: "Salem" });

function change(order: number, args: OutboxItem["args"], key: string = job._id): OutboxItem {
  return {
    id: String(order),
    order,
    call: "jobs:update",
    args: { id: key, ...args },
    subject: { key, label: "612 Oak Street" },
    field: null,
    label: "",
    at: 1,
    release: "r1",
    attempts: 0,
    state: { kind: "waiting" },
  };
}

const waiting = (...items: OutboxItem[]) => ({ items, copy: null });

type Changes = { items: OutboxItem[]; copy: DayCopy | null };

const withWaiting = (of: Job, changes: Changes) =>
  rowsOfForm(changes, { id: of._id, job: of }).job(of._id);

const jobOfCreation = ({ creates: id = "" }: OutboxItem, changes: Changes) =>
  rowsOfForm(changes, { id, job: undefined }).job(id);

it("shows the waiting changes of a job in their order, by the server's rules", () => {
  const items = [
    change(1, { jobs_price: 300, base: { jobs_price: 200 } }),
    change(2, { jobs_price: 450.004 }),
    change(3, { job_notes: null, job_city: "  " }),
  ];
  const shown = withWaiting(job, waiting(...items));
  expect(shown).toEqual({
    ...aJob({ jobs_price: 450 }),
    job_notes: undefined,
    job_city: undefined,
  });
});

it("shows a photo in its new place, or not at all, while the change waits", () => {
  const photos = (...items: OutboxItem[]) => {
    const ids = ["a", "b", "c"] as Id<"_storage">[];
    const job = aJob({ job_photo_install: ids });
    return withWaiting(job, waiting(...items))?.job_photo_install;
  };
  const field = "job_photo_install";
  const moved: OutboxItem = {
    ...change(1, { field, fileId: "c", after: null }),
    call: "jobs:moveFile",
  };
  const removed: OutboxItem = {
    ...change(2, { field, fileId: "a" }),
    call: "jobs:removeFile",
  };
  expect(photos(moved)).toEqual(["c", "a", "b"]);
  expect(photos(moved, removed)).toEqual(["c", "b"]);
});

it("leaves out changes that wait for another job, and changes that break today's rules", () => {
  const items = [
    change(1, { jobs_price: 300 }, "job2"),
    change(2, { jobs_price: -1 }),
    { ...change(3, { jobs_price: 300 }), call: "jobs:deleteJob" as const },
  ];
  expect(withWaiting(job, waiting(...items))).toEqual(job);
});

it("shows a corrected customer in the job and in the customer", () => {
  const items = [
    change(1, { customer: { customer_name: "Ann Vale" } }),
    change(2, { customer: { customer_phone: null } }),
  ];
  const shown = withWaiting(job, waiting(...items));
  expect(shown?.customer_name).toBe("Ann Vale");
  expect(shown).not.toHaveProperty("job_customer_phone");
  const form = { id: job._id, job, customer: aCustomer() };
  const customer = rowsOfForm(waiting(...items), form).customer("C-1001");
  expect(customer.customer_name).toBe("Ann Vale");
  expect(customer).not.toHaveProperty("customer_phone");
});

it("shows the name and the phone of another chosen customer, and never those of the previous one", () => {
  const move = change(1, { job_customer_id: "C-1002" });
  expect(withWaiting(job, waiting(move))).toMatchObject({
    job_customer_id: "C-1002",
    customer_name: "C-1002",
  });
  expect(withWaiting(job, waiting(move))).not.toHaveProperty("job_customer_phone");
  const shows = { customer_name: "Bob Stone", customer_phone: "5550100002" };
  const shown = withWaiting(job, waiting({ ...move, shows }));
  expect(shown).toMatchObject({
    customer_name: "Bob Stone",
    job_customer_phone: "5550100002",
  });
});

it("shows a corrected phone in all jobs of the customer, and a refused one in the job's own form only", () => {
  const other = aJob({ _id: "job2" as Id<"jobs"> });
  const correction = change(1, {
    customer_id: "C-1001",
    customer: { customer_phone: "5550100009" },
  });
  const phones = (item: OutboxItem) =>
    shownJobs([job, other], waiting(item)).map((each) => each.job_customer_phone);
  expect(phones(correction)).toEqual(["5550100009", "5550100009"]);
  const state = { kind: "refused", code: "INVALID", message: "No." } as const;
  const refused = { ...correction, state };
  expect(phones(refused)).toEqual(["5550100001", "5550100001"]);
  const inForm = (of: typeof job) => withWaiting(of, waiting(refused))?.job_customer_phone;
  expect([job, other].map(inForm)).toEqual(["5550100009", "5550100001"]);
});

describe("jobs that wait to be created", () => {
  const TODAY = dayKeyOf(FRIDAY_2_PM);
  const DAY = dayRange(TODAY);
  const COPY: DayCopy = {
    jobs: [],
    customers: new Map([["C-1001", aCustomer()]]),
    range: DAY,
    savedAt: 1,
  };
  const create = (args: OutboxItem["args"]): OutboxItem => ({
    ...change(1, { job_address: "9 Elm Street", ...args }, "key-1"),
    call: "jobs:create",
    creates: "key-1",
    subject: { key: "key-1", label: "9 Elm Street" },
  });
  const forNew = create({
    customer: { customer_name: "Cy Young", customer_phone: "5550100003" },
    job_estimate_date: FRIDAY_2_PM,
  });
  const changes = (...items: OutboxItem[]) => ({ items, copy: COPY });

  it("a job that waits to be created is shown with its new customer, under its client key", () => {
    expect(jobOfCreation(forNew, changes(forNew))).toEqual(
      aJob({
        _id: "key-1" as Id<"jobs">,
        clientKey: "key-1",
        _creationTime: 1,
        job_customer_id: "key-1",
        customer_name: "Cy Young",
        job_customer_phone: "5550100003",
        job_address: "9 Elm Street",
        job_estimate_date: FRIDAY_2_PM,
      }),
    );
    const form = { id: "key-1", job: undefined };
    const rows = rowsOfForm(changes(forNew), form);
    expect(rows.wholeCustomer("key-1")).toMatchObject({
      customer_id: "key-1",
      customer_name: "Cy Young",
    });
  });

  it("a job that waits to be created is shown with a known customer as corrected, or as they were chosen", () => {
    const corrected = create({
      job_customer_id: "C-1001",
      customer: { customer_phone: "5550100009" },
    });
    expect(jobOfCreation(corrected, changes(corrected))).toMatchObject({
      job_customer_id: "C-1001",
      customer_name: "Ann Field",
      job_customer_phone: "5550100009",
    });
    const chosen = {
      ...create({ job_customer_id: "C-7" }),
      shows: { customer_name: "Bob Stone" },
    };
    expect(jobOfCreation(chosen, changes(chosen))?.customer_name).toBe("Bob Stone");
  });

  it("a job that waits to be created may be for a customer who waits with another job", () => {
    const second = {
      ...create({ job_customer_id: "key-1" }),
      creates: "key-2",
    };
    const both = changes(forNew, second);
    expect(jobOfCreation(second, both)?.customer_name).toBe("Cy Young");
  });

  it("a waiting job stands on its day and before a list, once, until it is deleted", () => {
    const edit = change(2, { jobs_price: 300 }, "key-1");
    const shown = shownOnDay([job], DAY, changes(forNew, edit));
    expect(shown).toMatchObject([{ clientKey: "key-1", jobs_price: 300 }]);
    const list = shownJobs([job], changes(forNew));
    expect(list.map(({ _id }) => _id)).toEqual(["key-1", "job1"]);
    const arrived = { ...job, clientKey: "key-1" };
    expect(shownJobs([arrived], changes(forNew))).toEqual([arrived]);
    const remove = {
      ...change(2, {}, "key-1"),
      call: "jobs:deleteJob" as const,
    };
    expect(shownJobs([], changes(forNew, remove))).toEqual([]);
  });

  it("a job leaves the day from which a change has moved it, and is on the new day", () => {
    const dated = aJob({ job_estimate_date: FRIDAY_2_PM });
    const next = dayRange(nextDay(TODAY));
    const moved = change(1, { job_estimate_date: next.from });
    const known = { items: [moved], copy: { ...COPY, jobs: [dated] } };
    expect(shownOnDay([dated], DAY, known)).toEqual([]);
    expect(shownOnDay([], next, known)).toMatchObject([
      { _id: "job1", job_estimate_date: next.from },
    ]);
  });
});
