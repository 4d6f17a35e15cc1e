import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { MAX_BYTES_PER_HOUR, TEXT_BYTES_BEYOND, TOO_MANY_BYTES } from "@domain/files/uploads";
import { aNewJob } from "../../../support/builders";
import { openForTwo, refusalOf, upload, type Caller } from "../../../support/convexHarness";

const HOUR = 3_600_000;

/** The longest notes, in letters of two bytes each. */
const LONG_NOTES = "ü".repeat(4_000);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

function openOffice() {
  const { anna, bo } = openForTwo();
  const add = async (job_notes: string) =>
    await anna.mutation(api.jobs.create, aNewJob({ job_notes }));
  return { anna, bo, add };
}

async function countedOf(caller: Caller): Promise<number> {
  return await caller.run(async (ctx) => {
    const row = await ctx.db.query("uploadedBytes").first();
    return row?.bytes ?? 0;
  });
}

async function setCounted(caller: Caller, bytes: number): Promise<void> {
  await caller.run(async (ctx) => {
    const row = (await ctx.db.query("uploadedBytes").first())!;
    await ctx.db.patch("uploadedBytes", row._id, { bytes });
  });
}

it("counts long texts with the photos of the hour, each once, and short ones not at all", async () => {
  const { anna, add } = openOffice();
  await add("Gate code 4411");
  expect(await countedOf(anna)).toBe(0);
  await add(LONG_NOTES);
  const counted = await countedOf(anna);
  expect(counted).toBeGreaterThan(8_000);
  expect(counted).toBeLessThan(9_000);
  const [job] = await anna.query(api.jobs.getAll, {});
  const saved = {
    id: job!._id,
    job_notes: `${LONG_NOTES.slice(1)}.`,
    intentId: crypto.randomUUID(),
  };
  await anna.mutation(api.jobs.update, saved);
  const twice = await countedOf(anna);
  expect(twice).toBeGreaterThan(counted);
  await anna.mutation(api.jobs.update, saved);
  expect(await countedOf(anna)).toBe(twice);
});

it("takes long texts while photos are refused, and refuses them a quarter of a GiB later", async () => {
  const { anna, bo, add } = openOffice();
  await add(LONG_NOTES);
  await setCounted(anna, MAX_BYTES_PER_HOUR);
  expect((await upload(anna)).status).toBe(429);
  await add(LONG_NOTES);
  await setCounted(anna, MAX_BYTES_PER_HOUR + TEXT_BYTES_BEYOND);
  const before = await anna.query(api.jobs.getAll, {});
  expect(await refusalOf(add(LONG_NOTES))).toMatchObject({
    message: TOO_MANY_BYTES,
  });
  expect(await anna.query(api.jobs.getAll, {})).toEqual(before);
  await add("Gate code 4411");
  expect((await upload(bo)).status).toBe(200);
  vi.setSystemTime(Date.now() + HOUR);
  await add(LONG_NOTES);
});
