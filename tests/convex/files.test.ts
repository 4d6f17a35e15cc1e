import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import { aNewJob } from "../support/builders";
import { imageBytes } from "../support/images";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  refused,
  stillStored,
  type Caller,
} from "../support/convexHarness";

const DAY = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

describe("files.getUrls", () => {
  // Spec 7.33
  it("returns URLs in the order of the ids, null for files outside the workspace", async () => {
    const { anna, bo } = openForTwo();
    const [a, b] = [await aStoredPhoto(anna), await aStoredPhoto(anna, "image/png")];
    const urls = await anna.query(api.files.getUrls, {
      ids: [b, "nothing", a, b, ""],
    });
    expect(urls).toEqual([
      expect.stringMatching(/^https?:/),
      null,
      expect.stringMatching(/^https?:/),
      urls[0],
      null,
    ]);
    expect(urls[2]).not.toBe(urls[0]);
    expect(await bo.query(api.files.getUrls, { ids: [a, b] })).toEqual([null, null]);
    expect(await anna.query(api.files.getUrls, { ids: [] })).toEqual([]);
  });

  it("refuses more ids than the limit of one call", async () => {
    const { anna } = openForTwo();
    const call = anna.query(api.files.getUrls, {
      ids: Array<string>(501).fill("x"),
    });
    expect(await refusalOf(call)).toEqual(refused("ids", "Ask for at most 500 files at once."));
  });
});

describe("uploads that are on no job", () => {
  it("an upload that is on no job is deleted after a day, unlike one on a job", async () => {
    vi.useFakeTimers();
    const { anna } = openForTwo();
    const [lost, used] = [await aStoredPhoto(anna), await aStoredPhoto(anna)];
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [used] }));
    vi.advanceTimersByTime(DAY - 60_000);
    await anna.finishInProgressScheduledFunctions();
    expect(await stillStored(anna, [lost, used])).toEqual([true, true]);
    vi.advanceTimersByTime(120_000);
    await anna.finishInProgressScheduledFunctions();
    expect(await stillStored(anna, [lost, used])).toEqual([false, true]);
    expect(await anna.query(api.files.getUrls, { ids: [lost] })).toEqual([null]);
  });

  it("an upload that is on no job is skipped by the sweep if it was deleted with its job", async () => {
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const fileId = await anna.run(async (ctx) => (await ctx.db.query("files").first())?._id);
    const id = await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    await anna.mutation(api.jobs.deleteJob, { id });
    if (fileId === undefined) throw new Error("The file has no row.");
    expect(await anna.mutation(internal.files.sweep, { fileId })).toBeNull();
  });
});

it.each([0, 2])(
  "an upload that is on no job comes back with all data after %i days, for one more day",
  async (days) => {
    vi.useFakeTimers();
    const { anna } = openForTwo();
    await anna.mutation(api.jobs.create, aNewJob());
    const photo = await aStoredPhoto(anna);
    await anna.action(api.seed.deleteAllData, {});
    const urls = async () => await anna.query(api.files.getUrls, { ids: [photo] });
    expect(await urls()).toEqual([null]);
    vi.advanceTimersByTime(days * DAY);
    await anna.finishInProgressScheduledFunctions();
    const run = await anna.query(api.changes.lastRun, {});
    await anna.action(api.changes.undoRun, { id: run!.id });
    expect(await urls()).toEqual([expect.stringMatching(/^https?:/)]);
    vi.advanceTimersByTime(DAY);
    await anna.finishInProgressScheduledFunctions();
    expect(await stillStored(anna, [photo])).toEqual([false]);
  },
);

describe("uploads that a backend crash interrupted", () => {
  const storeOnly = (t: Caller) =>
    t.action(async (ctx) => await ctx.storage.store(new Blob([imageBytes("image/png")])));

  it("an upload that a backend crash interrupted is deleted, unlike files that have a row", async () => {
    vi.useFakeTimers();
    const { t, anna, bo } = openForTwo();
    const older = await storeOnly(t);
    vi.advanceTimersByTime(5 * 60_000);
    const before = await aStoredPhoto(bo);
    await claimTicket(t, anna);
    const orphan = await storeOnly(t);
    const after = await aStoredPhoto(anna);
    await aStoredPhoto(bo);
    vi.advanceTimersByTime(40 * 60_000);
    const later = await storeOnly(t);
    const all = [older, before, orphan, after, later];
    await t.finishInProgressScheduledFunctions();
    expect(await stillStored(t, all)).toEqual([true, true, true, true, true]);
    vi.advanceTimersByTime(20 * 60_000);
    await t.finishInProgressScheduledFunctions();
    // The first and the last file were stored outside the time window of the interrupted upload.
    expect(await stillStored(t, all)).toEqual([true, true, false, true, true]);
  });

  it("an interrupted upload is not searched for once the file is recorded", async () => {
    const { t, anna } = openForTwo();
    await aStoredPhoto(anna);
    expect(await statesOf(t, "sweepOrphans")).toEqual(["canceled"]);
  });

  it("an interrupted upload is not searched for if the file was refused before it was stored", async () => {
    const { t, anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const refusal = await t.fetch(url.pathname + url.search, {
      method: "POST",
      headers: { "Content-Type": "image/png" },
      body: "no image",
    });
    expect(refusal.status).toBe(415);
    expect(await statesOf(t, "sweepOrphans")).toEqual(["canceled"]);
  });

  it("an interrupted upload is not searched for if the line was cut before it was stored", async () => {
    const { t, anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const cutOff = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("The line was cut.")),
    });
    const init = { method: "POST", body: cutOff, duplex: "half" };
    await expect(
      t.fetch(url.pathname + url.search, {
        ...init,
        headers: { "Content-Type": "image/png" },
      }),
    ).rejects.toThrow("The line was cut.");
    expect(await statesOf(t, "sweepOrphans")).toEqual(["canceled"]);
  });

  it("an interrupted upload is searched for if the file was not recorded", async () => {
    vi.useFakeTimers();
    const { t, anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    // Simulates a crash while the file is being stored.
    const store = vi.spyOn(Blob.prototype, "arrayBuffer");
    store.mockRejectedValueOnce(new Error("crashed"));
    await expect(
      t.fetch(url.pathname + url.search, {
        method: "POST",
        headers: { "Content-Type": "image/png" },
        body: imageBytes("image/png"),
      }),
    ).rejects.toThrow("crashed");
    store.mockRestore();
    expect(await statesOf(t, "sweepOrphans")).toEqual(["pending"]);
  });
});

describe("photos that are on a job", () => {
  it("a photo on a job has no scheduled call left, which would count as a call on Convex", async () => {
    const { t, anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    expect(await statesOf(t, "files:sweep")).toEqual(["pending"]);
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    for (const name of ["files:sweep", "files:expire", "sweepOrphans"])
      expect(await statesOf(t, name), name).toEqual(["canceled"]);
  });

  it("a photo is added to a job also if its schedule is gone, as after an import", async () => {
    const { t, anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    await t.run(async (ctx) => {
      const file = await ctx.db.query("files").first();
      if (file === null) throw new Error("The file has no row.");
      await ctx.db.patch("files", file._id, {
        sweepId: "of-another-deployment",
      });
    });
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    expect(await stillStored(anna, [photo])).toEqual([true]);
  });
});

/** The states of the scheduled calls of functions whose name contains this. */
async function statesOf(t: Caller, name: string): Promise<string[]> {
  const scheduled = await t.run(
    async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
  );
  return scheduled
    .filter((one) => one.name.replace(".js", "").endsWith(name))
    .map(({ state }) => state.kind);
}

/** As an upload that begins, and whose backend then stops. */
async function claimTicket(t: Caller, person: Caller): Promise<void> {
  const url = await person.mutation(api.jobs.generateUploadUrl, {});
  const { searchParams } = new URL(url);
  await t.mutation(internal.files.claim, {
    ticket: searchParams.get("ticket") ?? "",
    key: searchParams.get("key") ?? "",
  });
}
