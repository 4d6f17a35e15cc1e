import { api } from "@convex/_generated/api";
import { type Behavior, withoutSystem } from "../../packages/embedded-convex/tests/support/parity";
import { addressesIn, annaAndBo } from "./observe";

/** Customers: create, read, search, update. */
export const customerBehaviors: readonly Behavior[] = [
  {
    // Spec 7.36
    name: "stores a customer and returns it by its readable id",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const customer_id = await anna.mutation(api.customers.create, {
        customer_name: " José Muñoz ",
        customer_phone: "+1 (212) 555-0101 x7",
        customer_email: "jose@example.com",
        customer_obtained_type: "yard sign",
      });
      const customer = await anna.query(api.customers.getByCustomerId, {
        customer_id,
      });
      return [withoutSystem(customer), typeof customer?._id, typeof customer?._creationTime];
    },
    shows: [
      {
        customer_id: "C-1001",
        customer_name: "José Muñoz",
        customer_phone: "2125550101",
        customer_email: "jose@example.com",
        customer_obtained_type: "Yard Sign",
      },
      "string",
      "number",
    ],
  },
  {
    name: "gives customers created at the same time different numbers",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const created = Array.from({ length: 20 }, async (_, at) =>
        anna.mutation(api.customers.create, {
          customer_name: `Customer ${at}`,
        }),
      );
      return (await Promise.all(created)).sort();
    },
    shows: Array.from({ length: 20 }, (_, at) => `C-${1001 + at}`),
  },
  {
    // Spec 7.34
    name: "finds customers by the beginnings of words, by phone, email or id",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      await anna.mutation(api.customers.create, {
        customer_name: "José Muñoz",
        customer_phone: "(212) 555-0101",
      });
      await anna.mutation(api.customers.create, {
        customer_name: "Joanna Field",
        customer_email: "jo@example.com",
      });
      await anna.mutation(api.customers.create, {
        customer_name: "Anna O'Brien",
        customer_phone: "302-555-0199",
      });
      await bo.mutation(api.customers.create, { customer_name: "Anna of Bo" });
      const terms = [
        "munoz",
        "MUÑ",
        "anna",
        "obrien",
        "212.555.0101",
        "302",
        "example",
        "c-1002",
        "obri an",
        "x",
        "",
      ];
      return await Promise.all(
        terms.map(async (term) =>
          (await anna.query(api.customers.search, { term })).map((found) => found.customer_name),
        ),
      );
    },
    shows: [
      ["José Muñoz"],
      ["José Muñoz"],
      ["Anna O'Brien"],
      ["Anna O'Brien"],
      ["José Muñoz"],
      ["Anna O'Brien"],
      ["Joanna Field"],
      ["Joanna Field"],
      ["Anna O'Brien"],
      [],
      ["Anna O'Brien", "Joanna Field", "José Muñoz"],
    ],
  },
  {
    name: "updates the customer's name in its jobs and their search",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      for (const address of ["1 Elm", "2 Elm"])
        await anna.mutation(api.jobs.create, {
          ...(address === "1 Elm"
            ? { customer: { customer_name: "Anna Bell" } }
            : { job_customer_id: "C-1001" }),
          job_address: address,
        });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_name: "Anna Field",
      });
      const jobs = await anna.query(api.jobs.getAll, {});
      return [
        jobs.map((job) => job.customer_name),
        await addressesIn(anna, { search: "field" }),
        await addressesIn(anna, { search: "bell" }),
      ];
    },
    shows: [["Anna Field", "Anna Field"], ["1 Elm", "2 Elm"], []],
  },
];
