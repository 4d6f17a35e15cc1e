import { describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import {
  CUSTOMER_NAME_REQUIRED,
  EMAIL_MALFORMED,
  OBTAINED_TYPE_UNKNOWN,
} from "@domain/customer/customerInput";
import { aNewCustomer, aNewJob } from "../support/builders";
import { gone, openForTwo, refusalOf, refused, type Caller } from "../support/convexHarness";

async function namesFound(caller: Caller, term: string): Promise<string[]> {
  const found = await caller.query(api.customers.search, { term });
  return found.map(({ customer_name }) => customer_name);
}

describe("customers.create", () => {
  // Spec 7.37
  it("gives readable ids, counted per workspace", async () => {
    const { anna, bo } = openForTwo();
    const ids = [];
    for (let at = 0; at < 3; at++)
      ids.push(await anna.mutation(api.customers.create, aNewCustomer()));
    ids.push(await bo.mutation(api.customers.create, aNewCustomer()));
    expect(ids).toEqual(["C-1001", "C-1002", "C-1003", "C-1001"]);
  });

  it("stores the input in its normal form", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, {
      customer_name: " Anna Bell ",
      customer_phone: "+1 (555) 123-4567 ext. 8",
      customer_email: "anna@example.com",
      customer_obtained_type: "saw truck",
    });
    expect(await anna.query(api.customers.getByCustomerId, { customer_id })).toMatchObject({
      customer_id: "C-1001",
      customer_name: "Anna Bell",
      customer_phone: "5551234567",
      customer_email: "anna@example.com",
      customer_obtained_type: "Saw Truck",
    });
  });

  it("omits blank fields", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_phone: "",
        customer_email: "",
        customer_obtained_type: "",
      }),
    );
    const customer = await anna.query(api.customers.getByCustomerId, {
      customer_id,
    });
    expect(customer).not.toHaveProperty("customer_phone");
    expect(customer).not.toHaveProperty("customer_email");
    expect(customer).not.toHaveProperty("customer_obtained_type");
  });

  it.each([
    [{ customer_name: "  " }, "customer_name", CUSTOMER_NAME_REQUIRED],
    [{ customer_email: "anna" }, "customer_email", EMAIL_MALFORMED],
    [{ customer_obtained_type: "Billboard" }, "customer_obtained_type", OBTAINED_TYPE_UNKNOWN],
  ])("refuses %j", async (input, field, message) => {
    const { anna } = openForTwo();
    const call = anna.mutation(api.customers.create, aNewCustomer(input));
    expect(await refusalOf(call)).toEqual(refused(field, message));
    // A refused customer does not use up a number.
    expect(await anna.mutation(api.customers.create, aNewCustomer())).toBe("C-1001");
  });
});

describe("customers.getByCustomerId", () => {
  // Spec 7.36
  it("returns null for an unknown id and for another workspace's customer", async () => {
    const { anna, bo } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    expect(await bo.query(api.customers.getByCustomerId, { customer_id })).toBeNull();
    expect(await anna.query(api.customers.getByCustomerId, { customer_id: "C-9" })).toBeNull();
  });
});

describe("customers.listMin", () => {
  // Spec 3.5, 7.35
  it("returns only ids and names, in alphabetical order", async () => {
    const { anna, bo } = openForTwo();
    for (const customer_name of ["zoe", "Ánna", "Bell"])
      await anna.mutation(api.customers.create, aNewCustomer({ customer_name }));
    await bo.mutation(api.customers.create, aNewCustomer());
    expect(await anna.query(api.customers.listMin, {})).toEqual([
      { customer_id: "C-1002", customer_name: "Ánna" },
      { customer_id: "C-1003", customer_name: "Bell" },
      { customer_id: "C-1001", customer_name: "zoe" },
    ]);
  });
});

describe("customers.search", () => {
  async function openWithCustomers() {
    const { anna, bo } = openForTwo();
    const customers = [
      aNewCustomer({
        customer_name: "José Muñoz",
        customer_phone: "(212) 555-0101",
      }),
      aNewCustomer({
        customer_name: "Joanna Field",
        customer_email: "jo.field@example.com",
      }),
      aNewCustomer({
        customer_name: "Anna O'Brien",
        customer_phone: "302-555-0199",
      }),
    ];
    for (const customer of customers) await anna.mutation(api.customers.create, customer);
    await bo.mutation(api.customers.create, aNewCustomer({ customer_name: "Anna of Bo" }));
    return { anna, bo };
  }

  // Spec 7.34
  it.each([
    ["jose", ["José Muñoz"]],
    ["MUÑ", ["José Muñoz"]],
    ["anna", ["Anna O'Brien"]],
    ["obrien", ["Anna O'Brien"]],
    ["obri anna", ["Anna O'Brien"]],
    ["555", ["Anna O'Brien", "José Muñoz"]],
    ["(212) 555", ["José Muñoz"]],
    ["212.555.0101", ["José Muñoz"]],
    ["+1 302 555 0199", ["Anna O'Brien"]],
    ["field@example", ["Joanna Field"]],
    ["c-1002", ["Joanna Field"]],
    ["1003", ["Anna O'Brien"]],
    ["unoz", []],
    ["nobody", []],
    ["anna field nobody", []],
  ])("finds by %j", async (term, names) => {
    const { anna } = await openWithCustomers();
    expect(await namesFound(anna, term)).toEqual(names);
  });

  it("returns the newest customers for a blank term", async () => {
    const { anna } = await openWithCustomers();
    expect(await namesFound(anna, "  ")).toEqual(["Anna O'Brien", "Joanna Field", "José Muñoz"]);
  });

  it("customers.search does not find another workspace's customers", async () => {
    const { bo } = await openWithCustomers();
    expect(await namesFound(bo, "anna")).toEqual(["Anna of Bo"]);
    expect(await namesFound(bo, "")).toEqual(["Anna of Bo"]);
  });

  it("returns at most twenty customers, the best match first", async () => {
    const { anna } = openForTwo();
    for (let at = 0; at < 24; at++)
      await anna.mutation(api.customers.create, aNewCustomer({ customer_name: `Joan Anna ${at}` }));
    await anna.mutation(api.customers.create, aNewCustomer({ customer_name: "Bell Anna" }));
    await anna.mutation(api.customers.create, aNewCustomer({ customer_name: "Anna" }));
    const names = await namesFound(anna, "anna");
    expect(names).toHaveLength(20);
    expect(names.slice(0, 3)).toEqual(["Anna", "Bell Anna", "Joan Anna 0"]);
    expect(await namesFound(anna, "")).toHaveLength(20);
  });
});

describe("customers.update", () => {
  // Spec 7.38
  it("changes the given fields, clears null fields and keeps the rest", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(
      api.customers.create,
      aNewCustomer({
        customer_phone: "5551234567",
        customer_email: "anna@example.com",
      }),
    );
    await anna.mutation(api.customers.update, {
      customer_id,
      customer_name: "Anna Field",
      customer_email: null,
    });
    const customer = await anna.query(api.customers.getByCustomerId, {
      customer_id,
    });
    expect(customer).toMatchObject({
      customer_name: "Anna Field",
      customer_phone: "5551234567",
    });
    expect(customer).not.toHaveProperty("customer_email");
    expect(await namesFound(anna, "field")).toEqual(["Anna Field"]);
    expect(await namesFound(anna, "bell")).toEqual([]);
    expect(await namesFound(anna, "example")).toEqual([]);
  });

  it("updates the customer's jobs and their search", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_name: "Anna Field",
      customer_phone: "(302) 555-0199",
    });
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      customer_name: "Anna Field",
      job_customer_phone: "3025550199",
    });
    const search = async (text: string) =>
      await anna.query(api.jobs.list, {
        paginationOpts: { numItems: 5, cursor: null },
        search: text,
        status: null,
        sort: "created_desc",
        now: 0,
      });
    expect((await search("field 302-555")).page).toHaveLength(1);
    expect((await search("bell")).page).toHaveLength(0);
    await anna.mutation(api.customers.update, {
      customer_id: "C-1001",
      customer_phone: null,
    });
    expect(await anna.query(api.jobs.get, { id })).not.toHaveProperty("job_customer_phone");
  });

  it("updates more jobs of a customer than one transaction may write", async () => {
    vi.useFakeTimers();
    try {
      const { anna } = openForTwo();
      const id = await anna.mutation(api.jobs.create, aNewJob());
      await anna.run(async (ctx) => {
        const job = await ctx.db.get("jobs", id);
        if (job === null) throw new Error("The job is gone.");
        const { _id, _creationTime, ...fields } = job;
        for (let at = 0; at < 150; at++) await ctx.db.insert("jobs", fields);
      });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_name: "Anna Field",
      });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_name: "Anna Last",
      });
      await anna.finishAllScheduledFunctions(vi.runAllTimers);
      const jobs = await anna.query(api.jobs.getAll, {});
      expect(jobs).toHaveLength(151);
      expect(new Set(jobs.map((job) => job.customer_name))).toEqual(new Set(["Anna Last"]));
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses what create refuses", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const call = anna.mutation(api.customers.update, {
      customer_id,
      customer_name: "",
    });
    expect(await refusalOf(call)).toEqual(refused("customer_name", CUSTOMER_NAME_REQUIRED));
  });

  it("customers.update does not find another workspace's customer", async () => {
    const { anna, bo } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const call = bo.mutation(api.customers.update, {
      customer_id,
      customer_name: "Bo's now",
    });
    expect(await refusalOf(call)).toEqual(gone("customer", "customer_id"));
    expect(await namesFound(anna, "")).toEqual(["Anna Bell"]);
  });
});
