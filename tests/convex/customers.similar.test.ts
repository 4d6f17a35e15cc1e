import { ConvexError } from "convex/values";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { SEARCH_VERSION, wordsOf } from "@domain/names/search";
import { aNewCustomer, aNewJob } from "../support/builders";
import { openForTwo, type Caller } from "../support/convexHarness";

const ALL = { withJobs: false };

async function namesLike(caller: Caller, term: string, { withJobs } = ALL): Promise<string[]> {
  const found = await caller.query(api.customers.similar, { term, withJobs });
  return found.map(({ customer_name }) => customer_name);
}

async function openWith(...names: readonly string[]) {
  const { anna, bo } = openForTwo();
  const ids: string[] = [];
  for (const customer_name of names)
    ids.push(await anna.mutation(api.customers.create, aNewCustomer({ customer_name })));
  return { anna, bo, ids };
}

describe("customers.similar", () => {
  it.each([
    ["jonson", "Mary Johnson"],
    ["Gutierez", "José Gutiérrez"],
    ["Gutiérez", "José Gutiérrez"],
    ["hosé gutierrez", "José Gutiérrez"],
    ["Gwenn", "Gwen Ashby"],
    ["Fitsgerald", "Ella Fitzgerald"],
    ["MacDonald", "Ronald McDonald"],
    ["mc donald", "Ronald McDonald"],
    ["Filips", "Ann Phillips"],
    ["Beker", "Tom Becker"],
    ["tom bekcer", "Tom Becker"],
    ["Snyder", "Kim Schneider"],
    ["scneider kim", "Kim Schneider"],
    ["Sorn", "Bo Søren"],
    ["gutiere", "José Gutiérrez"],
    ["j gutierez", "José Gutiérrez"],
    ["linda smiht", "Bob & Linda Smith"],
    ["obrein", "Pat O'Brien"],
    ["Іванов", "Олена Иванов"],
  ])("a search for %j offers %s", async (term, name) => {
    const { anna } = await openWith(
      "Mary Johnson",
      "José Gutiérrez",
      "Gwen Ashby",
      "Ella Fitzgerald",
      "Ronald McDonald",
      "Ann Phillips",
      "Tom Becker",
      "Kim Schneider",
      "Bo Søren",
      "Bob & Linda Smith",
      "Pat O'Brien",
      "Олена Иванов",
    );
    expect(await anna.query(api.customers.search, { term })).toEqual([]);
    expect(await namesLike(anna, term)).toEqual([name]);
  });

  it("offers nobody for a number, an id, a blank text or a name that is like none", async () => {
    const { anna } = await openWith("Mary Johnson");
    for (const term of ["", "  ", "555 jonson", "C-1002", "jo", "weatherby"])
      expect(await namesLike(anna, term), term).toEqual([]);
  });

  it("offers nobody while a customer has the typed name", async () => {
    const { anna } = await openWith("Jon Smith", "John Smith");
    expect(await namesLike(anna, "jon smith")).toEqual([]);
    expect(await namesLike(anna, "jonn smith")).toHaveLength(2);
  });

  it("offers the nearest names first, and of equally near ones the newest customers, at most five", async () => {
    const { anna } = await openWith(
      "Carl Hansen",
      "Carl Hanson",
      "Carl Hanson",
      "Karla Hanssen",
      "Carl Hansen",
      "Mary Hansen",
    );
    const found = await anna.query(api.customers.similar, {
      term: "carl hansn",
      ...ALL,
    });
    expect(found.map(({ customer_id }) => customer_id)).toEqual([
      "C-1005",
      "C-1003",
      "C-1002",
      "C-1001",
      "C-1004",
    ]);
  });

  it("offers only customers with jobs for a search of jobs", async () => {
    const { anna } = await openWith("Mary Johnson", "Jane Johnston");
    await anna.mutation(
      api.jobs.create,
      aNewJob({ job_customer_id: "C-1002", customer: undefined }),
    );
    expect(await namesLike(anna, "jonhston", { withJobs: true })).toEqual(["Jane Johnston"]);
    expect(await namesLike(anna, "mary jonson", { withJobs: true })).toEqual([]);
  });

  it("finds two common words together, however many customers have either", async () => {
    const names = Array.from({ length: 90 }, (_, at) => [
      `Mary ${String.fromCharCode(97 + (at % 26))}wood`,
      `${String.fromCharCode(97 + (at % 26))}lbert Johnson`,
    ]).flat();
    const { anna } = await openWith("Mary Johnson", ...names);
    expect(await namesLike(anna, "mary jonson")).toContain("Mary Johnson");
    expect((await namesLike(anna, "jonson marry"))[0]).toBe("Mary Johnson");
  });

  it("offers no customer of another workspace", async () => {
    const { bo } = await openWith("Mary Johnson");
    expect(await namesLike(bo, "jonson")).toEqual([]);
  });

  it("reads the beginning of a long text only", async () => {
    const { anna } = await openWith("Mary Johnson");
    expect(await namesLike(anna, "jonson ".repeat(10_000))).toEqual([]);
    expect(await namesLike(anna, "a".repeat(10_000))).toEqual([]);
  });
});

describe("the words of names", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("the rebuild writes the words of names, and searches go on meanwhile", async () => {
    const { anna } = await openWith("Anna Castellano");
    await anna.mutation(api.jobs.create, aNewJob({ job_customer_id: "C-1001" }));
    await forgetNames(anna);
    const expectFound = async () => {
      expect(await anna.query(api.workspace.isSearchReady, {})).toBe(true);
      const listing = { status: null, sort: "nearest", now: 0 } as const;
      const { jobs } = await anna.query(api.jobs.search, {
        ...listing,
        search: "castellano",
        count: 5,
      });
      expect(jobs).toHaveLength(1);
    };
    await expectFound();
    expect(await namesLike(anna, "kastelano")).toEqual([]);
    await anna.mutation(internal.rebuild.start, {});
    await expectFound();
    await settled(anna, Promise.resolve());
    await expectFound();
    expect(await namesLike(anna, "kastelano")).toEqual(["Anna Castellano"]);
  });

  it("the words of names are those of the existing customers after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 9 }),
        async (steps) => {
          const { anna } = await openWith("Anna Castellano", "Anna Castelano");
          let at = 0;
          for (const step of steps) {
            at += 1;
            await settled(anna, CHANGES[step](anna, at));
            await expectCurrent(anna, `${steps.slice(0, at).join(", ")}`);
          }
        },
      ),
      { numRuns: 12, seed: 23 },
    );
  });
});

type Change = (caller: Caller, at: number) => Promise<unknown>;

const STEPS = [
  "create",
  "rename",
  "merge",
  "delete all",
  "undo the run",
  "undo",
  "rebuild",
] as const;

const NAMES = ["Anna Castellano", "Otto Lindqvist", "Renée Lindquist"];

const nameAt = (at: number) => NAMES[at % NAMES.length] ?? "";

const CHANGES: Readonly<Record<(typeof STEPS)[number], Change>> = {
  create: (caller, at) =>
    caller.mutation(api.customers.create, aNewCustomer({ customer_name: nameAt(at) })),
  rename: async (caller, at) => {
    const [first] = await caller.query(api.customers.listMin, {});
    if (first !== undefined)
      await caller.mutation(api.customers.update, {
        customer_id: first.customer_id,
        customer_name: nameAt(at),
      });
  },
  merge: async (caller) => {
    const [kept, duplicate] = await caller.query(api.customers.listMin, {});
    if (kept !== undefined && duplicate !== undefined)
      await caller.action(api.customers.merge, {
        kept: kept.customer_id,
        duplicate: duplicate.customer_id,
      });
  },
  "delete all": (caller) => caller.action(api.seed.deleteCustomersAndJobs, {}),
  "undo the run": async (caller) => {
    const run = await caller.query(api.changes.lastRun, {});
    if (run !== null) await caller.action(api.changes.undoRun, { id: run.id });
  },
  undo: async (caller) => {
    const [last] = await caller.query(api.changes.recent, {});
    if (last?.isUndoable === true)
      // A creation whose customer has changed since is not undone.
      await caller
        .mutation(api.changes.undo, { id: last._id as Id<"changes"> })
        .catch((error) => expect(error).toBeInstanceOf(ConvexError));
  },
  rebuild: async (caller) => {
    await forgetNames(caller);
    await caller.mutation(internal.rebuild.start, {});
  },
};

/** As if the version before had stored all rows. */
async function forgetNames(caller: Caller): Promise<void> {
  await caller.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("nameWords").collect())
      await ctx.db.delete("nameWords", _id);
    const derived = await ctx.db.query("derivedVersions").first();
    if (derived !== null)
      await ctx.db.patch("derivedVersions", derived._id, {
        version: SEARCH_VERSION,
      });
  });
}

/** The work, with what it schedules. */
async function settled(caller: Caller, work: Promise<unknown>): Promise<void> {
  await work;
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(1);
    await caller.finishInProgressScheduledFunctions();
  }
}

async function expectCurrent(caller: Caller, steps: string): Promise<void> {
  const customers = await caller.query(api.customers.listMin, {});
  const current = customers.map(({ customer_name }) => customer_name);
  const stored = await caller.run(async (ctx) => await ctx.db.query("nameWords").collect());
  const words = stored.flatMap((row) => row.words.map(withoutSounds)).sort();
  const expected = new Set(current.flatMap((name) => wordsOf(name)));
  expect(words, steps).toEqual([...expected].sort());
  for (const term of ["kastellano", "lindkvist", "lindkwist renee"])
    for (const name of await namesLike(caller, term))
      expect(current, `${term} after ${steps}`).toContain(name);
}

function withoutSounds(text: string): string {
  return text.replace(/\/.*/, "");
}
