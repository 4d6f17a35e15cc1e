/** The sweep of orphaned files while hundreds of photos of many offices are stored at once, on our runtime. */
import { actionGeneric, type QueryBuilder, queryGeneric } from "convex/server";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../../packages/embedded-convex/src/runtime/engine";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import type { DataModel } from "@convex/_generated/dataModel";
import { loadModules } from "../../server/modules";
import { callerAs } from "../support/callers";
import { imageBytes } from "../support/images";

const OFFICES = 20;
const PHOTOS_OF_AN_OFFICE = 40;
/** As many uploads as one person may have at once. */
const WAVE = 10;
const CALLER = callerAs("operator", "org_0");
const SLOW_MS = 240_000;

/** Stores a file as an upload does whose backend then stops. */
const storeOnly = actionGeneric(
  async (ctx) => await ctx.storage.store(new Blob([imageBytes("image/png")])),
);

const query: QueryBuilder<DataModel, "public"> = queryGeneric;
/** The states of the sweeps that were not canceled. */
const sweepStates = query(async ({ db }) => {
  const calls = await db.system.query("_scheduled_functions").collect();
  return calls
    .filter(({ name }) => name.endsWith("sweepOrphans"))
    .map(({ state }) => state.kind)
    .filter((kind) => kind !== "canceled");
});
const storedIds = query(async ({ db }) => {
  const files = await db.system.query("_storage").collect();
  return files.map(({ _id }) => _id);
});

const blobs = memoryBlobs();
const measures: CallMeasure[] = [];
const recorded: string[] = [];
let engine: Engine;

beforeAll(async () => {
  engine = openEngine({
    dataDir: IN_MEMORY,
    modules: { ...loadModules(), tests: { storeOnly, sweepStates, storedIds } },
    blobs,
    log: memoryLog(),
    onCall: (measure) => measures.push(measure),
  });
  for (let first = 0; first < PHOTOS_OF_AN_OFFICE; first += WAVE) {
    await storeOrphan();
    const offices = Array.from({ length: OFFICES }, (_, at) => `org_${at}`);
    const uploads = offices.flatMap((office) => Array.from({ length: WAVE }, () => upload(office)));
    recorded.push(...(await Promise.all(uploads)));
  }
  await storeOrphan();
}, SLOW_MS);
afterAll(() => engine.close());

it(
  "two sweeps at once delete the orphaned files among 800 photos, at most 750 documents read in a run",
  async () => {
    const window = { from: 0, until: Date.now() + 60_000 };
    await Promise.all([
      engine.runInternalMutation("files:sweepOrphans", window),
      engine.runInternalMutation("files:sweepOrphans", window),
    ]);
    await vi.waitFor(
      async () => {
        const states = (await ask("tests:sweepStates")) as string[];
        expect(states.filter((kind) => kind !== "success")).toEqual([]);
      },
      { timeout: 30_000 },
    );
    const stored = (await ask("tests:storedIds")) as string[];
    expect(stored.toSorted()).toEqual(recorded.toSorted());
    const sweeps = measures.filter(({ udfPath }) => udfPath === "files:sweepOrphans");
    expect(sweeps).not.toHaveLength(0);
    for (const { usage } of sweeps) expect(usage?.documentsRead).toBeLessThanOrEqual(750);
  },
  SLOW_MS,
);

async function ask(udfPath: string): Promise<JSONValue> {
  const { outcome } = await engine.runQuery({
    udfPath,
    args: {},
    caller: CALLER,
  });
  return valueOf(outcome);
}

async function storeOrphan(): Promise<void> {
  const request = { udfPath: "tests:storeOnly", args: {}, caller: CALLER };
  valueOf(await engine.runAction(request));
}

async function upload(office: string): Promise<string> {
  const caller = callerAs(`person_of_${office}`, office);
  const request = { udfPath: "jobs:generateUploadUrl", args: {}, caller };
  const { outcome } = await engine.runMutation(request);
  const response = await engine.runHttpAction(
    new Request(valueOf(outcome) as string, {
      method: "POST",
      headers: { "content-type": "image/png" },
      body: imageBytes("image/png"),
    }),
    caller,
  );
  return ((await response!.json()) as { storageId: string }).storageId;
}
