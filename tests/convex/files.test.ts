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
  it("answers in the order of the ids, null where the workspace has none", async () => {
    const { anna, bo } = openForTwo();
    const [a, b] = [
      await aStoredPhoto(anna),
      await aStoredPhoto(anna, "image/png"),
    ];
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
    expect(await bo.query(api.files.getUrls, { ids: [a, b] })).toEqual([
      null,
      null,
    ]);
    expect(await anna.query(api.files.getUrls, { ids: [] })).toEqual([]);
  });

  it("refuses more ids than one answer should hold", async () => {
    const { anna } = openForTwo();
    const call = anna.query(api.files.getUrls, {
      ids: Array<string>(501).fill("x"),
    });
    expect(await refusalOf(call)).toEqual(
      refused("ids", "Ask for at most 500 files at once."),
    );
  });
});

describe("an upload that nobody put on a job", () => {
  it("is swept away after a day, and one on a job is kept", async () => {
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
    expect(await anna.query(api.files.getUrls, { ids: [lost] })).toEqual([
      null,
    ]);
  });

  it("is not looked for twice when its job was deleted before", async () => {
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const fileId = await anna.run(
      async (ctx) => (await ctx.db.query("files").first())?._id,
    );
    const id = await anna.mutation(
      api.jobs.create,
      aNewJob({ job_drawings: [photo] }),
    );
    await anna.mutation(api.jobs.deleteJob, { id });
    if (fileId === undefined) throw new Error("The file has no row.");
    expect(await anna.mutation(internal.files.sweep, { fileId })).toBeNull();
  });
});

describe("an upload that the backend stopped in the middle of", () => {
  const storeOnly = (t: Caller) =>
    t.action(
      async (ctx) =>
        await ctx.storage.store(new Blob([imageBytes("image/png")])),
    );
  const sweeps = (t: Caller) =>
    t.run(
      async (ctx) =>
        await ctx.db.system.query("_scheduled_functions").collect(),
    );

  it("is swept away, and no file that anyone owns", async () => {
    vi.useFakeTimers();
    const { t, anna, bo } = openForTwo();
    const older = await storeOnly(t);
    vi.advanceTimersByTime(5 * 60_000);
    const before = await aStoredPhoto(bo);
    await t.mutation(internal.files.announce, {});
    const stray = await storeOnly(t);
    const after = await aStoredPhoto(anna);
    await aStoredPhoto(bo);
    vi.advanceTimersByTime(20 * 60_000);
    const later = await storeOnly(t);
    const all = [older, before, stray, after, later];
    await t.finishInProgressScheduledFunctions();
    expect(await stillStored(t, all)).toEqual([true, true, true, true, true]);
    vi.advanceTimersByTime(10 * 60_000);
    await t.finishInProgressScheduledFunctions();
    // Of the first and the last it was not told that they were uploads.
    expect(await stillStored(t, all)).toEqual([true, true, false, true, true]);
  });

  it("is not looked for where it was recorded", async () => {
    const { t, anna } = openForTwo();
    await aStoredPhoto(anna);
    const states = (await sweeps(t))
      .filter(({ name }) => name.includes("sweepOrphans"))
      .map(({ state }) => state.kind);
    expect(states).toEqual(["canceled"]);
  });

  it("is looked for where the recording did not happen", async () => {
    vi.useFakeTimers();
    const { t, anna } = openForTwo();
    const url = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    // As a crash would, while the file is being stored.
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
    const states = (await sweeps(t))
      .filter(({ name }) => name.includes("sweepOrphans"))
      .map(({ state }) => state.kind);
    expect(states).toEqual(["pending"]);
  });
});
