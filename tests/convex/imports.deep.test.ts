import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { STEP_ROWS } from "@domain/imports/chunks";
import type { ImportRow } from "@domain/imports/rows";
import { openForTwo, type Caller } from "../support/convexHarness";
import { aCustomerRow, aJobRow } from "../support/importRows";
import { check } from "../support/stagedFiles";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PAGE = { paginationOpts: { numItems: 200, cursor: null } };

async function jobsOf(caller: Caller) {
  return await caller.query(api.jobs.getAll, {});
}

async function customersOf(caller: Caller) {
  const { page } = await caller.query(api.customers.page, PAGE);
  return page;
}

async function settle(caller: Caller): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

describe("imports.start", () => {
  it("leaves the same office behind, wherever the import is killed", async () => {
    const rows = Array.from({ length: 130 }, (_, at) =>
      aJobRow({
        job_address: `${at} Elm Street`,
        customer: { customer_name: `Customer ${at % 40}` },
        leftovers: [{ label: "Gate code", text: `${at}` }],
      }),
    );
    const expected = await shownAfterKill(rows, null);
    const customers = Array.from({ length: 40 }, (_, at) => at);
    expect(expected).toMatchObject({
      customers: customers.map((at) => [`C-${1001 + at}`, `Customer ${at}`]),
      jobs: rows
        .map(({ job_address }, at) =>
          [job_address, `C-${1001 + (at % 40)}`, `Gate code: ${at}`].join(),
        )
        .sort(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: Math.ceil(rows.length / STEP_ROWS) }),
        async (steps) => {
          expect(await shownAfterKill(rows, steps)).toEqual(expected);
        },
      ),
      { numRuns: 4 },
    );
  });

  it("makes each row of two files once, in whichever order and however often they are imported and killed", async () => {
    const contacts = Array.from({ length: 30 }, (_, at) => ({
      customer_name: `Customer ${at}`,
      customer_phone: String(2_485_550_000 + at),
      sourceId: `c${at}`,
    }));
    const files = {
      customers: contacts.map((contact) => aCustomerRow(contact)),
      jobs: Array.from({ length: 50 }, (_, at) =>
        aJobRow({
          job_address: `${at} Elm Street`,
          customer: contacts[at % contacts.length]!,
          ...(at % 2 === 0 ? { sourceId: `j${at}` } : {}),
        }),
      ),
    };
    const one = fc.record({
      file: fc.constantFrom("customers" as const, "jobs" as const),
      steps: fc.option(fc.integer({ min: 0, max: 3 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 2 }), one, async (all, last) => {
        const { anna } = openForTwo();
        const other = last.file === "jobs" ? "customers" : "jobs";
        for (const { file, steps } of [...all, { ...last, file: other }, last]) {
          const { importId } = await check(anna, files[file as "jobs"]);
          await startImport(anna, importId, steps);
        }
        const names = (await customersOf(anna)).map((row) => row.customer_name);
        const jobs = await jobsOf(anna);
        expect(names.sort()).toEqual(contacts.map((contact) => contact.customer_name).sort());
        expect(jobs.map((job) => [job.job_address, job.customer_name]).sort()).toEqual(
          files.jobs.map((row) => [row.job_address, row.customer.customer_name]).sort(),
        );
      }),
      { numRuns: 5 },
    );
  });
});

/** Imports a checked file. Killed after so many steps, the watchdog resumes the import. */
async function startImport(
  caller: Caller,
  importId: Id<"imports">,
  steps: number | null,
): Promise<void> {
  if (steps === null) {
    await caller.action(api.imports.start, { importId });
    return;
  }
  const member = { workspaceId: "anna", by: "anna", byName: "anna" };
  const begun = await caller.mutation(internal.imports.beginRun, {
    member,
    importId,
  });
  const { operationId } = begun;
  for (let step = 0; step < steps; step += 1)
    await caller.mutation(internal.imports.importBatch, { operationId });
  await caller.finishAllScheduledFunctions(() => vi.advanceTimersByTime(30_000));
}

/** Imports the rows, killed after so many steps and resumed by the watchdog. Returns what people see. */
async function shownAfterKill(rows: readonly ImportRow[], steps: number | null) {
  vi.setSystemTime(Date.UTC(2026, 0, 5));
  const { anna } = openForTwo();
  const { importId } = await check(anna, rows);
  await startImport(anna, importId, steps);
  await settle(anna);
  const progress = await anna.query(api.seed.progress, {});
  const [entry, ...others] = await anna.query(api.changes.recent, {});
  const customers = await customersOf(anna);
  const jobs = await jobsOf(anna);
  return {
    progress,
    line: entry && [entry.kind, entry.subjectLabel, entry.counts],
    others: others.length,
    customers: customers.map(({ customer_id, customer_name }) => [customer_id, customer_name]),
    jobs: jobs
      .map(({ job_address, job_customer_id, job_notes }) =>
        [job_address, job_customer_id, job_notes].join(),
      )
      .sort(),
  };
}
