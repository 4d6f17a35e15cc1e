import { api } from "@convex/_generated/api";
import { historyLines } from "@domain/history/history";
import { type Behavior, outcomeOf } from "../../packages/embedded-convex/tests/support/parity";
import { aJobAt, aStoredPhoto, annaAndBo } from "./observe";

const INTENT = "7b0d3c1e-5a64-4d0e-9f0c-2f6f0a3c8e11";
const PAGE = { numItems: 20, cursor: null };

/** History, undo, trash and calls that are sent twice. */
export const historyBehaviors: readonly Behavior[] = [
  {
    name: "records a change, and undoes it once",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      await anna.mutation(api.jobs.update, { id, job_status: "approved" });
      const { page } = await anna.query(api.changes.ofSubject, {
        subject: id,
        paginationOpts: PAGE,
      });
      const change = { id: page[0]!._id as never };
      return [
        page.flatMap(({ writes }) => historyLines(writes, String)),
        await outcomeOf(bo.mutation(api.changes.undo, change)),
        await outcomeOf(anna.mutation(api.changes.undo, change)),
        (await anna.query(api.jobs.get, { id }))?.job_status,
        await outcomeOf(anna.mutation(api.changes.undo, change)),
      ];
    },
    shows: [
      ["Status: New Lead → Approved", "Job created"],
      {
        refused: {
          code: "CONFLICT",
          message: "What this would bring back has been deleted for good.",
        },
      },
      { value: null },
      "lead",
      {
        refused: {
          code: "CONFLICT",
          message: "This has been undone already.",
        },
      },
    ],
  },
  {
    name: "restores a deleted job with its photo",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const photo = await aStoredPhoto(anna);
      const id = await anna.mutation(api.jobs.create, {
        customer: { customer_name: "Anna Bell" },
        job_address: "12 Elm Street",
        job_drawings: [photo],
      });
      await anna.mutation(api.jobs.deleteJob, { id });
      const urls = { ids: [photo] };
      const hidden = await anna.query(api.files.getUrls, urls);
      const { page } = await anna.query(api.changes.deleted, {
        paginationOpts: PAGE,
      });
      const trashed = page.find(({ table }) => table === "jobs");
      await anna.mutation(api.changes.restore, { id: trashed!._id });
      const job = await anna.query(api.jobs.get, { id });
      const [url] = await anna.query(api.files.getUrls, urls);
      return [hidden, job?.job_address, typeof url];
    },
    shows: [[null], "12 Elm Street", "string"],
  },
  {
    name: "restores a whole deletion of Settings",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      await anna.action(api.seed.generateFakeData, {
        customers: 60,
        jobsPerCustomer: 2,
      });
      const before = await anna.query(api.jobs.getAll, {});
      await anna.action(api.seed.deleteCustomersAndJobs, {});
      const run = await anna.query(api.changes.lastRun, {});
      const restored = await anna.action(api.changes.undoRun, {
        id: run!.id,
      });
      const after = await anna.query(api.jobs.getAll, {});
      return [restored, JSON.stringify(after) === JSON.stringify(before)];
    },
    shows: [{ rowsRestored: 180, changesUndone: 0 }, true],
  },
  {
    name: "separates merged customers again",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const customer = { customer_name: "Ann Field", customer_phone: "5551" };
      await anna.mutation(api.customers.create, customer);
      await anna.mutation(api.customers.create, customer);
      await anna.mutation(api.jobs.create, {
        job_customer_id: "C-1002",
        job_address: "12 Elm Street",
      });
      await anna.action(api.customers.merge, {
        kept: "C-1001",
        duplicate: "C-1002",
      });
      const ofJobs = async () =>
        (await anna.query(api.jobs.getAll, {})).map((job) => job.job_customer_id);
      const merged = await ofJobs();
      const run = await anna.query(api.changes.lastRun, {});
      await anna.action(api.changes.undoRun, { id: run!.id });
      const names = await anna.query(api.customers.listMin, {});
      return [merged, await ofJobs(), names.map((name) => name.customer_id)];
    },
    shows: [["C-1001"], ["C-1002"], ["C-1001", "C-1002"]],
  },
  {
    name: "does a call once that is sent twice with one intent",
    run: async (backend) => {
      const { anna } = annaAndBo(backend);
      const create = {
        customer: { customer_name: "Anna Bell" },
        job_address: "12 Elm Street",
        intentId: INTENT,
      };
      const first = await anna.mutation(api.jobs.create, create);
      const second = await anna.mutation(api.jobs.create, create);
      const other = { ...create, job_address: "Elsewhere" };
      return [
        first === second,
        await outcomeOf(anna.mutation(api.jobs.create, other)),
        (await anna.query(api.jobs.getAll, {})).length,
      ];
    },
    shows: [
      true,
      {
        refused: {
          code: "CONFLICT",
          message: "This was already sent with other values. Enter it again.",
        },
      },
      1,
    ],
  },
];
