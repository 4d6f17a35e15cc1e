import type { FunctionArgs } from "convex/server";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Doc, Id } from "@convex/_generated/dataModel";
import { aNewCustomer, aNewJob } from "../support/builders";
import { openForTwo, refusalOf, type Caller } from "../support/convexHarness";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const HOUR_MS = 3_600_000;

async function undo(caller: Caller, id: string): Promise<void> {
  await caller.mutation(api.changes.undo, { id: id as Id<"changes"> });
}

async function recent(caller: Caller) {
  return await caller.query(api.changes.recent, {});
}

/** Which of the last changes offer an undo, the newest first. */
async function offers(caller: Caller): Promise<boolean[]> {
  return (await recent(caller)).map(({ isUndoable }) => isUndoable);
}

type Edit = Partial<FunctionArgs<typeof api.jobs.update>>;

type Entry = Awaited<ReturnType<typeof recent>>[number];

const isEdit = ({ kind }: Entry) => kind === "jobs.update";

/** By the stored row: the job is there and has what the edit wrote. */
function isUndoableEdit({ isUndone, writes }: Entry, stored: Doc<"jobs"> | null): boolean {
  if (isUndone || stored?.workspaceId !== "anna") return false;
  const fields = Object.entries({ ...writes[0]?.after });
  return fields.every(([name, value]) => (Reflect.get(stored, name) ?? null) === value);
}

describe("offers of an undo", () => {
  it("neither a change nor an undo that was overwritten since is offered for undo", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const setPrice = async (jobs_price: number) => {
      vi.setSystemTime(Date.now() + HOUR_MS);
      await anna.mutation(api.jobs.update, { id, jobs_price });
    };
    await setPrice(5);
    await undo(anna, (await recent(anna))[0]?._id ?? "");
    // The undo, the undone change, the new job.
    expect(await offers(anna)).toEqual([true, false, true]);
    await setPrice(7);
    expect(await offers(anna)).toEqual([true, false, false, true]);
    const { page } = await anna.query(api.changes.ofSubject, {
      subject: id,
      paginationOpts: { numItems: 9, cursor: null },
    });
    expect(page.map(({ isUndoable }) => isUndoable)).toEqual(await offers(anna));
  });

  it("an undone change is offered for undo in none of its subjects' histories", async () => {
    const { anna } = openForTwo();
    const id = await anna.mutation(api.jobs.create, aNewJob());
    await anna.mutation(api.jobs.update, {
      id,
      job_city: "Edina",
      customer: { customer_phone: "6125550001" },
    });
    await undo(anna, (await recent(anna))[0]?._id ?? "");
    const customer = await anna.run(async (ctx) => await ctx.db.query("customers").first());
    const { page } = await anna.query(api.changes.ofSubject, {
      subject: customer?._id ?? "",
      paginationOpts: { numItems: 9, cursor: null },
    });
    expect(page.map(({ isUndone, isUndoable }) => [isUndone, isUndoable])).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
  });

  it("an undo of a part of a run is not offered in the history of its subject", async () => {
    const { anna } = openForTwo();
    for (const customer_name of ["Nora Finch", "Finch Nora"])
      await anna.mutation(
        api.customers.create,
        aNewCustomer({ customer_name, customer_phone: "5551234567" }),
      );
    const job = aNewJob({ job_customer_id: "C-1002" });
    const subject = await anna.mutation(api.jobs.create, job);
    await anna.action(api.customers.dedupeForUser, {});
    const { page } = await anna.query(api.changes.ofSubject, {
      subject,
      paginationOpts: { numItems: 9, cursor: null },
    });
    expect(page[0]).toMatchObject({ kind: "dedupe", isUndoable: false });
    expect((await recent(anna))[0]).toMatchObject({
      isRun: true,
      isUndoable: true,
    });
  });

  const step = fc.oneof(
    fc.record({
      kind: fc.constant("edit" as const),
      change: fc.oneof<fc.Arbitrary<Edit>[]>(
        fc.record({ jobs_price: fc.integer({ min: 1, max: 2 }) }),
        fc.record({ job_notes: fc.constantFrom("a", "b", null) }),
        fc.record({ job_status: fc.constantFrom("lead", "approved") }),
      ),
    }),
    fc.record({
      kind: fc.constantFrom("delete" as const, "restore" as const),
    }),
    fc.record({ kind: fc.constant("undo" as const), at: fc.nat(9) }),
  );

  const edit = (job_notes: string | null) => ({
    kind: "edit" as const,
    change: { job_notes },
  });
  const CLEARED_SINCE = [edit("b"), edit("a"), edit(null)];

  it("an undo is offered if and only if it is carried out", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        fc.nat(9),
        async (steps, chosen) => {
          const { anna } = openForTwo();
          // What its customer's deletion refuses names what to restore first.
          await anna.mutation(api.customers.create, aNewCustomer());
          const job = aNewJob({ job_customer_id: "C-1001" });
          const id = await anna.mutation(api.jobs.create, job);
          const entriesOfJob = async () =>
            (await recent(anna)).filter(({ subject }) => subject === id);
          for (const one of steps) {
            vi.setSystemTime(Date.now() + HOUR_MS);
            const entries = await entriesOfJob();
            const entry = one.kind === "undo" ? entries[one.at % entries.length] : undefined;
            const isThere = (await anna.query(api.jobs.get, { id })) !== null;
            if (one.kind === "undo" && entry?.isUndoable) await undo(anna, entry._id);
            if (one.kind === "edit" && isThere)
              await anna.mutation(api.jobs.update, { id, ...one.change });
            if (one.kind === "delete" && isThere) await anna.mutation(api.jobs.deleteJob, { id });
            if (one.kind === "restore") await anna.mutation(api.changes.restoreJob, { id });
          }
          const entries = await entriesOfJob();
          const stored = await anna.run(async (ctx) => ctx.db.get("jobs", id as Id<"jobs">));
          for (const each of entries.filter(isEdit))
            expect(each.isUndoable).toBe(isUndoableEdit(each, stored));
          const entry = entries[chosen % entries.length];
          if (entry === undefined) return;
          const call = undo(anna, entry._id);
          if (entry.isUndoable) await call;
          else expect((await refusalOf(call)).code).toBe("CONFLICT");
        },
      ),
      { numRuns: 30, examples: [[CLEARED_SINCE, 1]] },
    );
  });
});
