/**
 * A deployment that stores search words in another form, while 20 offices search and save: every search is complete at
 * every moment, one office is rebuilt at a time, and one whose rows cannot be rebuilt stops no other.
 */
import {
  type MutationBuilder,
  mutationGeneric,
  type QueryBuilder,
  queryGeneric,
} from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DataModel } from "@convex/_generated/dataModel";
import { type Engine, IN_MEMORY, openEngine } from "../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import type * as search from "../domain/names/search";
import { TOTALS_VERSION } from "../domain/names/search";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";
import {
  fillOffice,
  folded,
  jobsHolding,
  officeRandom,
  typedSearches,
  type Office,
} from "./support/offices";

const OFFICES = 20;
const SEARCHES_OF_EACH = 10;
const LATER_VERSION = 8;
/** Precedes each word that the later version stores. */
const MARK = "~";
/** A street of one office whose rows the faulty deployment cannot write. */
const UNWRITABLE = "Unwritable Way";
const FAULT = "These words cannot be written.";
const FAULTY_OFFICE = 3;
const SLOW_MS = 300_000;

type Search = typeof search;

/** Stores the words in another form than the deployed version, and finds both. */
function laterSearch(earlier: Search, isFaulty: boolean): Search {
  const wordPrefixes = (word: string) =>
    earlier.wordPrefixes(word).flatMap((prefix) => [prefix, `${MARK}${prefix}`]);
  return {
    ...earlier,
    DERIVED_VERSION: LATER_VERSION as Search["DERIVED_VERSION"],
    wordPrefixes,
    holdsWords: (text, words) =>
      words.every((word) => wordPrefixes(word).some((prefix) => text.includes(` ${prefix}`))),
    searchWords: (searched) => {
      const words = earlier.searchWords(searched);
      if (isFaulty && words.includes("unwritable")) throw new Error(FAULT);
      return words.map((word) => `${MARK}${word}`);
    },
  };
}

async function laterModules({ isFaulty }: { isFaulty: boolean }) {
  vi.resetModules();
  vi.doMock("../domain/names/search", async (original) =>
    laterSearch(await original<Search>(), isFaulty),
  );
  const server = await import("../server/modules");
  vi.doUnmock("../domain/names/search");
  return { ...server.loadModules(), tests: { halfRebuilt, earlierWords } };
}

const query: QueryBuilder<DataModel, "public"> = queryGeneric;
/** The steps at which the two rebuilds begin. */
const FIRST: readonly string[] = ["customers", "notes"];
/** The offices of which some rows are rebuilt and some are not. */
const halfRebuilt = query(async ({ db }) => {
  const rebuilds = await db.query("rebuilds").collect();
  return rebuilds
    .filter(({ error }) => error === undefined)
    .filter(({ step, cursor }) => cursor !== null || !FIRST.includes(step))
    .map(({ workspaceId }) => workspaceId);
});
const earlierWords = query(async ({ db }) => {
  const words = await db.query("searchWords").collect();
  const earlier = words.filter(({ word }) => !word.startsWith(MARK));
  return [...new Set(earlier.map(({ workspaceId }) => workspaceId))];
});

const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
/** Leaves rows of an office as the version before words of notes stored them. */
const forgetNotes = mutation(async ({ db }, { id }: { id: string }) => {
  const words = await db
    .query("noteWords")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", id))
    .collect();
  for (const { _id } of words) await db.delete("noteWords", _id);
  const summaries = await db
    .query("jobSummaries")
    .withIndex("by_workspace_and_job", (q) => q.eq("workspaceId", id))
    .collect();
  for (const { _id, jobId } of summaries) {
    const notes = (await db.get("jobs", jobId))?.job_notes ?? "";
    const foldedNotes = folded(notes);
    if (foldedNotes !== notes.toLowerCase()) await db.patch("jobSummaries", _id, { foldedNotes });
  }
  const derived = await db
    .query("derivedVersions")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", id))
    .unique();
  await db.patch("derivedVersions", derived!._id, { version: TOTALS_VERSION });
});

const offices: { office: Office; searches: readonly string[] }[] = [];
let engine: Engine;

const organization = (at: number) => `org_${String(at).padStart(27, "2")}`;

async function call(at: number, udfPath: string, args: JSONValue = {}) {
  const caller = callerAs(`user_${at}`, organization(at));
  const request = { udfPath, args, caller };
  const isQuery = /:search$|^tests:(half|earlier)/.test(udfPath);
  const { outcome } = isQuery ? await engine.runQuery(request) : await engine.runMutation(request);
  return valueOf(outcome);
}

async function addJob(at: number, job_address: string, job_notes = ""): Promise<void> {
  const { customers, jobs } = offices[at]!.office;
  const customer = customers[0]!;
  const place = { job_address, job_city: "Edina", job_notes };
  const job_customer_id = customer.customer_id;
  const id = await call(at, "jobs:create", { job_customer_id, ...place });
  jobs.push({ id: id as string, customer, ...place });
}

async function expectComplete(at: number): Promise<void> {
  const { office, searches } = offices[at]!;
  for (const search of searches) {
    const found = (await call(at, "jobs:search", {
      search,
      count: 1_000,
      status: null,
      sort: "created_desc",
      now: 0,
    })) as { jobs: { _id: string }[]; isReady: boolean };
    expect(found.isReady, search).toBe(true);
    const ids = found.jobs.map(({ _id }) => _id);
    expect(ids, search).toEqual(jobsHolding(office, search).toReversed());
  }
}

async function status() {
  return (await engine.runInternalQuery("rebuild:status", {})) as {
    rebuilt: number;
    running: object | null;
  };
}

async function listed(udfPath: string) {
  return (await call(0, udfPath)) as string[];
}

async function openOffices() {
  offices.length = 0;
  engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...loadModules(), tests: { forgetNotes, halfRebuilt } },
    blobs: memoryBlobs(),
    log: memoryLog(),
  });
  for (let at = 0; at < OFFICES; at++) {
    const size = { customers: 40, jobs: 80 };
    const save = (udfPath: string, args: JSONValue) => call(at, udfPath, args);
    const office = await fillOffice(save, officeRandom(at), size);
    const random = officeRandom(900 + at);
    const searches = typedSearches(office, random, SEARCHES_OF_EACH);
    offices.push({ office, searches });
  }
}

/** Adds a job in every office, and searches those of which some rows are rebuilt, until all are. */
async function expectWholeWhileRebuilt(): Promise<void> {
  await Promise.all(everybody.map(async (at) => await addJob(at, `${at} Late Street`)));
  const seenHalf = new Set<string>();
  for (let isDone = false; !isDone; isDone = !(await status()).running) {
    const half = await listed("tests:halfRebuilt");
    expect(half.length).toBeLessThanOrEqual(1);
    for (const at of everybody)
      if (half.includes(organization(at))) {
        seenHalf.add(organization(at));
        await expectComplete(at);
      }
    await expectComplete(seenHalf.size % OFFICES);
  }
  // How many are seen half depends on how the machine shares its time.
  expect(seenHalf.size).toBeGreaterThan(OFFICES / 4);
  for (const at of everybody) await expectComplete(at);
}

const everybody = Array.from({ length: OFFICES }, (_, at) => at);

describe("a deployment with another form of search words", () => {
  beforeAll(async () => {
    await openOffices();
    await addJob(FAULTY_OFFICE, `12 ${UNWRITABLE}`);
  }, SLOW_MS);
  afterAll(() => engine.close());

  const faulty = organization(FAULTY_OFFICE);

  it(
    "rebuilds the offices one after another from their first change on, while 200 searches stay complete",
    async () => {
      for (const at of everybody) await expectComplete(at);
      await engine.replaceModules(await laterModules({ isFaulty: true }));
      for (const at of everybody) await expectComplete(at);
      expect(await status()).toMatchObject({ rebuilt: 0, running: null });
      await expectWholeWhileRebuilt();
    },
    SLOW_MS,
  );

  it("the rebuild continues without an office that fails, and says which and why", async () => {
    expect(await status()).toEqual({
      version: LATER_VERSION,
      workspaces: OFFICES,
      rebuilt: OFFICES - 1,
      running: null,
      waiting: 0,
      failed: [{ workspaceId: faulty, error: FAULT }],
    });
    expect(await listed("tests:earlierWords")).toEqual([faulty]);
  });

  it(
    "the rebuild resumes with the office that failed after the fault is mended",
    async () => {
      await engine.replaceModules(await laterModules({ isFaulty: false }));
      await engine.runInternalMutation("rebuild:start");
      await vi.waitFor(async () => expect((await status()).rebuilt).toBe(OFFICES), {
        timeout: SLOW_MS,
      });
      expect(await status()).toMatchObject({ failed: [], waiting: 0 });
      expect(await listed("tests:earlierWords")).toEqual([]);
      await expectComplete(FAULTY_OFFICE);
    },
    SLOW_MS,
  );
});

describe("a deployment that finds notes by rows", () => {
  const NOTES = ["gate code", "soffit", "ladder", "fascia rotten", "creme"];

  beforeAll(async () => {
    await openOffices();
    for (const at of everybody) {
      await addJob(at, `${at} Oak Lane`, "Trim: crème, à côté");
      await call(at, "tests:forgetNotes", { id: organization(at) });
      offices[at]!.searches = NOTES;
    }
  }, SLOW_MS);
  afterAll(() => engine.close());

  it(
    "finds every note of 20 offices before, while and after they are rebuilt",
    async () => {
      for (const at of everybody) await expectComplete(at);
      expect(await status()).toMatchObject({ rebuilt: 0, running: null });
      await expectWholeWhileRebuilt();
      expect(await status()).toMatchObject({ rebuilt: OFFICES, failed: [] });
    },
    SLOW_MS,
  );
});
