import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { openDB } from "idb";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { PhotoList } from "@/features/jobs/photos/PhotoList";
import type { PhotoOwner } from "@/job/photos/usePhotos";
import { storeName } from "@/offline/device/storeOwner";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { MAY_BE_DELETED } from "@/offline/photos/photoStorage";
import type { PhotoRow } from "@/offline/device/photoRow";
import { emptyDevice, OWNER } from "../../../../support/deviceStores";
import { stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";
import { renderWithOutbox } from "../../../../support/outboxPage";
import { aUser } from "../../../../support/user";

// jsdom decodes no images.
const thumbnail = new Blob(["small"], { type: "image/jpeg" });
const prepared = vi.hoisted(() => ({
  atOnce: 0,
  most: 0,
  kept: [] as number[],
}));
vi.mock("@/job/photos/preparePhoto", () => ({
  preparePhoto: async (file: File) => {
    prepared.atOnce += 1;
    prepared.most = Math.max(prepared.most, prepared.atOnce);
    prepared.kept.push((await rows()).length);
    prepared.atOnce -= 1;
    return { body: file, name: file.name, thumbnail };
  },
}));

/** Every upload is stored at once. */
class FakeRequest extends EventTarget {
  static stored = 0;
  readonly upload = new EventTarget();
  status = 200;
  responseText = "";
  open() {}
  setRequestHeader() {}
  send() {
    this.responseText = `{"storageId":"f${(FakeRequest.stored += 1)}"}`;
    this.dispatchEvent(new Event("load"));
  }
  abort() {}
}

beforeAll(() => {
  stubLayout();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
beforeEach(emptyDevice);
afterEach(() => vi.restoreAllMocks());

const job: PhotoOwner = {
  kind: "job",
  id: "job1" as Id<"jobs">,
  label: "12 Elm Street",
  customer: "Maria Lopez",
};
const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });

async function table(name: "photos" | "bytes" | "outbox"): Promise<unknown[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains(name);
    return has ? ((await db.getAll(name)) as unknown[]) : [];
  } finally {
    db.close();
  }
}

const rows = async () => (await table("photos")) as PhotoRow[];

async function show(owner: PhotoOwner = job, { connected = false, fileIds = [] as string[] } = {}) {
  const { backend } = aJobsBackend({});
  backend.perform(api.jobs.generateUploadUrl, () => "http://localhost/upload");
  backend.perform(api.jobs.addFiles, () => null);
  backend.setConnection(connected);
  const view = renderWithOutbox(
    backend,
    <PhotoList
      owner={owner}
      field="job_photo_estimate"
      fileIds={fileIds as Id<"_storage">[]}
      isLocked={false}
      onOpen={() => {}}
    />,
  );
  await screen.findByText("The outbox is open.");
  const pick = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText("Choose estimate photos"), {
      target: { files },
    });
  const added = () => backend.callsOf(api.jobs.addFiles).flatMap((call) => call["fileIds"]);
  return { user: aUser(), backend, view, pick, added };
}

it("keeps photos without a connection, shows them after a restart, and sends each once", async () => {
  const first = await show();
  first.pick(photo("a.jpg"), photo("b.jpg"), photo("c.jpg"));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(await screen.findAllByText("Waiting")).toHaveLength(3);
  // One photo is prepared at a time, and kept before the next.
  expect(prepared).toEqual({ atOnce: 0, most: 1, kept: [0, 1, 2] });
  expect(await table("bytes")).toHaveLength(6);
  // jsdom, like a browser without https, does not promise to keep the storage.
  expect(await screen.findByText(MAY_BE_DELETED)).toBeVisible();
  first.view.unmount();

  const later = await show();
  expect(await screen.findAllByText("Waiting")).toHaveLength(3);
  expect(await screen.findByAltText("b.jpg")).toBeVisible();
  act(() => later.backend.setConnection(true));
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(await table("bytes")).toEqual([]);
  expect(new Set(later.added()).size).toBe(3);
  expect(later.added()).toHaveLength(3);
  expect(screen.queryByText("Waiting")).not.toBeInTheDocument();
});

it("forgets a photo that is removed while it waits", async () => {
  const { user, pick } = await show();
  pick(photo("a.jpg"));
  await screen.findByText("Waiting");
  await user.click(screen.getByRole("button", { name: "Remove a.jpg" }));
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(await table("bytes")).toEqual([]);
  expect(screen.queryByText("Waiting")).not.toBeInTheDocument();
});

it("keeps the removal of one stored photo after another without a connection", async () => {
  const { user } = await show(job, { fileIds: ["f1", "f2"] });
  for (const place of [1, 2]) {
    const name = `Estimate photos ${place}`;
    await user.click(screen.getByRole("button", { name: `Remove ${name}` }));
    await user.click(screen.getByRole("button", { name: `Delete ${name}` }));
    await waitFor(async () => expect(await table("outbox")).toHaveLength(place));
  }
  expect(hasUnsavedWork()).toBe(false);
});

it("says why the job cannot take a photo that the server has, and forgets it then", async () => {
  const { user, backend, pick } = await show(job, { connected: true });
  backend.perform(api.jobs.addFiles, () => {
    throw new ConvexError({ code: "NOT_FOUND", message: "planted" });
  });
  pick(photo("a.jpg"));
  expect(await screen.findByRole("alert")).toHaveTextContent("a.jpg: planted");
  await user.click(screen.getByRole("button", { name: "Dismiss a.jpg" }));
  await waitFor(async () => expect(await rows()).toEqual([]));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("keeps the photos of a new job on the device until the job is saved", async () => {
  const { pick, added } = await show({ kind: "draft", id: "draft1" }, { connected: true });
  pick(photo("a.jpg"));
  expect(await screen.findByText("1 photo waiting until the job is saved.")).toBeVisible();
  await waitFor(async () =>
    expect(await rows()).toMatchObject([{ isHeld: true, subject: { key: "draft1" } }]),
  );
  expect(added()).toEqual([]);
});

it("sends a photo for which the device has no space, and says that it is not kept", async () => {
  const full = new DOMException("planted", "QuotaExceededError");
  const { backend, pick, added } = await show();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw full;
  });
  pick(photo("a.jpg"));
  expect(
    await screen.findByText(
      "1 photo waiting. This device is full. Free some space, then save again.",
    ),
  ).toBeVisible();
  put.mockRestore();
  act(() => backend.setConnection(true));
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(added()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/waiting/)).not.toBeInTheDocument());
});

it("says after a restart that a photo may be missing, if the browser ended the page behind the camera", async () => {
  const first = await show();
  await first.user.click(
    screen.getByRole("button", {
      name: "Take photo for estimate photos",
    }),
  );
  await waitFor(async () =>
    expect(await rows()).toMatchObject([{ kind: "expected", subject: { key: "job1" } }]),
  );
  first.view.unmount();

  const { user } = await show();
  expect(await screen.findByText(/A photo may be missing/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Nothing is missing" }));
  expect(screen.queryByText(/may be missing/)).not.toBeInTheDocument();
  await waitFor(async () => expect(await rows()).toEqual([]));
});

it.each([
  [
    "chosen",
    (input: HTMLElement) => fireEvent.change(input, { target: { files: [photo("a.jpg")] } }),
  ],
  ["canceled", (input: HTMLElement) => fireEvent(input, new Event("cancel"))],
])("stops expecting photos once the picker has answered: %s", async (_how, answer) => {
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "Add estimate photos" }));
  await waitFor(async () => expect((await rows()).map(({ kind }) => kind)).toEqual(["expected"]));
  answer(screen.getByLabelText("Choose estimate photos"));
  await waitFor(async () =>
    expect((await rows()).filter(({ kind }) => kind === "expected")).toEqual([]),
  );
});
