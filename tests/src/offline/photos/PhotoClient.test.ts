import type { ConvexReactClient } from "convex/react";
import { expect, it, vi } from "vitest";
import type { ConvexServer, OutboxClient } from "convex-outbox";
import { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { PhotoClient } from "@/offline/photos/PhotoClient";
import { UploadFailure } from "@/offline/photos/uploadFile";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

const unanswered = {
  mutation: () => new Promise(() => {}),
} as unknown as ConvexReactClient;

it("gives a photo to the job that is saved while the photo is being kept", async () => {
  const client = new PhotoClient(unanswered, () => {});
  const body = new Blob(["x"], { type: "image/jpeg" });
  let keep: (bytes: ArrayBuffer) => void = () => {};
  const reading = vi
    .spyOn(body, "arrayBuffer")
    .mockReturnValue(new Promise((resolve) => (keep = resolve)));
  client.add({
    subject: { key: "draft-1", label: "New job" },
    isHeld: true,
    field: "job_photo_estimate",
    files: [new File(["x"], "a.jpg")],
    prepare: () => Promise.resolve({ body, name: "a.jpg", thumbnail: null }),
    rejectionOf: () => null,
  });
  await vi.waitFor(() => expect(reading).toHaveBeenCalledOnce());

  const job = { key: "key-1", label: "9 Low Rd", customer: "Cy Young" };
  await client.release("draft-1", job);
  keep(new ArrayBuffer(1));
  await vi.waitFor(() =>
    expect(client.photos()).toMatchObject([
      { syncStatus: "Sending", isHeld: false, subject: job },
    ]),
  );
});

/** A page whose photos wait: the server is not reached. */
function aPage(convex = unanswered) {
  const client = new PhotoClient(convex, () => undefined);
  const choose = (name: string) => {
    const body = new Blob(["x"], { type: "image/jpeg" });
    client.add({
      subject: { key: "job1", label: "12 Elm Street" },
      isHeld: false,
      field: "job_photo_estimate",
      files: [new File(["x"], name)],
      prepare: () => Promise.resolve({ body, name, thumbnail: null }),
      rejectionOf: () => null,
    });
  };
  const open = (store: DeviceStore) =>
    client.open({
      store,
      outbox: {
        subscribe: () => () => undefined,
        isSignedOut: () => false,
        epoch: () => "",
      } as unknown as OutboxClient,
      server: { isReady: () => false } as ConvexServer,
      lock: { hold: (work) => work() },
      tabs: { post: () => undefined, listen: () => () => undefined },
      release: "test",
    });
  const shown = () =>
    client
      .photos()
      .map(({ name, isKept }) => `${name} ${isKept ? "kept" : "page"}`);
  const becomes = (expected: readonly string[]) =>
    vi.waitFor(() => expect(shown()).toEqual(expected), { interval: 2 });
  /** The page sends the photo itself, because it has no store. */
  const isSending = () =>
    vi.waitFor(() =>
      expect(client.photos()).toMatchObject([
        { syncStatus: "Sending", isKept: false },
      ]),
    );
  return { client, choose, open, shown, becomes, isSending };
}

it("moves a photo that was chosen before the store was open into the store, and shows it once", async () => {
  emptyDevice();
  const { choose, open, becomes, isSending } = aPage();
  choose("a.jpg");
  await isSending();
  const store = new DeviceStore(OWNER);
  open(store);
  await becomes(["a.jpg kept"]);
  choose("b.jpg");
  await becomes(["a.jpg kept", "b.jpg kept"]);
  const next = aPage();
  next.open(store);
  await next.becomes(["a.jpg kept", "b.jpg kept"]);
});

it("has no photo of one person for the next one", async () => {
  emptyDevice();
  const { choose, open, becomes, isSending } = aPage();
  open(new DeviceStore(OWNER)).close();
  choose("a.jpg");
  await isSending();
  open(new DeviceStore({ ...OWNER, userId: "user-2" }));
  await becomes([]);
  const next = aPage();
  const { started } = next.open(new DeviceStore(OWNER));
  await started;
  expect(next.shown()).toEqual([]);
});

it("keeps a photo of the same person whose store is opened again", async () => {
  emptyDevice();
  const { choose, open, becomes, isSending } = aPage();
  open(new DeviceStore(OWNER)).close();
  choose("a.jpg");
  await isSending();
  open(new DeviceStore(OWNER));
  await becomes(["a.jpg kept"]);
});

it("says of a photo for which the device is full why only the page has it", async () => {
  emptyDevice();
  class FullStore extends DeviceStore {
    override write(): Promise<never> {
      return Promise.reject(new DeviceStoreError("full"));
    }
  }
  const { client, choose, open } = aPage();
  open(new FullStore(OWNER));
  choose("a.jpg");
  await vi.waitFor(() =>
    expect(client.photos()[0]?.problem).toEqual(
      expect.stringContaining("is full"),
    ),
  );
});

it("sends the page's photos again as soon as the page is connected", async () => {
  const lost = new UploadFailure("The connection was lost.", "passing");
  const mutation = vi.fn(() => Promise.reject(lost));
  const convex = { mutation } as unknown as ConvexReactClient;
  const { client, choose } = aPage(convex);
  choose("a.jpg");
  await vi.waitFor(() =>
    expect(client.photos()).toMatchObject([{ reason: lost.message }]),
  );
  expect(mutation).toHaveBeenCalledOnce();
  client.reconnected();
  await vi.waitFor(() => expect(mutation).toHaveBeenCalledTimes(2));
});
