import type { Behavior } from "../../support/parity";
import { app } from "./app";
import { anyone } from "./ask";

const IN_NODE = "convex-test runs functions in Node, with all of its globals.";

const seen = {
  buffer: "undefined",
  process: ["env"],
  variables: [],
  siteUrl: "string",
};

const refused =
  "Can't use fetch() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.";

/** What a function finds around it: the globals of Convex's runtime, not those of Node. */
export const environmentBehaviors: readonly Behavior[] = [
  {
    name: "hides from functions Buffer and all of process but the variables",
    differs: IN_NODE,
    run: async (backend) => {
      const caller = anyone(backend);
      return [
        await caller.query(app.inQuery, {}),
        await caller.mutation(app.inMutation, {}),
        await caller.action(app.inAction, {}),
      ];
    },
    shows: Array(3).fill([seen, seen, "undefined"]),
  },
  {
    name: "rejects fetch in a query and in a mutation",
    differs: IN_NODE,
    run: async (backend) => {
      const caller = anyone(backend);
      return [
        await caller.query(app.fetchInQuery, {}),
        await caller.mutation(app.fetchInMutation, {}),
      ];
    },
    shows: Array(2).fill([refused, refused]),
  },
];
