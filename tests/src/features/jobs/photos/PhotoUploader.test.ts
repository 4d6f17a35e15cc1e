import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import {
  PhotoUploader,
  type PhotoUploaderOptions,
} from "@/features/jobs/photos/PhotoUploader";
import type { PhotoOwner } from "@/features/jobs/photos/photoQueue";
import type { Upload } from "@/features/jobs/photos/uploadFile";

const jobId = "job1" as Id<"jobs">;
const job: PhotoOwner = { kind: "job", id: jobId };
const draft: PhotoOwner = { kind: "draft", id: "d1" };
const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });

class Passing extends Error {}

interface Answers {
  readonly resolve: (fileId: string) => void;
  readonly reject: (failure: Error) => void;
}

/** Uploads wait until the test finishes them by name. */
function setUp(overrides: Partial<PhotoUploaderOptions> = {}) {
  const uploads = new Map<string, Upload & Answers>();
  const started: string[] = [];
  const work = {
    rejectionOf: (file: File) =>
      file.name.endsWith(".svg") ? `${file.name} is not a photo.` : null,
    shrink: vi.fn((file: File) =>
      Promise.resolve({ body: file, name: file.name }),
    ),
    uploadUrl: vi.fn(() => Promise.resolve("http://localhost/upload")),
    upload: (upload: Upload) => {
      started.push(upload.name);
      return new Promise<string>((resolve, reject) => {
        uploads.set(upload.name, { ...upload, resolve, reject });
        upload.signal.addEventListener("abort", () =>
          reject(new Passing("stopped")),
        );
      });
    },
    attach: vi.fn(() => Promise.resolve()),
    toFailure: (failure: unknown) => ({
      message: (failure as Error).message,
      isRetryable: failure instanceof Passing,
    }),
    isOnline: () => true,
    onGaveUp: vi.fn(),
    ...overrides,
  } satisfies PhotoUploaderOptions;
  const uploader = new PhotoUploader(work);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const finish = async (name: string) => {
    await settle();
    uploads.get(name)?.resolve(`file-${name}`);
    await settle();
  };
  const refuse = async (name: string, error: Error) => {
    await settle();
    uploads.get(name)?.reject(error);
    await settle();
  };
  const stages = () =>
    uploader.photos().map(({ name, stage }) => `${name} ${stage}`);
  return { uploader, work, uploads, started, settle, finish, refuse, stages };
}

const revoked = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  let count = 0;
  URL.createObjectURL = () => `blob:${(count += 1)}`;
  URL.revokeObjectURL = revoked;
});
afterEach(() => {
  vi.useRealTimers();
  revoked.mockReset();
});

describe("PhotoUploader", () => {
  // Spec 7.40
  it("shrinks, sends and attaches each photo before starting the next", async () => {
    const { uploader, work, started, finish, stages, settle } = setUp();
    uploader.add(job, "job_photo_estimate", [photo("a.jpg"), photo("b.jpg")]);
    await settle();
    expect(stages()).toEqual(["a.jpg sending", "b.jpg waiting"]);
    expect(work.shrink).toHaveBeenCalledOnce();
    await finish("a.jpg");
    expect(work.attach).toHaveBeenCalledExactlyOnceWith(
      jobId,
      "job_photo_estimate",
      "file-a.jpg",
    );
    expect(started).toEqual(["a.jpg", "b.jpg"]);
    await finish("b.jpg");
    expect(uploader.photos()).toEqual([]);
  });

  it("notifies subscribers of progress, and counts unfinished photos", async () => {
    const { uploader, uploads, settle } = setUp();
    const listener = vi.fn();
    uploader.subscribe(listener);
    uploader.add(job, "job_drawings", [photo("a.jpg"), photo("no.svg")]);
    await settle();
    listener.mockClear();
    uploads.get("a.jpg")?.onProgress(0.5);
    expect(listener).toHaveBeenCalled();
    expect(uploader.photos()[0]?.progress).toBe(0.5);
    expect(uploader.unfinishedCount()).toBe(1);
  });

  it("keeps a new job's photos until it is saved, then attaches late ones", async () => {
    const { uploader, work, finish, settle } = setUp();
    uploader.add(draft, "job_photo_install", [photo("a.jpg"), photo("b.jpg")]);
    await finish("a.jpg");
    expect(work.attach).not.toHaveBeenCalled();
    const saved = uploader.storedFor("d1", "job_photo_install");
    expect(saved).toEqual(["file-a.jpg"]);
    uploader.draftSaved("d1", jobId, saved);
    await finish("b.jpg");
    await settle();
    expect(work.attach).toHaveBeenCalledExactlyOnceWith(
      jobId,
      "job_photo_install",
      "file-b.jpg",
    );
  });

  it("retries a lost connection with a new upload URL, without shrinking twice", async () => {
    const { uploader, work, refuse, finish, stages } = setUp();
    uploader.add(job, "job_drawings", [photo("a.jpg")]);
    await refuse("a.jpg", new Passing("The connection was lost."));
    expect(stages()).toEqual(["a.jpg waiting"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(work.uploadUrl).toHaveBeenCalledTimes(2);
    expect(work.shrink).toHaveBeenCalledTimes(1);
    await finish("a.jpg");
    expect(work.attach).toHaveBeenCalledOnce();
    expect(work.onGaveUp).not.toHaveBeenCalled();
  });

  it("reports a rejected photo once and continues with the others", async () => {
    const { uploader, work, refuse, settle, stages } = setUp();
    uploader.add(job, "job_drawings", [photo("a.jpg"), photo("b.jpg")]);
    await refuse("a.jpg", new Error("a.jpg is larger than 20 MB."));
    await settle();
    expect(stages()).toEqual(["a.jpg failed", "b.jpg sending"]);
    expect(work.onGaveUp).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        name: "a.jpg",
        failure: { message: "a.jpg is larger than 20 MB.", isRetryable: false },
      }),
    );
  });

  it("does not report a failure while the photo's list is visible", async () => {
    const { uploader, work, refuse } = setUp();
    const stopWatching = uploader.markVisible({ kind: "job", id: jobId });
    uploader.add(job, "job_drawings", [photo("a.jpg"), photo("b.jpg")]);
    await refuse("a.jpg", new Error("No."));
    expect(work.onGaveUp).not.toHaveBeenCalled();
    stopWatching();
    await refuse("b.jpg", new Error("No."));
    expect(work.onGaveUp).toHaveBeenCalledOnce();
  });

  it("aborts a removed photo and starts the next", async () => {
    const { uploader, uploads, settle, stages } = setUp();
    uploader.add(job, "job_drawings", [photo("a.jpg"), photo("b.jpg")]);
    await settle();
    const first = uploader.photos()[0];
    uploader.remove(first?.id ?? "");
    await settle();
    expect(uploads.get("a.jpg")?.signal.aborted).toBe(true);
    expect(stages()).toEqual(["b.jpg sending"]);
    expect(revoked).toHaveBeenCalledWith(first?.previewUrl);
  });

  it("waits while offline and resumes on reconnect", async () => {
    let online = false;
    const { uploader, settle, stages } = setUp({ isOnline: () => online });
    uploader.add(job, "job_drawings", [photo("a.jpg")]);
    await settle();
    expect(stages()).toEqual(["a.jpg waiting"]);
    online = true;
    uploader.reconnected();
    await settle();
    expect(stages()).toEqual(["a.jpg sending"]);
  });

  it("keeps a stored photo's preview for a minute, then revokes it", async () => {
    const { uploader, finish } = setUp();
    uploader.add(job, "job_drawings", [photo("a.jpg")]);
    await finish("a.jpg");
    const fileId = "file-a.jpg" as Id<"_storage">;
    expect(uploader.previewOf(fileId)).toBe("blob:1");
    vi.advanceTimersByTime(60_000);
    expect(uploader.previewOf(fileId)).toBeUndefined();
    expect(revoked).toHaveBeenCalledWith("blob:1");
  });

  it("releases everything of a discarded draft", async () => {
    const { uploader, settle } = setUp();
    uploader.add(draft, "job_drawings", [photo("a.jpg"), photo("b.jpg")]);
    await settle();
    uploader.discard(draft);
    await settle();
    expect(uploader.photos()).toEqual([]);
    expect(revoked).toHaveBeenCalledTimes(2);
  });
});
