import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import {
  type Behavior,
  outcomeOf,
  withoutSystem,
} from "../../packages/embedded-convex/tests/support/parity";
import { aJobAt, annaAndBo, HOUR, NOW } from "./observe";

const wrongType = (field: string) => ({
  refused: {
    code: "INVALID",
    field,
    message: `The value of ${field} is missing or has the wrong type.`,
  },
});

/** Jobs: create, read, update, and the jobs of a day. */
export const jobBehaviors: readonly Behavior[] = [
  {
    // Spec 1.18, 7.26
    name: "creates a job and its customer in one transaction",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await anna.mutation(api.jobs.create, {
        customer: { customer_name: "Anna Bell", customer_phone: "5551234567" },
        job_address: " 12 Elm Street ",
        job_status: "Estimate Delivered",
        job_categories: ["gutter cleaning"],
        job_estimate_date: NOW,
        jobs_price: 0,
        job_notes: "Ring twice.\nDog 🐕",
      });
      return withoutSystem(await anna.query(api.jobs.get, { id }));
    },
    shows: {
      job_customer_id: "C-1001",
      job_customer_phone: "5551234567",
      customer_name: "Anna Bell",
      job_address: "12 Elm Street",
      job_status: "estimate_sent",
      job_categories: ["Gutter cleaning"],
      job_estimate_date: NOW,
      jobs_price: 0,
      job_notes: "Ring twice.\nDog 🐕",
      job_photo_estimate: [],
      job_photo_install: [],
      job_drawings: [],
    },
  },
  {
    // Spec 7.41
    name: "writes nothing for a refused job",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const refused = await outcomeOf(
        anna.mutation(api.jobs.create, {
          customer: { customer_name: "Anna Bell" },
          job_address: " ",
        }),
      );
      const next = await anna.mutation(api.customers.create, {
        customer_name: "Bob Stone",
      });
      return [
        refused,
        next,
        await anna.query(api.customers.listMin, {}),
        await anna.query(api.jobs.getAll, {}),
      ];
    },
    shows: [
      {
        refused: {
          code: "INVALID",
          field: "job_address",
          message: "Address is required.",
        },
      },
      "C-1001",
      [{ customer_id: "C-1001", customer_name: "Bob Stone" }],
      [],
    ],
  },
  {
    name: "refuses arguments of the wrong shape, and changes nothing",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const customer = (await anna.query(api.customers.search, { term: "" }))[0];
      const malformed = [
        { id, jobs_price: "100" },
        { id, job_address: null },
        { id, unknown: 1 },
        { job_notes: "no id" },
        { id: customer?._id, job_notes: "an id of another table" },
        { id: "nothing", job_notes: "no id at all" },
      ] as unknown as { id: Id<"jobs"> }[];
      const outcomes = [];
      for (const args of malformed)
        outcomes.push(await outcomeOf(anna.mutation(api.jobs.update, args)));
      const job = await anna.query(api.jobs.get, { id });
      return [outcomes, job?.job_address, job?.job_notes ?? null];
    },
    shows: [
      [
        wrongType("jobs_price"),
        wrongType("job_address"),
        {
          refused: {
            code: "INVALID",
            field: "unknown",
            message: "The function takes no argument unknown.",
          },
        },
        wrongType("id"),
        wrongType("id"),
        wrongType("id"),
      ],
      "12 Elm Street",
      null,
    ],
  },
  {
    name: "clears null fields and keeps omitted ones",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street", {
        job_estimate_date: NOW,
        job_install_date: NOW,
      });
      await anna.mutation(api.jobs.update, {
        id,
        jobs_price: 12.345,
        job_estimate_date: null,
      });
      await anna.mutation(api.jobs.update, { id, job_status: "approved" });
      await anna.mutation(api.customers.update, {
        customer_id: "C-1001",
        customer_phone: null,
      });
      return withoutSystem(await anna.query(api.jobs.get, { id }));
    },
    shows: {
      job_customer_id: "C-1001",
      customer_name: "Anna Bell",
      job_address: "12 Elm Street",
      job_status: "approved",
      job_categories: [],
      job_install_date: NOW,
      jobs_price: 12.35,
      job_photo_estimate: [],
      job_photo_install: [],
      job_drawings: [],
    },
  },
  {
    // Spec 7.31
    name: "returns the jobs of a day in the order of their times",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const dayStart = NOW - 14 * HOUR;
      const dayEnd = dayStart + 24 * HOUR;
      await aJobAt(anna, "at the next midnight", { job_estimate_date: dayEnd });
      await aJobAt(anna, "late", { job_estimate_date: dayEnd - 1 });
      await aJobAt(anna, "at midnight", { job_install_date: dayStart });
      await aJobAt(anna, "twice", {
        job_estimate_date: dayStart + 9 * HOUR,
        job_install_date: dayStart + HOUR,
      });
      await aJobAt(anna, "undated");
      const day = await anna.query(api.jobs.getScheduledForDay, {
        dayStart,
        dayEnd,
      });
      const dates = await anna.query(api.jobs.listDates, {
        range: { from: dayStart, until: dayEnd },
      });
      return [
        day.map((job) => job.job_address),
        dates.map((job) => job.job_address).sort(),
        (await anna.query(api.jobs.listDates, {})).map((job) => job.job_address),
        await bo.query(api.jobs.getScheduledForDay, { dayStart, dayEnd }),
      ];
    },
    shows: [
      ["at midnight", "twice", "late"],
      ["at midnight", "late", "twice"],
      ["twice", "at midnight", "late", "at the next midnight"],
      [],
    ],
  },
  {
    name: "returns null for an id of no job",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      const [customer] = await anna.query(api.customers.search, { term: "" });
      await anna.mutation(api.jobs.deleteJob, { id });
      const ids = [id, customer?._id ?? "", "", "nothing", "🐕"];
      return [
        await Promise.all(ids.map((each) => anna.query(api.jobs.get, { id: each }))),
        await outcomeOf(anna.mutation(api.jobs.deleteJob, { id })),
      ];
    },
    shows: [
      [null, null, null, null, null],
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
    ],
  },
];
