// @vitest-environment node
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UploadFailure } from "@/offline/photos/uploadFile";
import {
  aPhoneWithJob,
  aPhoto,
  aPhotoPhone,
  bytes,
  NOW,
  PhotoPhone,
  settle,
  type Fault,
} from "./photoPhone";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Ends the page once it has put the change into the outbox that adds an uploaded file. */
async function untilUploaded(phone: PhotoPhone) {
  for (let at = 1; ; at += 1) {
    phone.open({ at, kind: "kill after" });
    await settle();
    const { changes } = await phone.rows();
    if (changes.some(({ call }) => call === "jobs:addFiles")) return;
  }
}

const names = (files: readonly string[] = []) =>
  files.map((file) => file.split(".")[0]);

async function expectAllSaved(phone: PhotoPhone) {
  const of = (key: string) => names(phone.jobs.get(key)).toSorted();
  expect([of("job1"), of("key1")]).toEqual([["a", "b"], ["c"]]);
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
  for (const id of ["a", "b", "c"])
    expect(await phone.photos.bytes(id, "picture")).toBeNull();
}

/** Runs the phone with each fault in turn, until a page has fewer steps. Resolves to the uploads of each run. */
async function withEachFault(kind: Fault["kind"]): Promise<number[]> {
  const uploads: number[] = [];
  for (let at = 1; ; at += 1) {
    const phone = await aPhotoPhone();
    const { page } = phone.open({ at, kind });
    await settle();
    if (page.isDead) {
      phone.open();
      await settle();
    }
    await expectAllSaved(phone).catch((cause: unknown) => {
      throw new Error(`Fault at step ${at}`, { cause });
    });
    uploads.push(phone.uploads);
    if (page.steps < at) return uploads;
  }
}

describe("photos get on their job exactly once", () => {
  it.each(["kill before", "kill after"] as const)(
    "a photo gets on its job exactly once whatever step of the page a %s ends it at",
    async (kind) => {
      expect((await withEachFault(kind)).length).toBeGreaterThan(20);
    },
  );

  it.each([
    ["fail before", 0],
    ["fail after", 3],
  ] as const)(
    "a photo gets on its job exactly once whatever step of the page has a %s, and is uploaded again only if its upload failed",
    async (kind, failedUploads) => {
      const uploads = await withEachFault(kind);
      expect(uploads.length).toBeGreaterThan(20);
      expect(uploads.filter((count) => count !== 3)).toEqual(
        Array.from({ length: failedUploads }, () => 4),
      );
    },
  );

  it("a photo gets on its job exactly once whatever step of a store is never answered", async () => {
    for (let at = 1; ; at += 1) {
      const phone = await aPhotoPhone();
      const { page } = phone.open({ at, kind: "hang" });
      await settle();
      page.isDead = true;
      phone.open();
      await settle();
      await expectAllSaved(phone).catch((cause: unknown) => {
        throw new Error(`Hangs at step ${at}`, { cause });
      });
      if (page.steps < at) break;
    }
  });

  it("a photo gets on its job exactly once with two pages that send at the same time without a lock", async () => {
    const phone = await aPhotoPhone();
    phone.open();
    phone.open();
    await settle();
    await expectAllSaved(phone);
  });

  it("a photo gets on its job exactly once with its thumbnail, after one upload, on a good line", async () => {
    const phone = await aPhotoPhone();
    phone.open();
    await settle();
    expect(phone.uploads).toBe(3);
    expect([...phone.thumbnails]).toEqual([...phone.files]);
  });
});

it("uploads a photo again whose file the server has deleted meanwhile", async () => {
  const phone = await aPhotoPhone();
  await untilUploaded(phone);
  phone.files.clear();
  phone.open();
  await settle();
  await expectAllSaved(phone);
});

it("keeps the photos of a job that is not saved on the phone", async () => {
  const phone = new PhotoPhone();
  const { queue } = phone.open();
  await queue.add({ ...aPhoto("a", "key1"), isHeld: true }, bytes);
  await settle();
  expect(phone.uploads).toBe(0);
  expect(queue.photos).toMatchObject([{ id: "a", isHeld: true }]);
});

it("uploads the photos of a new job only once the server has the job", async () => {
  const phone = await aPhotoPhone();
  phone.jobRefusal = new ConvexError({
    code: "INVALID",
    message: "Enter an address.",
  });
  const { outbox } = phone.open();
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a", "b"]);
  expect(phone.uploads).toBe(2);

  phone.jobRefusal = null;
  await outbox.retry("create");
  await settle();
  await expectAllSaved(phone);
});

it("an upload that was stopped on a dead line begins again at once, and is no failure", async () => {
  const phone = aPhoneWithJob();
  phone.isLineDead = true;
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await vi.advanceTimersByTimeAsync(6000);
  queue.sender.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.uploads).toBe(2);
  expect(queue.sender.failureOf("a")).toBeNull();

  phone.isLineDead = false;
  await vi.advanceTimersByTimeAsync(6000);
  queue.sender.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("keeps a photo that its job refused until the person retries or discards it", async () => {
  const phone = new PhotoPhone();
  const { queue, outbox } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await queue.add(aPhoto("b"), bytes);
  await settle();
  expect(outbox.items()).toMatchObject([
    { state: { kind: "refused", code: "NOT_FOUND", field: "id" } },
    { state: { kind: "refused" } },
  ]);
  expect(queue.photos).toHaveLength(2);

  phone.jobs.set("job1", []);
  await queue.retry("a");
  await queue.discard(({ id }) => id === "b");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
});

it("keeps a photo that a proxy does not let through, until it does", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("Ask the office.", "blocked");
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await settle();
  expect(queue.photos).toMatchObject([{ state: { kind: "waiting" } }]);
  expect(queue.sender.failureOf("a")).toEqual({
    message: "Ask the office.",
    isBlocked: true,
  });
  expect(await phone.photos.bytes("a", "picture")).not.toBeNull();
  queue.sender.retryNow();
  await settle();
  expect(phone.uploads).toBe(1);

  phone.uploadFailure = null;
  queue.sender.cancel("a");
  await queue.retry("a");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("tries a photo that a proxy did not let through again without being asked", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("Ask the office.", "blocked");
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await settle();
  phone.uploadFailure = null;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("uploads a photo again two seconds after the line was lost", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("The line was lost.", "passing");
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await vi.advanceTimersByTimeAsync(1999);
  expect(phone.uploads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(phone.uploads).toBe(2);
});

it("sends nothing more once the session has ended, until the person has signed in", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new ConvexError({
    code: "NOT_SIGNED_IN",
    message: "Sign in.",
  });
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await settle();
  expect(queue.sender.isSignedOut).toBe(true);
  // The page is opened and gets the photo: each wakes the sender.
  expect(phone.uploads).toBeLessThanOrEqual(3);

  phone.uploadFailure = null;
  queue.sender.retryNow();
  await settle();
  expect(queue.sender.isSignedOut).toBe(false);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("sends a photo that the store does not take, which then leaves nothing there", async () => {
  const phone = aPhoneWithJob();
  phone.isFull = true;
  const { queue } = phone.open();
  expect(await queue.add(aPhoto("a"), bytes)).toBe(false);
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
  expect(queue.photos).toEqual([]);
  phone.isFull = false;
  await settle();
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
  phone.open();
  await settle();
  expect(phone.uploads).toBe(1);
});

it("stores a photo with its bytes once the store takes it, while there is no signal", async () => {
  const phone = aPhoneWithJob();
  phone.isFull = true;
  phone.isReachable = false;
  const { queue, page } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  expect(queue.isStored("a")).toBe(false);
  phone.isFull = false;
  await settle();
  expect(queue.isStored("a")).toBe(true);
  page.isDead = true;
  phone.isReachable = true;
  phone.open();
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("calls a photo saved that its job has, and discarded that the person has discarded", async () => {
  const phone = aPhoneWithJob();
  const { queue } = phone.open();
  await queue.add({ ...aPhoto("a"), isHeld: true }, bytes);
  await queue.discard(() => true);
  await queue.add(aPhoto("b"), bytes);
  await settle();
  expect(phone.removed).toEqual(["a discarded", "b saved"]);
});

it("puts no change for a person who has signed out", async () => {
  const phone = aPhoneWithJob();
  const state = { kind: "attaching", fileId: "file" } as const;
  phone.photos.photos = [{ ...aPhoto("a"), kind: "kept", order: 1, state }];
  phone.isReachable = false;
  const { queue, outbox } = phone.open();
  await settle();
  queue.stop();
  phone.isReachable = true;
  await queue.read();
  expect(outbox.items()).toEqual([]);
});

it("lets no photo go that the store would bring back", async () => {
  const phone = aPhoneWithJob();
  phone.isReachable = false;
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  phone.isFull = true;
  await queue.add(aPhoto("b"), bytes);
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  const discard = (name: string) => queue.discard(({ id }) => id === name);
  await expect(discard("a")).rejects.toThrow("at the moment");
  await discard("b");
  expect(queue.photos.map(({ id }) => id)).toEqual(["a"]);
  vi.unstubAllGlobals();
});

it("keeps a refused photo and its bytes until the person discards it", async () => {
  const phone = new PhotoPhone();
  phone.uploadFailure = new UploadFailure("a is not an image.", "refused");
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await settle();
  phone.open();
  await settle();
  expect((await phone.rows()).photos).toMatchObject([
    { state: { kind: "refused", code: "INVALID" } },
  ]);
  expect(await phone.photos.bytes("a", "picture")).not.toBeNull();
  await queue.discard(({ id }) => id === "a");
  expect(await phone.photos.bytes("a", "picture")).toBeNull();
});

it("uploads a photo again that an earlier release took for refused", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("not accepted (413).", "refused");
  const { queue } = phone.open();
  await queue.add(aPhoto("a"), bytes);
  await settle();
  phone.uploadFailure = null;
  await queue.retry("a");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("a photo that the server may have on its job is not discarded", async () => {
  const phone = await aPhotoPhone();
  const { queue, outbox } = phone.open({ at: 9, kind: "fail after" });
  await vi.advanceTimersByTimeAsync(0);
  const sent = outbox.items().filter(({ attempts }) => attempts > 0);
  for (const photo of queue.photos) {
    const isSent = sent.some(
      ({ args }) =>
        photo.state.kind === "attaching" &&
        JSON.stringify(args["fileIds"]).includes(photo.state.fileId),
    );
    await queue.discard(({ id }) => id === photo.id);
    expect(queue.photos.some(({ id }) => id === photo.id)).toBe(isSent);
  }
});
