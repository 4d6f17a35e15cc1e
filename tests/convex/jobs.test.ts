import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CUSTOMER_NAME_REQUIRED, EMAIL_MALFORMED } from "@domain/customer/customerInput";
import {
  ADDRESS_REQUIRED,
  CATEGORY_UNKNOWN,
  CUSTOMER_REQUIRED,
  DATE_OUT_OF_RANGE,
  PRICE_OUT_OF_RANGE,
  STATUS_UNKNOWN,
} from "@domain/job/jobInput";
import { JOB_STATUSES } from "@domain/job/jobs";
import { isTrashKey } from "@domain/history/trashKeys";
import { aNewCustomer, aNewJob, FRIDAY_2_PM } from "../support/builders";
import {
  aStoredPhoto,
  gone,
  openForTwo,
  refusalOf,
  refused,
  stillThere,
  type Caller,
} from "../support/convexHarness";

async function jobOf(caller: Caller, id: string) {
  const job = await caller.query(api.jobs.get, { id });
  if (job === null) throw new Error("The job is not there.");
  return job;
}

async function customerCount(caller: Caller): Promise<number> {
  return (await caller.query(api.customers.listMin, {})).length;
}

describe("jobs.create", () => {
  // Spec 7.26
  it("creates a lead for an existing customer", async () => {
    const { anna } = openForTwo();
    const job_customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({ customer_phone: "5551234567" }),
    );
    const id = await anna.mutation(api.jobs.create, {
      job_customer_id,
      job_address: " 12 Elm Street ",
    });
    const { _id, _creationTime, ...job } = await jobOf(anna, id);
    expect(_id).toBe(id);
    expect(_creationTime).toBeGreaterThan(0);
    expect(job).toEqual({
      job_customer_id: "C-1001",
      job_customer_phone: "5551234567",
      customer_name: "Anna Bell",
      job_address: "12 Elm Street",
      job_status: "lead",
      job_categories: [],
      job_photo_estimate: [],
      job_photo_install: [],
      job_drawings: [],
    });
  });

  // Spec 1.18, 7.41
  it("creates the customer and the job in one transaction", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({
        customer: {
          customer_name: "Anna Bell",
          customer_phone: "(555) 123-4567",
          customer_obtained_type: "Yard Sign",
        },
        job_city: "Dover",
        job_status: "Estimate Delivered",
        job_categories: ["Gutter cleaning"],
        job_estimate_date: FRIDAY_2_PM,
        job_install_date: FRIDAY_2_PM + 86_400_000,
        jobs_price: 0,
        job_notes: "Ring twice.",
      }),
    );
    expect(await jobOf(anna, id)).toMatchObject({
      job_customer_id: "C-1001",
      job_customer_phone: "5551234567",
      customer_name: "Anna Bell",
      job_city: "Dover",
      job_status: "estimate_sent",
      job_categories: ["Gutter cleaning"],
      job_estimate_date: FRIDAY_2_PM,
      job_install_date: FRIDAY_2_PM + 86_400_000,
      jobs_price: 0,
      job_notes: "Ring twice.",
    });
    expect(
      await anna.query(api.customers.getByCustomerId, {
        customer_id: "C-1001",
      }),
    ).toMatchObject({ customer_obtained_type: "Yard Sign" });
  });

  // Spec 1.18
  it("corrects the customer whom the person saw, also after the job was given to another one", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const other = await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_name: "Bob Stone",
        customer_phone: "5550100002",
      }),
    );
    await anna.mutation(api.jobs.update, { id, job_customer_id: other });
    const customer = { customer_phone: "5550100009" };
    const customer_id = "C-1001";
    await anna.mutation(api.jobs.update, { id, customer, customer_id });
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      customer_name: "Bob Stone",
      job_customer_phone: "5550100002",
    });
    const seen = { customer_id };
    expect(await anna.query(api.customers.getByCustomerId, seen)).toMatchObject(customer);
  });

  it("says which value of the customer a correction replaced that the person had not seen", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const customer_id = "C-1001";
    const correct = async (customer_phone: string, seen: string | null) =>
      await anna.mutation(api.jobs.update, {
        id,
        customer: { customer_phone },
        customer_id,
        base: { customer_phone: seen },
      });
    expect(await correct("5550100001", null)).toBeNull();
    expect(await correct("5550100002", "5550100001")).toBeNull();
    expect(await correct("5550100003", "5550100001")).toEqual({
      replaced: { customer_phone: "5550100002" },
    });
    expect(await correct("5550100003", "5550100001")).toBeNull();
  });

  it("corrects the customer of the job where the one whom the person saw was merged with them", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const customer = { customer_phone: "5550100009" };
    const change = { id, customer, customer_id: "C-1999" };
    await anna.mutation(api.jobs.update, change);
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      job_customer_phone: "5550100009",
    });
  });

  it("a new customer is found by the client key of their first job, before the device knows their id", async () => {
    const { anna } = openForTwo();
    const clientKey = crypto.randomUUID();
    await anna.mutation(api.jobs.create, aNewJob({ clientKey }));
    const second = await anna.mutation(api.jobs.create, {
      job_customer_id: clientKey,
      job_address: "14 Elm Street",
    });
    expect((await jobOf(anna, second)).job_customer_id).toBe("C-1001");
    expect(await customerCount(anna)).toBe(1);
  });

  it("changes only the edited fields of an existing customer", async () => {
    const { anna } = openForTwo();
    const job_customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_phone: "5551234567",
        customer_email: "anna@example.com",
      }),
    );
    const id = await anna.mutation(api.jobs.create, {
      job_customer_id,
      customer: { customer_name: "Anna Field", customer_phone: "5550000000" },
      job_address: "12 Elm Street",
    });
    expect(await jobOf(anna, id)).toMatchObject({
      customer_name: "Anna Field",
      job_customer_phone: "5550000000",
    });
    expect(
      await anna.query(api.customers.getByCustomerId, {
        customer_id: job_customer_id,
      }),
    ).toMatchObject({
      customer_name: "Anna Field",
      customer_email: "anna@example.com",
    });
    expect(await customerCount(anna)).toBe(1);
  });

  // Spec 5.1
  it.each([
    [{ job_address: " " }, "job_address", ADDRESS_REQUIRED],
    [{ job_status: "lost" }, "job_status", STATUS_UNKNOWN],
    [{ job_categories: ["Roofing"] }, "job_categories", CATEGORY_UNKNOWN],
    [{ job_estimate_date: -1 }, "job_estimate_date", DATE_OUT_OF_RANGE],
    [{ job_install_date: 9e15 }, "job_install_date", DATE_OUT_OF_RANGE],
    [{ jobs_price: -1 }, "jobs_price", PRICE_OUT_OF_RANGE],
    [
      { customer: { customer_name: "Anna", customer_email: "x" } },
      "customer_email",
      EMAIL_MALFORMED,
    ],
    [{ customer: { customer_name: "" } }, "customer_name", CUSTOMER_REQUIRED],
    [{ job_customer_id: "" }, "customer_name", CUSTOMER_REQUIRED],
  ])("a creation refused for %j creates no customer", async (input, field, message) => {
    const { anna } = openForTwo();
    const call = anna.mutation(api.jobs.create, aNewJob(input));
    expect(await refusalOf(call)).toEqual(refused(field, message));
    expect(await customerCount(anna)).toBe(0);
    expect(await anna.query(api.jobs.getAll, {})).toEqual([]);
  });

  it("a refused creation does not change an existing customer", async () => {
    const { anna } = openForTwo();
    const job_customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const call = anna.mutation(api.jobs.create, {
      job_customer_id,
      customer: { customer_name: "Anna Field" },
      job_address: "",
    });
    expect(await refusalOf(call)).toEqual(refused("job_address", ADDRESS_REQUIRED));
    expect(await anna.query(api.customers.listMin, {})).toEqual([
      { customer_id: "C-1001", customer_name: "Anna Bell" },
    ]);
  });

  it("requires a customer of the caller's workspace", async () => {
    const { anna, bo } = openForTwo();
    const job_customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const call = bo.mutation(api.jobs.create, aNewJob({ job_customer_id }));
    expect(await refusalOf(call)).toEqual(gone("customer", "job_customer_id"));
  });

  it("accepts only files of the caller's workspace", async () => {
    const { anna, bo } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const call = bo.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    expect(await refusalOf(call)).toEqual(gone("file", "job_drawings"));
    expect(await customerCount(bo)).toBe(0);
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({ job_photo_estimate: [photo, photo] }),
    );
    expect((await jobOf(anna, id)).job_photo_estimate).toEqual([photo]);
  });
});

describe("jobs.get and jobs.getAll", () => {
  // Spec 7.25
  it("jobs.get and jobs.getAll return null and an empty list for another workspace's jobs", async () => {
    const { anna, bo } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const second = await anna.mutation(api.jobs.create, aNewJob({ job_address: "14 Elm Street" }));
    expect((await anna.query(api.jobs.getAll, {})).map((job) => job._id)).toEqual([second, id]);
    expect(await bo.query(api.jobs.get, { id })).toBeNull();
    expect(await bo.query(api.jobs.getAll, {})).toEqual([]);
  });

  it.each(["", "nothing", "00000000000000000000000010000customers"])(
    "jobs.get and jobs.getAll return null for the id %j",
    async (id) => {
      const { anna } = openForTwo();
      expect(await anna.query(api.jobs.get, { id })).toBeNull();
    },
  );

  it("jobs.get and jobs.getAll hide the fields that only the server needs", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    expect(await jobOf(anna, id)).not.toHaveProperty("workspaceId");
  });
});

describe("jobs.update", () => {
  const full = aNewJob({
    job_city: "Dover",
    job_estimate_date: FRIDAY_2_PM,
    job_install_date: FRIDAY_2_PM,
    jobs_price: 100,
    job_notes: "Ring twice.",
    job_categories: ["Trim Replace"],
  });

  // Spec 7.27
  it("changes the given fields and keeps the rest", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const before = await jobOf(anna, id);
    await anna.mutation(api.jobs.update, {
      id,
      job_status: "approved",
      jobs_price: 12.345,
    });
    expect(await jobOf(anna, id)).toEqual({
      ...before,
      job_status: "approved",
      jobs_price: 12.35,
    });
    await anna.mutation(api.jobs.update, { id });
    expect(await jobOf(anna, id)).toMatchObject({ job_status: "approved" });
  });

  it("clears with null the price, the dates, the notes and the city", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    await anna.mutation(api.jobs.update, {
      id,
      job_city: null,
      job_estimate_date: null,
      job_install_date: null,
      jobs_price: null,
      job_notes: null,
    });
    const job = await jobOf(anna, id);
    for (const field of [
      "job_city",
      "job_estimate_date",
      "job_install_date",
      "jobs_price",
      "job_notes",
    ])
      expect(job).not.toHaveProperty(field);
    expect(job.job_categories).toEqual(["Trim Replace"]);
  });

  // Spec 0.4, 4.12
  it("sets any status from any other", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    for (const from of JOB_STATUSES) {
      for (const to of JOB_STATUSES) {
        await anna.mutation(api.jobs.update, { id, job_status: from });
        await anna.mutation(api.jobs.update, { id, job_status: to });
        expect((await jobOf(anna, id)).job_status).toBe(to);
      }
    }
  });

  it("replaces all categories, also with none", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    await anna.mutation(api.jobs.update, { id, job_categories: [] });
    expect((await jobOf(anna, id)).job_categories).toEqual([]);
  });

  it("moves a job to another customer", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const job_customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_name: "Bob Stone",
        customer_phone: "5550000000",
      }),
    );
    await anna.mutation(api.jobs.update, { id, job_customer_id });
    expect(await jobOf(anna, id)).toMatchObject({
      job_customer_id: "C-1002",
      customer_name: "Bob Stone",
      job_customer_phone: "5550000000",
    });
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_name: "Not mine",
    });
    expect((await jobOf(anna, id)).customer_name).toBe("Bob Stone");
  });

  // Spec 0.4
  it("changes its customer and that customer's other jobs in the same transaction", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const other = await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1001" }));
    await anna.mutation(api.jobs.update, {
      id,
      job_notes: "New notes",
      customer: { customer_name: "Anna Field", customer_phone: "5550000000" },
    });
    expect(await jobOf(anna, id)).toMatchObject({
      customer_name: "Anna Field",
      job_customer_phone: "5550000000",
      job_notes: "New notes",
    });
    expect((await jobOf(anna, other)).customer_name).toBe("Anna Field");
    expect(await customerCount(anna)).toBe(1);
  });

  // Spec 7.41
  it("moves the job to another customer and changes that customer", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const job_customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({ customer_name: "Bob" }),
    );
    await anna.mutation(api.jobs.update, {
      id,
      job_customer_id,
      customer: { customer_name: "Bob Stone" },
    });
    expect((await jobOf(anna, id)).customer_name).toBe("Bob Stone");
    expect(
      await anna.query(api.customers.getByCustomerId, {
        customer_id: "C-1001",
      }),
    ).toMatchObject({ customer_name: "Anna Bell" });
  });

  // Spec 5.2
  it.each([
    [{ job_address: "" }, "job_address", ADDRESS_REQUIRED],
    [{ job_status: "lost" }, "job_status", STATUS_UNKNOWN],
    [{ jobs_price: -5 }, "jobs_price", PRICE_OUT_OF_RANGE],
    [{ job_customer_id: "" }, "customer_name", CUSTOMER_REQUIRED],
    [{ customer: { customer_name: " " } }, "customer_name", CUSTOMER_NAME_REQUIRED],
  ])("an update refused for %j changes nothing", async (change, field, message) => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const before = await jobOf(anna, id);
    const call = anna.mutation(api.jobs.update, {
      id,
      job_notes: "New",
      ...change,
    });
    expect(await refusalOf(call)).toEqual(refused(field, message));
    expect(await jobOf(anna, id)).toEqual(before);
  });

  it("an update refused for its job does not change the customer", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const photo = "0000000000000000000010999_storage" as Id<"_storage">;
    const call = anna.mutation(api.jobs.update, {
      id,
      customer: { customer_name: "Anna Field" },
      job_drawings: [photo],
    });
    expect(await refusalOf(call)).toEqual(gone("file", "job_drawings"));
    expect((await jobOf(anna, id)).customer_name).toBe("Anna Bell");
  });

  it("jobs.update does not find another workspace's job or customer", async () => {
    const { anna, bo } = openForTwo();
    const id = await anna.mutation(api.jobs.create, full);
    const call = bo.mutation(api.jobs.update, { id, job_notes: "Mine" });
    expect(await refusalOf(call)).toEqual(gone("job", "id"));
    const own = await bo.mutation(api.jobs.create, aNewJob());
    const move = bo.mutation(api.jobs.update, {
      id: own,
      job_customer_id: "C-1002",
    });
    expect(await refusalOf(move)).toEqual(gone("customer", "job_customer_id"));
    expect((await jobOf(anna, id)).job_notes).toBe("Ring twice.");
  });
});

describe("jobs.deleteJob", () => {
  // Spec 7.28
  it("deletes the job with its files and its search row, and nothing else", async () => {
    const { anna } = openForTwo();
    const photos = [await aStoredPhoto(anna), await aStoredPhoto(anna, "image/png")];
    const [shared, own] = photos as [Id<"_storage">, Id<"_storage">];
    const kept = await anna.mutation(api.jobs.create, aNewJob({ job_photo_install: [shared] }));
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({ job_customer_id: "C-1001", job_photo_estimate: [shared, own] }),
    );
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await anna.query(api.jobs.get, { id })).toBeNull();
    expect(await stillThere(anna, [shared, own])).toEqual([true, false]);
    expect(await anna.query(api.files.getUrls, { ids: [own] })).toEqual([null]);
    expect((await anna.query(api.jobs.getAll, {})).map((job) => job._id)).toEqual([kept]);
    expect(await customerCount(anna)).toBe(1);
    const rows = await anna.run(async (ctx) => await ctx.db.query("jobSummaries").collect());
    const live = rows.filter(({ workspaceId }) => !isTrashKey(workspaceId));
    expect(live.map((row) => row.jobId)).toEqual([kept]);
  });

  it("jobs.deleteJob does not find another workspace's job or a deleted one", async () => {
    const { anna, bo } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    expect(await refusalOf(bo.mutation(api.jobs.deleteJob, { id }))).toEqual(gone("job", "id"));
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await refusalOf(anna.mutation(api.jobs.deleteJob, { id }))).toEqual(gone("job", "id"));
  });
});

describe("jobs.lastPlace", () => {
  it("the last place is the address of the customer's last job, and null for another workspace's customer", async () => {
    const { anna, bo } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const placeFor = async (caller: Caller) =>
      await caller.query(api.jobs.lastPlace, { customer_id });
    expect(await placeFor(anna)).toBeNull();
    for (const job_address of ["12 Elm Street", "9 Birch Road"])
      await anna.mutation(
        api.jobs.create,
        aNewJob({
          job_customer_id: customer_id,
          job_address,
          job_city: "Troy",
        }),
      );
    expect(await placeFor(anna)).toEqual({
      job_address: "9 Birch Road",
      job_city: "Troy",
    });
    expect(await placeFor(bo)).toBeNull();
  });
});
