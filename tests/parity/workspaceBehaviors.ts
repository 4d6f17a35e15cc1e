import { api } from "@convex/_generated/api";
import { type Behavior, outcomeOf } from "../../packages/embedded-convex/tests/support/parity";
import { addressesIn, aJobAt, annaAndBo } from "./observe";

/** Workspaces and authorization. */
export const workspaceBehaviors: readonly Behavior[] = [
  {
    // Spec 6.6
    name: "isolates workspaces, and shares one within an organization",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const inOrg = (subject: string) => backend.as({ subject, org_id: "org_1" });
      await anna.mutation(api.customers.create, { customer_name: "Of Anna" });
      await inOrg("anna").mutation(api.customers.create, {
        customer_name: "Of the organization",
      });
      return await Promise.all(
        [anna, bo, inOrg("anna"), inOrg("bo")].map((caller) =>
          caller.query(api.customers.listMin, {}),
        ),
      );
    },
    shows: [
      [{ customer_id: "C-1001", customer_name: "Of Anna" }],
      [],
      [{ customer_id: "C-1001", customer_name: "Of the organization" }],
      [{ customer_id: "C-1001", customer_name: "Of the organization" }],
    ],
  },
  {
    name: "refuses a signed-out caller",
    run: async (backend) => {
      const nobody = backend.as(null);
      return [
        await outcomeOf(nobody.query(api.customers.listMin, {})),
        await outcomeOf(nobody.mutation(api.jobs.create, { job_address: "12 Elm Street" })),
        await outcomeOf(nobody.mutation(api.jobs.generateUploadUrl, {})),
      ];
    },
    shows: Array(3).fill({
      refused: { code: "NOT_SIGNED_IN", message: "Sign in to go on." },
    }),
  },
  {
    // Spec 6.6
    name: "does not find another workspace's rows",
    run: async (backend) => {
      const { anna, bo } = annaAndBo(backend);
      const id = await aJobAt(anna, "12 Elm Street");
      return [
        await bo.query(api.jobs.get, { id }),
        await bo.query(api.jobs.getAll, {}),
        await bo.query(api.customers.getByCustomerId, {
          customer_id: "C-1001",
        }),
        await addressesIn(bo, { search: "elm" }),
        await outcomeOf(bo.mutation(api.jobs.update, { id, job_notes: "mine" })),
        await outcomeOf(bo.mutation(api.jobs.deleteJob, { id })),
        await outcomeOf(
          bo.mutation(api.customers.update, {
            customer_id: "C-1001",
            customer_name: "Mine",
          }),
        ),
        (await anna.query(api.jobs.get, { id }))?.customer_name,
      ];
    },
    shows: [
      null,
      [],
      null,
      [],
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
      {
        refused: {
          code: "NOT_FOUND",
          field: "id",
          message: "That job is no longer there.",
        },
      },
      {
        refused: {
          code: "NOT_FOUND",
          field: "customer_id",
          message: "That customer is no longer there.",
        },
      },
      "Anna Bell",
    ],
  },
];
