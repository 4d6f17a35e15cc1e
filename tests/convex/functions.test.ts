import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { publicFunctions } from "../../packages/embedded-convex/tests/support/publicFunctions";
import { loadModules } from "../../server/modules";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf } from "../support/convexHarness";

describe("the sender of a call", () => {
  it("every mutation and action takes the name of its sender", () => {
    const without = publicFunctions(loadModules())
      .filter(({ kind }) => kind !== "query")
      .filter(({ args }) => !JSON.stringify(args).includes('"sentFor"'));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it.each(["anna:bo", "bo:anna", ""])(
    "refuses an action that was sent for %s with the token of Anna",
    async (sentFor) => {
      const { anna } = openForTwo();
      await anna.mutation(api.jobs.create, aNewJob());
      const call = anna.action(api.seed.deleteCustomersAndJobs, { sentFor });
      expect(await refusalOf(call)).toMatchObject({ code: "NOT_SIGNED_IN" });
      expect(await anna.query(api.jobs.getAll, {})).toHaveLength(1);
    },
  );

  it.each([{ sentFor: "anna:anna" }, {}])(
    "accepts an action of the token's person, and of an earlier page, which does not name its sender: %o",
    async (sender) => {
      const { anna } = openForTwo();
      await anna.mutation(api.jobs.create, { ...aNewJob(), ...sender });
      const call = anna.action(api.seed.deleteCustomersAndJobs, sender);
      expect(await call).toMatchObject({ jobsDeleted: 1 });
    },
  );
});
