import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { LIST_LIMITS } from "@domain/calls/inputLimits";
import { aNewJob } from "../support/builders";
import {
  aStoredPhoto,
  gone,
  openForTwo,
  refusalOf,
  refused,
  SITE,
  stillThere,
} from "../support/convexHarness";

async function openWithPhotos(count: number) {
  const { anna, bo } = openForTwo();
  const photos: Id<"_storage">[] = [];
  for (let at = 0; at < count; at++) photos.push(await aStoredPhoto(anna));
  const id = await anna.mutation(api.jobs.create, aNewJob());
  const lists = async () => {
    const job = await anna.query(api.jobs.get, { id });
    return [job?.job_photo_estimate, job?.job_photo_install, job?.job_drawings];
  };
  return { anna, bo, id, photos, lists };
}

describe("jobs.addFiles", () => {
  it("keeps all photos when two phones add at the same time", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(4);
    const [a, b, c, d] = photos;
    await Promise.all([
      anna.mutation(api.jobs.addFiles, {
        id,
        field: "job_photo_estimate",
        fileIds: photos.slice(0, 2),
      }),
      anna.mutation(api.jobs.addFiles, {
        id,
        field: "job_photo_estimate",
        fileIds: photos.slice(2),
      }),
    ]);
    const [estimate] = await lists();
    expect(new Set(estimate)).toEqual(new Set([a, b, c, d]));
  });

  it("a photo that was uploaded again, because the answer was not recorded, is on its job once", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(2);
    const intentId = crypto.randomUUID();
    const add = async (fileIds: Id<"_storage">[]) =>
      await anna.mutation(api.jobs.addFiles, {
        id,
        field: "job_drawings",
        fileIds,
        intentId,
      });
    await add(photos.slice(0, 1));
    await add(photos.slice(1));
    expect(await lists()).toEqual([[], [], photos.slice(0, 1)]);
    const other = anna.mutation(api.jobs.deleteJob, { id, intentId });
    expect(await refusalOf(other)).toMatchObject({ code: "CONFLICT" });
  });

  it("adds a file once, however often it is called", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(1);
    for (let time = 0; time < 3; time++)
      await anna.mutation(api.jobs.addFiles, {
        id,
        field: "job_drawings",
        fileIds: photos,
      });
    expect(await lists()).toEqual([[], [], photos]);
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_drawings",
      fileId: photos[0]!,
    });
    expect(await stillThere(anna, photos)).toEqual([false]);
  });

  it("refuses more files than the limit of a list", async () => {
    const { anna, id, photos } = await openWithPhotos(LIST_LIMITS.job_photo_install.max + 1);
    await anna.mutation(api.jobs.addFiles, {
      id,
      field: "job_photo_install",
      fileIds: photos.slice(1),
    });
    const call = anna.mutation(api.jobs.addFiles, {
      id,
      field: "job_photo_install",
      fileIds: photos.slice(0, 1),
    });
    expect(await refusalOf(call)).toEqual(
      refused("job_photo_install", LIST_LIMITS.job_photo_install.sentence),
    );
  });

  it("refuses a batch that is not a UUID", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(1);
    const call = anna.mutation(api.jobs.addFiles, {
      ...{ id, field: "job_drawings" as const, fileIds: photos },
      batch: "of today",
    });
    expect(await refusalOf(call)).toEqual(refused("batch", "Send a UUID."));
    expect(await lists()).toEqual([[], [], []]);
  });

  it("finds no file and no job of another workspace", async () => {
    const { anna, bo, id, photos, lists } = await openWithPhotos(1);
    const own = await bo.mutation(api.jobs.create, aNewJob());
    const field = "job_photo_estimate" as const;
    expect(
      await refusalOf(bo.mutation(api.jobs.addFiles, { id: own, field, fileIds: photos })),
    ).toEqual(gone("file", field));
    expect(await refusalOf(bo.mutation(api.jobs.addFiles, { id, field, fileIds: [] }))).toEqual(
      gone("job", "id"),
    );
    expect(await lists()).toEqual([[], [], []]);
    expect(await stillThere(anna, photos)).toEqual([true]);
  });
});

describe("jobs.removeFile", () => {
  it("removes one file from one list, and moves it into the trash", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(3);
    const [a, b, c] = photos;
    await anna.mutation(api.jobs.addFiles, {
      id,
      field: "job_photo_estimate",
      fileIds: photos,
    });
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_photo_estimate",
      fileId: b!,
    });
    expect(await lists()).toEqual([[a, c], [], []]);
    expect(await stillThere(anna, photos)).toEqual([true, false, true]);
  });

  it("keeps a file that is still in another list or job", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(1);
    const [fileId] = photos as [Id<"_storage">];
    const other = await anna.mutation(api.jobs.create, aNewJob({ job_drawings: [fileId] }));
    await anna.mutation(api.jobs.addFiles, {
      id,
      field: "job_photo_estimate",
      fileIds: photos,
    });
    await anna.mutation(api.jobs.addFiles, {
      id,
      field: "job_photo_install",
      fileIds: photos,
    });
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_photo_estimate",
      fileId,
    });
    expect(await lists()).toEqual([[], photos, []]);
    await anna.mutation(api.jobs.deleteJob, { id });
    expect(await stillThere(anna, photos)).toEqual([true]);
    await anna.mutation(api.jobs.removeFile, {
      id: other,
      field: "job_drawings",
      fileId,
    });
    expect(await stillThere(anna, photos)).toEqual([false]);
  });

  it("succeeds if the file is not in the list", async () => {
    const { anna, id, photos } = await openWithPhotos(1);
    const [fileId] = photos as [Id<"_storage">];
    await anna.mutation(api.jobs.removeFile, {
      id,
      field: "job_drawings",
      fileId,
    });
    expect(await stillThere(anna, photos)).toEqual([true]);
  });

  it("jobs.removeFile does not find another workspace's job", async () => {
    const { bo, id, photos } = await openWithPhotos(1);
    const [fileId] = photos as [Id<"_storage">];
    const call = bo.mutation(api.jobs.removeFile, {
      id,
      field: "job_drawings",
      fileId,
    });
    expect(await refusalOf(call)).toEqual(gone("job", "id"));
  });
});

describe("jobs.update of whole lists", () => {
  it("deletes removed files and keeps files that move between lists", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(3);
    const [a, b, c] = photos as [Id<"_storage">, Id<"_storage">, Id<"_storage">];
    await anna.mutation(api.jobs.update, {
      id,
      job_photo_estimate: [a, b],
      job_drawings: [c],
    });
    await anna.mutation(api.jobs.update, {
      id,
      job_photo_estimate: [],
      job_photo_install: [a, a],
    });
    expect(await lists()).toEqual([[], [a], [c]]);
    expect(await stillThere(anna, photos)).toEqual([true, false, true]);
    await anna.mutation(api.jobs.update, { id, job_drawings: [] });
    expect(await stillThere(anna, photos)).toEqual([true, false, false]);
  });

  it("refuses a deleted file, and changes nothing", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(2);
    const [a, b] = photos as [Id<"_storage">, Id<"_storage">];
    await anna.mutation(api.jobs.update, { id, job_photo_estimate: [a] });
    await anna.mutation(api.jobs.update, { id, job_photo_estimate: [] });
    const call = anna.mutation(api.jobs.update, { id, job_drawings: [b, a] });
    expect(await refusalOf(call)).toEqual(gone("file", "job_drawings"));
    expect(await lists()).toEqual([[], [], []]);
  });

  it("removes a file whose row is missing", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(1);
    await anna.mutation(api.jobs.update, { id, job_drawings: photos });
    await anna.run(async (ctx) => {
      const row = await ctx.db.query("files").first();
      if (row) await ctx.db.delete("files", row._id);
    });
    await anna.mutation(api.jobs.update, { id, job_notes: "Still writable" });
    await anna.mutation(api.jobs.update, { id, job_drawings: [] });
    expect(await lists()).toEqual([[], [], []]);
  });
});

describe("jobs.generateUploadUrl", () => {
  // Spec 7.29
  it("returns an absolute URL, a different one each time", async () => {
    const { anna } = openForTwo();
    const first = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    const second = new URL(await anna.mutation(api.jobs.generateUploadUrl, {}));
    expect(first.origin).toBe(SITE);
    expect(first.pathname).toBe("/upload");
    expect(first.searchParams.get("key")).toMatch(/^[\da-f-]{36}$/);
    expect(second.search).not.toBe(first.search);
  });
});

describe("jobs.moveFile", () => {
  it("keeps both moves of two people who order the photos at once, and both can be undone", async () => {
    const { anna, id, photos, lists } = await openWithPhotos(5);
    const [a, b, c, d, e] = photos;
    const field = "job_photo_estimate" as const;
    await anna.mutation(api.jobs.addFiles, { id, field, fileIds: photos });
    await Promise.all([
      anna.mutation(api.jobs.moveFile, { id, field, fileId: e!, after: null }),
      anna.mutation(api.jobs.moveFile, { id, field, fileId: b!, after: d! }),
    ]);
    expect(await lists()).toEqual([[e, a, c, d, b], [], []]);
    expect(await stillThere(anna, photos)).toEqual(photos.map(() => true));
    const { page } = await anna.query(api.changes.ofSubject, {
      subject: id,
      paginationOpts: { numItems: 5, cursor: null },
    });
    const moves = page.filter(({ kind }) => kind === "jobs.moveFile");
    for (const { _id } of moves)
      await anna.mutation(api.changes.undo, { id: _id as Id<"changes"> });
    expect(await lists()).toEqual([photos, [], []]);
  });

  it("changes nothing if a photo has been removed meanwhile", async () => {
    const { anna, bo, id, photos, lists } = await openWithPhotos(3);
    const [a, b, c] = photos;
    const field = "job_photo_install" as const;
    await anna.mutation(api.jobs.addFiles, { id, field, fileIds: photos });
    await anna.mutation(api.jobs.removeFile, { id, field, fileId: a! });
    await anna.mutation(api.jobs.moveFile, {
      id,
      field,
      fileId: a!,
      after: c!,
    });
    await anna.mutation(api.jobs.moveFile, {
      id,
      field,
      fileId: c!,
      after: a!,
    });
    expect(await lists()).toEqual([[], [b, c], []]);
    const call = bo.mutation(api.jobs.moveFile, {
      ...{ id, field, fileId: c! },
      after: null,
    });
    expect(await refusalOf(call)).toEqual(gone("job", "id"));
  });
});
