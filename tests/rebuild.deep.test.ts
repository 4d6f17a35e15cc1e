/** A database of version 0.2.0 as it was first: everything in it is found after a rebuild, which can be interrupted. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Engine, openEngine } from "../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";
import { fillOldDatabase, OLD_FIRST_DAY, OLD_WORKSPACE, oldAddress } from "./support/oldDatabase";

const JOBS = 10_000;
const REBUILD_MS = 600_000;

const CALLER = callerAs(OLD_WORKSPACE);

const LIST = { status: null, now: OLD_FIRST_DAY, count: 1_000 };

const dataDir = mkdtempSync(join(tmpdir(), "downspout-test-"));

beforeAll(async () => await fillOldDatabase(dataDir, JOBS), REBUILD_MS);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function open(): Engine {
  const modules = loadModules();
  const blobs = memoryBlobs();
  return openEngine({ dataDir, modules, blobs, log: memoryLog() });
}

async function ask(engine: Engine, udfPath: string, args: JSONValue = {}): Promise<JSONValue> {
  const run = await engine.runQuery({ udfPath, args, caller: CALLER });
  return valueOf(run.outcome);
}

async function addressesFound(engine: Engine, search: string): Promise<string[]> {
  const listing = { ...LIST, search, sort: "created_asc" };
  const { jobs } = (await ask(engine, "jobs:search", listing)) as {
    jobs: { job_address: string }[];
  };
  return jobs.map(({ job_address }) => job_address);
}

const firstDates = { range: { from: OLD_FIRST_DAY, until: OLD_FIRST_DAY + 9 } };

describe(`a database of version 0.2.0 with ${JOBS} jobs`, () => {
  it("an old database shows its calendar and its lists, finds jobs, and says that the search of customers is being prepared", async () => {
    const engine = open();
    expect(await ask(engine, "workspace:isSearchReady")).toBe(false);
    const elm = { ...LIST, search: "elm", count: 24, sort: "nearest" };
    expect(await ask(engine, "jobs:search", elm)).toMatchObject({
      canLoadMore: true,
      isReady: true,
      jobs: { length: 24 },
    });
    expect(await ask(engine, "jobs:listDates", firstDates)).toHaveLength(9);
    const nearest = await ask(engine, "jobs:list", {
      paginationOpts: { cursor: null, numItems: 24 },
      search: "",
      status: null,
      sort: "nearest",
      now: OLD_FIRST_DAY,
    });
    expect(nearest).toMatchObject({ page: { length: 24 } });
    await engine.close();
  });

  it(
    "a database of version 0.2.0 is rebuilt in batches, also across a stop, and then everything is found",
    async () => {
      const stopped = open();
      await stopped.runInternalMutation("rebuild:start");
      await stopped.close();
      const engine = open();
      await engine.runInternalMutation("rebuild:start");
      await vi.waitFor(
        async () => expect(await ask(engine, "workspace:isSearchReady")).toBe(true),
        { timeout: REBUILD_MS, interval: 500 },
      );
      for (const at of [4_321, 7_777, JOBS - 1])
        expect(await addressesFound(engine, oldAddress(at))).toContain(oldAddress(at));
      expect(await addressesFound(engine, "bell1002")).toEqual([5, 6, 7, 8, 9].map(oldAddress));
      expect(await addressesFound(engine, "renamed")).toEqual([0, 1, 2, 3, 4].map(oldAddress));
      expect(await addressesFound(engine, "cafe park")).toEqual([oldAddress(7)]);
      expect(await ask(engine, "customers:search", { term: "C-3000" })).toMatchObject([
        { customer_name: "Anna Bell3000" },
      ]);
      expect(await ask(engine, "jobs:listDates", firstDates)).toHaveLength(9);
      await engine.close();
    },
    2 * REBUILD_MS,
  );

  it("a rebuilt database is not changed by another start", async () => {
    const engine = open();
    await engine.runInternalMutation("rebuild:start");
    expect(await ask(engine, "workspace:isSearchReady")).toBe(true);
    await engine.close();
  });
});
