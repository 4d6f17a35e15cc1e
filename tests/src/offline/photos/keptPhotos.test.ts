// @vitest-environment node
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeOf, holdPhotos } from "@/offline/photos/photoRules";
import { UploadFailure } from "@/offline/photos/uploadFile";
import {
  aPhoneWithJob,
  aPhoto,
  aPhotoPhone,
  creationOf,
  NOW,
  PhotoPhone,
  settle,
  type Fault,
} from "./photoPhone";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Ends the page once it has recorded that a photo is uploaded. */
async function untilUploaded(phone: PhotoPhone) {
  for (let at = 1; ; at += 1) {
    phone.open({ at, kind: "kill after" });
    await settle();
    const { photos } = await phone.rows();
    if (photos.some(({ state }) => state.kind === "attaching")) return;
  }
}

const names = (files: readonly string[] = []) => files.map((file) => file.split(".")[0]);

async function expectAllSaved(phone: PhotoPhone) {
  const of = (key: string) => names(phone.jobs.get(key)).toSorted();
  expect([of("job1"), of("key1")]).toEqual([["a", "b"], ["c"]]);
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
  for (const id of ["a", "b", "c"]) expect(await phone.photos.bytes(id, "picture")).toBeNull();
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

  it("a photo gets on its job exactly once, after one upload, on a good line", async () => {
    const phone = await aPhotoPhone();
    phone.open();
    await settle();
    await expectAllSaved(phone);
    expect(phone.uploads).toBe(3);
  });
});

it("puts 60 photos in one go on their job in their order, each after one upload", async () => {
  const phone = aPhoneWithJob();
  const { add } = phone.open();
  const ids = Array.from({ length: 60 }, (_, index) => `p${index}`);
  await Promise.all(ids.map((id) => add(aPhoto(id))));
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(ids);
  expect(phone.uploads).toBe(60);
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
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
  phone.drafts.add("key1");
  const { photos, add } = phone.open();
  await add({ ...aPhoto("a", "key1"), isHeld: true });
  await settle();
  expect(phone.uploads).toBe(0);
  expect(photos()).toMatchObject([{ id: "a", attachment: { isHeld: true } }]);
});

it("sends a photo whose job an earlier page has created without releasing the photo", async () => {
  const phone = new PhotoPhone();
  phone.isReachable = false;
  phone.drafts.add("key1");
  const { add, page } = phone.open();
  await add({ ...aPhoto("a", "key1"), isHeld: true });
  page.isDead = true;
  phone.isReachable = true;
  phone.drafts.clear();
  phone.jobs.set("key1", []);
  phone.open();
  await settle();
  expect(names(phone.jobs.get("key1"))).toEqual(["a"]);
});

it("sends the photos of a draft whose creation this page has sent before their code arrived", async () => {
  const phone = await aPhotoPhone();
  phone.open(null, true);
  await settle();
  await settle();
  await expectAllSaved(phone);
});

it("sends a photo of a job that waits after its creation, also if the outbox cannot be read at first", async () => {
  const phone = new PhotoPhone();
  phone.isReachable = false;
  const { add, outbox, page } = phone.open();
  await outbox.put(creationOf("create")).isStored;
  await add(aPhoto("a", "key1"));
  page.isDead = true;
  phone.isReachable = true;
  phone.open({ at: 2, kind: "fail before" });
  await settle();
  expect(names(phone.jobs.get("key1"))).toEqual(["a"]);
});

it("sends no photo of a job that was refused and is being entered again", async () => {
  const phone = new PhotoPhone();
  phone.drafts.add("key1");
  phone.jobRefusal = new ConvexError({
    code: "INVALID",
    message: "Enter an address.",
  });
  const { kept, outbox, photos, add } = phone.open();
  await add({ ...aPhoto("a", "key1"), isHeld: true });
  await outbox.put(creationOf("create")).outcome;
  phone.drafts.add("key1");
  await kept.client.change((items) => holdPhotos(items, "key1"));
  await outbox.discard("create");
  await settle();
  expect(phone.uploads).toBe(0);
  expect(photos()).toMatchObject([{ attachment: { isHeld: true } }]);

  phone.jobRefusal = null;
  outbox.put(creationOf("again"));
  await settle();
  expect(names(phone.jobs.get("key1"))).toEqual(["a"]);
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
  const { kept, add } = phone.open();
  await add(aPhoto("a"));
  await vi.advanceTimersByTimeAsync(6000);
  kept.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.uploads).toBe(2);
  expect(kept.failureOf("a")).toBeNull();

  phone.isLineDead = false;
  await vi.advanceTimersByTimeAsync(6000);
  kept.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("keeps a photo that its job refused until the person retries or discards it", async () => {
  const phone = new PhotoPhone();
  const { kept, photos, add } = phone.open();
  await add(aPhoto("a"));
  await add(aPhoto("b"));
  await settle();
  expect(photos()).toMatchObject([
    { state: { kind: "refused", code: "NOT_FOUND", field: "id" } },
    { state: { kind: "refused" } },
  ]);

  phone.jobs.set("job1", []);
  await kept.retry("a");
  await kept.discard(({ id }) => id === "b");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
  expect(await phone.rows()).toEqual({ photos: [], changes: [] });
});

it("keeps a photo that a proxy blocks, until it no longer does", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("Ask the office.", "blocked");
  const { kept, photos, add } = phone.open();
  await add(aPhoto("a"));
  await settle();
  expect(photos()).toMatchObject([{ state: { kind: "waiting" } }]);
  expect(kept.failureOf("a")).toEqual({
    message: "Ask the office.",
    isBlocked: true,
  });
  expect(await phone.photos.bytes("a", "picture")).not.toBeNull();
  kept.wake();
  await settle();
  expect(phone.uploads).toBe(1);

  phone.uploadFailure = null;
  await kept.retry("a");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("retries a photo that a proxy blocked without being asked", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("Ask the office.", "blocked");
  const { add } = phone.open();
  await add(aPhoto("a"));
  await settle();
  phone.uploadFailure = null;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("uploads a photo again a second after the line was lost", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("The line was lost.", "passing");
  const { add } = phone.open();
  await add(aPhoto("a"));
  await vi.advanceTimersByTimeAsync(999);
  expect(phone.uploads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(phone.uploads).toBe(2);
});

it("uploads a photo again at once when the line is back", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("The line was lost.", "passing");
  const { kept, add } = phone.open();
  await add(aPhoto("a"));
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.uploads).toBe(1);
  kept.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.uploads).toBe(2);
});

it("sends nothing more once the session has ended, until the person has signed in", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new ConvexError({
    code: "NOT_SIGNED_IN",
    message: "Sign in.",
  });
  const { kept, add } = phone.open();
  await add(aPhoto("a"));
  await settle();
  expect(kept.client.isSignedOut()).toBe(true);
  // The page is opened and gets the photo: each wakes the sender.
  expect(phone.uploads).toBeLessThanOrEqual(3);

  phone.uploadFailure = null;
  kept.wake();
  await settle();
  expect(kept.client.isSignedOut()).toBe(false);
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("sends a photo for which the store has no space, and leaves nothing of it there", async () => {
  const phone = aPhoneWithJob();
  phone.isFull = true;
  const { photos, add } = phone.open();
  expect(await add(aPhoto("a"))).toBe(false);
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
  expect(photos()).toEqual([]);
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
  const { kept, add, page } = phone.open();
  await add(aPhoto("a"));
  expect(kept.client.isStored("a")).toBe(false);
  phone.isFull = false;
  await settle();
  expect(kept.client.isStored("a")).toBe(true);
  page.isDead = true;
  phone.isReachable = true;
  phone.open();
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("reports a photo on its job as saved, and a photo that the person removed as discarded", async () => {
  const phone = aPhoneWithJob();
  const { kept, add } = phone.open();
  await add({ ...aPhoto("a"), isHeld: true });
  await kept.discard(() => true);
  await add(aPhoto("b"));
  await settle();
  expect(phone.removed).toEqual(["a discarded", "b saved"]);
});

it("sends nothing for a person who has signed out", async () => {
  const phone = aPhoneWithJob();
  phone.isReachable = false;
  const { add, read, stop } = phone.open();
  await add(aPhoto("a"));
  stop();
  phone.isReachable = true;
  await read();
  await settle();
  expect(phone.uploads).toBe(0);
});

describe("a photo that an earlier release has uploaded", () => {
  const row = {
    ...aPhoto("a"),
    ...({ kind: "kept", order: 1 } as const),
    state: { kind: "attaching", fileId: "file" },
  } as const;

  const aPhone = () => {
    const phone = aPhoneWithJob();
    phone.files.add("file");
    phone.photos.photos = [row];
    return phone;
  };

  it("a photo of an earlier release is added to its job if the page ended before it made the change", async () => {
    const phone = aPhone();
    phone.open();
    await settle();
    expect(phone.jobs.get("job1")).toEqual(["file"]);
    expect(await phone.rows()).toEqual({ photos: [], changes: [] });
  });

  it.each(["a", "another id"])(
    "a photo of an earlier release is added to its job once by the change in the outbox: %s",
    async (id) => {
      const phone = aPhone();
      const args = { id: "job1", field: row.field, fileIds: ["file"] };
      const { attachment, ...change } = changeOf(aPhoto("a"));
      await phone.outbox.transact(() => ({
        put: [
          {
            ...{ ...change, id, args, order: 1, release: "1" },
            ...{ attempts: 1, state: { kind: "waiting" } as const },
          },
        ],
        result: attachment,
      }));
      phone.open();
      await settle();
      expect(new Set(phone.jobs.get("job1"))).toEqual(new Set(["file"]));
      expect(phone.uploads).toBe(0);
      expect(await phone.rows()).toEqual({ photos: [], changes: [] });
    },
  );

  it("a photo of an earlier release is not discarded, because its job may have it", async () => {
    const phone = aPhone();
    phone.isReachable = false;
    const { kept, read } = phone.open();
    await read();
    await kept.discard(() => true);
    expect((await phone.rows()).photos).toMatchObject([row]);
  });
});

it("releases no photo that the store would bring back", async () => {
  const phone = aPhoneWithJob();
  phone.isReachable = false;
  const { kept, photos, add } = phone.open();
  await add(aPhoto("a"));
  phone.isFull = true;
  await add(aPhoto("b"));
  const discard = (name: string) => kept.discard(({ id }) => id === name);
  expect(await discard("a")).toBe(false);
  expect(await discard("b")).toBe(true);
  expect(photos().map(({ id }) => id)).toEqual(["a"]);
});

it("keeps a refused photo and its bytes until the person discards it", async () => {
  const phone = new PhotoPhone();
  phone.uploadFailure = new UploadFailure("a is not an image.", "refused");
  const { kept, add } = phone.open();
  await add(aPhoto("a"));
  await settle();
  phone.open();
  await settle();
  expect((await phone.rows()).photos).toMatchObject([
    { state: { kind: "refused", code: "INVALID" } },
  ]);
  expect(await phone.photos.bytes("a", "picture")).not.toBeNull();
  await kept.discard(({ id }) => id === "a");
  expect(await phone.photos.bytes("a", "picture")).toBeNull();
});

it("uploads a photo again that an earlier release counted as refused", async () => {
  const phone = aPhoneWithJob();
  phone.uploadFailure = new UploadFailure("not accepted (413).", "refused");
  const { kept, add } = phone.open();
  await add(aPhoto("a"));
  await settle();
  phone.uploadFailure = null;
  await kept.retry("a");
  await settle();
  expect(names(phone.jobs.get("job1"))).toEqual(["a"]);
});

it("a photo that the server may have on its job is not discarded", async () => {
  const phone = await aPhotoPhone();
  const { kept, photos } = phone.open({ at: 9, kind: "fail after" });
  await vi.advanceTimersByTimeAsync(0);
  for (const photo of photos()) {
    const isSent = photo.attachment?.file !== undefined;
    await kept.discard(({ id }) => id === photo.id);
    expect(photos().some(({ id }) => id === photo.id)).toBe(isSent);
  }
});
