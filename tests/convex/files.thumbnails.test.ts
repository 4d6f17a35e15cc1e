import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { LARGE_THUMBNAIL_SENTENCE, MAX_THUMBNAIL_BYTES } from "@domain/files/images";
import { aNewJob } from "../support/builders";
import { imageBytes } from "../support/images";
import {
  aStoredPhoto,
  openForTwo,
  stillStored,
  upload,
  type Caller,
} from "../support/convexHarness";

const MONTH = 31 * 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

async function sendThumbnail(caller: Caller, thumbnailOf: string) {
  return await upload(caller, {
    body: imageBytes("image/jpeg"),
    type: "image/jpeg",
    thumbnailOf,
  });
}

async function aThumbnail(caller: Caller, photo: string) {
  const response = await sendThumbnail(caller, photo);
  expect(response.status).toBe(200);
  const body = (await response.json()) as { storageId: Id<"_storage"> };
  return body.storageId;
}

describe("thumbnails", () => {
  it("a thumbnail is shown beside its photo, to its workspace only", async () => {
    const { anna, bo } = openForTwo();
    const [photo, other] = [await aStoredPhoto(anna), await aStoredPhoto(anna)];
    const [url] = await anna.query(api.files.getUrls, { ids: [photo] });
    const small = await aThumbnail(anna, photo);
    const [smallUrl] = await anna.query(api.files.getUrls, { ids: [small] });
    const ids = [photo, other, "nothing"];
    const pictures = await anna.query(api.files.getPictures, { ids });
    const uploads = await anna.run(async (ctx) => await ctx.db.query("files").collect());
    const { _creationTime: at } = uploads.find(({ storageId }) => storageId === photo)!;
    expect(pictures).toMatchObject([
      { url, thumbnailUrl: smallUrl, at },
      { thumbnailUrl: null },
      null,
    ]);
    expect(await bo.query(api.files.getPictures, { ids })).toEqual([null, null, null]);
  });

  it("a thumbnail is refused for another workspace's photo, and not kept", async () => {
    const { t, anna, bo } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const response = await sendThumbnail(bo, photo);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
    const stored = await t.run(async (ctx) => await ctx.db.system.query("_storage").collect());
    expect(stored.map(({ _id }) => _id)).toEqual([photo]);
  });

  it("a thumbnail is made once", async () => {
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    await aThumbnail(anna, photo);
    const second = await sendThumbnail(anna, photo);
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: "CONFLICT" });
  });

  it("a thumbnail is refused above 40,000 bytes", async () => {
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const body = new Uint8Array(MAX_THUMBNAIL_BYTES + 1);
    body.set(imageBytes("image/jpeg"));
    const response = await upload(anna, {
      body,
      type: "image/jpeg",
      thumbnailOf: photo,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      message: LARGE_THUMBNAIL_SENTENCE,
    });
  });

  it("a thumbnail comes back with a restored job, and is deleted for good with its photo", async () => {
    vi.useFakeTimers();
    const { t, anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const small = await aThumbnail(anna, photo);
    const both = [photo, small];
    const id = await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    await anna.mutation(api.jobs.deleteJob, { id });
    const [gone] = await anna.query(api.files.getPictures, { ids: both });
    expect(gone).toBeNull();
    const { page } = await anna.query(api.changes.deleted, {
      paginationOpts: { numItems: 10, cursor: null },
    });
    const trashed = page.find(({ table }) => table === "jobs");
    if (trashed === undefined) throw new Error("The job is not in the trash.");
    await anna.mutation(api.changes.restore, { id: trashed._id });
    const [restored] = await anna.query(api.files.getPictures, {
      ids: [photo],
    });
    expect(restored?.thumbnailUrl).toContain("http");
    expect(await stillStored(t, both)).toEqual([true, true]);
    await anna.mutation(api.jobs.deleteJob, { id });
    vi.advanceTimersByTime(MONTH);
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(MONTH));
    expect(await stillStored(t, both)).toEqual([false, false]);
  });

  it("a thumbnail is made again if an earlier version left it in the trash, or removed it", async () => {
    vi.useFakeTimers();
    const { anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const shown = async () => {
      const pictures = await anna.query(api.files.getPictures, {
        ids: [photo],
      });
      return pictures[0]?.thumbnailUrl;
    };
    for (const isRemoved of [false, true]) {
      const lost = await aThumbnail(anna, photo);
      await anna.run(async (ctx) => {
        const files = await ctx.db.query("files").collect();
        const row = files.find(({ storageId }) => storageId === lost);
        if (row === undefined) throw new Error("The thumbnail has no row.");
        if (isRemoved) await ctx.db.delete("files", row._id);
        else await ctx.db.patch("files", row._id, { workspaceId: "trash:anna" });
      });
      expect(await shown()).toBeNull();
    }
    await aThumbnail(anna, photo);
    expect(await shown()).toContain("http");
  });

  it("a thumbnail comes back with its photo if an earlier version deleted it by itself", async () => {
    vi.useFakeTimers();
    const { t, anna } = openForTwo();
    const photo = await aStoredPhoto(anna);
    const small = await aThumbnail(anna, photo);
    await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [photo] }));
    await anna.action(api.seed.deleteAllData, {});
    const run = await anna.query(api.changes.lastRun, {});
    if (run === null) throw new Error("There is no run to restore.");
    await anna.run(async (ctx) => {
      const files = await ctx.db.query("files").collect();
      const row = files.find(({ storageId }) => storageId === small);
      const who = { workspaceId: "anna", by: "anna", byName: "Anna" };
      const mark = { table: "files", label: "", runId: run.id } as const;
      await ctx.db.insert("trash", { ...who, ...mark, rowId: row?._id ?? "" });
    });
    await anna.action(api.changes.undoRun, { id: run.id });
    const restored = async () => await anna.query(api.files.getPictures, { ids: [photo] });
    expect((await restored())[0]?.thumbnailUrl).toContain("http");
    vi.advanceTimersByTime(MONTH);
    await t.finishInProgressScheduledFunctions();
    expect((await restored())[0]?.thumbnailUrl).toContain("http");
    expect(await stillStored(t, [photo, small])).toEqual([true, true]);
  });
});
