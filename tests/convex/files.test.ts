import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "@convex/_generated/api";
import { aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  openForTwo,
  refusalOf,
  refused,
  stillStored,
} from "../support/convexHarness";

const DAY = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

describe("files.getUrls", () => {
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
