import type { ConvexReactClient } from "convex/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ConvexServer, OutboxClient } from "convex-outbox";
import { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { NoStoreError } from "@/offline/device/storeProblem";
import { PhotoClient } from "@/offline/photos/PhotoClient";
import { UploadFailure } from "@/offline/photos/uploadFile";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { aWaiting } from "../../../support/waitingItem";

beforeEach(emptyDevice);

const unanswered = {
  mutation: () => new Promise(() => {}),
} as unknown as ConvexReactClient;

const JOB = { key: "job1", label: "12 Elm Street" };

const jpeg = () => new Blob(["x"], { type: "image/jpeg" });

/** A page whose photos wait, unless the server can be reached. */
function aPage({ convex = unanswered, isReady = false } = {}) {
  const client = new PhotoClient(convex, () => undefined);
  const choose = (name: string, body = jpeg(), subject = JOB, isHeld = false) =>
    client.add({
      ...{ subject, isHeld, field: "job_photo_estimate" },
      files: [new File(["x"], name)],
      prepare: () => Promise.resolve({ body, name, thumbnail: null }),
      rejectionOf: () => null,
    });
  const open = (
    opened: Promise<DeviceStore> = Promise.resolve(new DeviceStore(OWNER)),
    owner = OWNER,
  ) =>
    client.open({
      ...{ owner, opened, isOutboxRead: Promise.resolve() },
      outbox: {
        ...{ subscribe: () => () => undefined, items: () => [] },
        ...{ isSignedOut: () => false, noteSaved: () => undefined },
        ...{ isKnown: () => true, isStored: () => true, hasSaved: () => false },
      } as unknown as OutboxClient,
      server: {
        isReady: () => isReady,
        epoch: () => "",
        whileReady: (work: Promise<void>) => work,
      } as ConvexServer,
    });
  const shown = () =>
    client
      .photos()
      .map(({ attachment, isKept }) => `${attachment.name} ${isKept ? "kept" : "page"}`);
  const becomes = (expected: readonly string[]) =>
    vi.waitFor(() => expect(shown()).toEqual(expected), { interval: 2 });
  const becomesPhoto = (expected: object) =>
    vi.waitFor(() => expect(client.photos()).toMatchObject([expected]), {
      timeout: 5000,
    });
  return { client, choose, open, shown, becomes, becomesPhoto };
}

it("gives a photo to the job that is saved while the photo is being kept", async () => {
  const { client, choose, open, becomesPhoto } = aPage();
  open();
  const body = jpeg();
  let keep: (bytes: ArrayBuffer) => void = () => {};
  const reading = vi
    .spyOn(body, "arrayBuffer")
    .mockReturnValue(new Promise((resolve) => (keep = resolve)));
  choose("a.jpg", body, { key: "draft-1", label: "New job" }, true);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledOnce());

  const job = { key: "key-1", label: "9 Low Rd", customer: "Cy Young" };
  await client.release("draft-1", job);
  keep(new ArrayBuffer(1));
  await becomesPhoto({
    syncStatus: "Waiting",
    attachment: { isHeld: false, job },
  });
});

it("counts a photo as the page's until the store has it, and shows it once", async () => {
  const { choose, open, shown, becomes } = aPage();
  let opens: (store: DeviceStore) => void = () => undefined;
  open(new Promise((resolve) => (opens = resolve)));
  choose("a.jpg");
  expect(shown()).toEqual(["a.jpg page"]);
  const store = new DeviceStore(OWNER);
  opens(store);
  await becomes(["a.jpg kept"]);
  choose("b.jpg");
  await becomes(["a.jpg kept", "b.jpg kept"]);
  const next = aPage();
  next.open(Promise.resolve(store));
  await next.becomes(["a.jpg kept", "b.jpg kept"]);
});

it("one person's photos are not shown to the next person", async () => {
  const { choose, open, becomes } = aPage();
  open().close();
  choose("a.jpg");
  await becomes(["a.jpg page"]);
  const other = { ...OWNER, userId: "user-2" };
  open(Promise.resolve(new DeviceStore(other)), other);
  await becomes([]);
  const next = aPage();
  const { started } = next.open();
  await started;
  expect(next.shown()).toEqual([]);
});

it("keeps a photo of the same person whose session is back", async () => {
  const { choose, open, becomes } = aPage();
  open().close();
  choose("a.jpg");
  await becomes(["a.jpg page"]);
  open();
  await becomes(["a.jpg kept"]);
});

class FullStore extends DeviceStore {
  override write(): Promise<never> {
    return Promise.reject(new DeviceStoreError("full"));
  }
}

it.each([
  ["is full", () => Promise.resolve(new FullStore(OWNER))],
  ["has no place", () => Promise.reject(new NoStoreError("has no place"))],
])("says why the device does not keep a photo, and sends it: %s", async (words, opened) => {
  const { choose, open, becomesPhoto } = aPage({ isReady: true });
  open(opened());
  choose("a.jpg");
  await becomesPhoto({
    ...{ isKept: false, syncStatus: "Sending" },
    problem: expect.stringContaining(words) as string,
  });
});

it("sends a photo again as soon as the page is connected", async () => {
  const lost = new UploadFailure("The connection was lost.", "passing");
  const mutation = vi.fn(() => Promise.reject(lost));
  const convex = { mutation } as unknown as ConvexReactClient;
  const { choose, open, becomesPhoto } = aPage({ convex, isReady: true });
  const { wake } = open();
  choose("a.jpg");
  await becomesPhoto({ reason: lost.message });
  expect(mutation).toHaveBeenCalledOnce();
  wake();
  await vi.waitFor(() => expect(mutation).toHaveBeenCalledTimes(2));
});

it("holds the photos that an earlier page left for a draft or a job that waits, and no others", async () => {
  // The draft of another tab, which has not stored it yet.
  const held = [{ name: "downspout:draft:typed" }];
  vi.stubGlobal("navigator", {
    locks: { query: () => Promise.resolve({ held }) },
  });
  const store = new DeviceStore(OWNER);
  const first = aPage();
  const { close } = first.open(Promise.resolve(store));
  for (const key of ["draft", "typed", "waiting", "created"])
    first.choose(`${key}.jpg`, jpeg(), { key, label: "New job" }, true);
  await vi.waitFor(() =>
    expect(first.shown().filter((name) => name.endsWith("kept"))).toHaveLength(4),
  );
  close();
  await store.write(["drafts", "outbox"], async (tx) => {
    await tx.objectStore("drafts").put({ id: "draft", at: 1, values: {} });
    const creation = { ...aWaiting("jobs:create", {}), creates: "waiting" };
    await tx.objectStore("outbox").put(creation);
  });
  const next = aPage();
  await next.open(Promise.resolve(store)).started;
  const keys = next.client
    .photos()
    .filter(({ attachment }) => attachment.isHeld)
    .map(({ attachment }) => attachment.job.key);
  expect(keys.toSorted()).toEqual(["draft", "typed", "waiting"]);
});
