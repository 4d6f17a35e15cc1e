import { act } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ConvexServer, OutboxChange, OutboxClient, OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { usePhotoChanges } from "@/features/jobs/photos/usePhotoChanges";
import { DeviceStore } from "@/offline/device/deviceStore";
import { createOutboxServer } from "@/offline/outbox/outboxServer";
import type { Undoable } from "@/offline/outbox/undoable";
import type { PhotoClient } from "@/offline/photos/PhotoClient";
import { changeOf, sentChange, type WaitingChange } from "@/offline/photos/photoRules";
import { createPhotoServer, uploadThumbnail } from "@/offline/photos/photoServer";
import { uploadFile } from "@/offline/photos/uploadFile";
import { undoOf } from "@/offline/undo/undoOf";
import { emptyDevice, OWNER } from "../support/deviceStores";
import { A_UUID, expectCall } from "../support/expectCall";
import { FakeBackend } from "../support/fakeBackend";
import { renderUnsent } from "../support/unsentPage";

vi.mock("@/offline/photos/uploadFile");

const SUBJECT = { key: "key1", label: "12 Oak St", customer: "Ann Field" };

describe("a photo", () => {
  /** The change of a photo whose file the server has. */
  function aPhoto(batch?: string): WaitingChange {
    const { attachment, ...change } = changeOf({
      ...{ id: "photo1", at: 1, isHeld: false },
      ...{ subject: SUBJECT, field: "job_photo_install" },
      ...{ name: "a.jpg", type: "image/jpeg" },
      ...(batch !== undefined && { batch }),
    });
    return {
      ...{ ...change, order: 1, release: "", attempts: 1 },
      state: { kind: "waiting" },
      attachment: { ...attachment, file: "file1" },
    };
  }

  function aTicketOffice() {
    vi.mocked(uploadFile).mockResolvedValue("file1");
    const backend = new FakeBackend();
    const url = "https://files.example/upload?ticket=1";
    backend.perform(api.jobs.generateUploadUrl, () => url);
    return backend;
  }

  it("a ticket for a photo is requested in the name of the person who took it", async () => {
    const backend = aTicketOffice();
    const uploads = createPhotoServer({
      ...{ convex: backend.asClient(), owner: OWNER },
      server: {} as ConvexServer,
      bytes: (_id, part) => Promise.resolve(part === "picture" ? new ArrayBuffer(1) : null),
    });
    const { signal } = new AbortController();
    await uploads.upload(aPhoto(), { signal, onProgress: vi.fn() });
    expectCall("jobs.generateUploadUrl", backend, {
      args: { sentFor: "office-1:user-1" },
    });
  });

  it("a ticket for a thumbnail is requested without a name", async () => {
    const backend = aTicketOffice();
    await uploadThumbnail(backend.asClient(), "file1", new Blob(["x"]));
    expectCall("jobs.generateUploadUrl", backend, { args: {} });
    expect(vi.mocked(uploadFile).mock.lastCall?.[0].url).toBe(
      "https://files.example/upload?ticket=1&thumbnailOf=file1",
    );
  });

  it.each([undefined, "batch1"])(
    "an uploaded photo is added to its list, as part of the batch %s",
    (batch) => {
      const photo = aPhoto(batch);
      expect(photo.subject).toEqual({ ...SUBJECT, key: "photo1" });
      expectCall("jobs.addFiles", sentChange(photo), {
        args: {
          ...{ id: "key1", field: "job_photo_install", fileIds: ["file1"] },
          ...(batch !== undefined && { batch }),
        },
        subject: { ...SUBJECT, key: "photo1" },
        field: null,
        label: "Install photos",
      });
    },
  );

  const field = "job_photo_install";
  const fileId = "file2" as Id<"_storage">;

  const owner = {
    kind: "job",
    id: "job1" as Id<"jobs">,
    clientKey: "key1",
    label: "12 Oak St",
    customer: "Ann Field",
  } as const;
  const renderChanges = async () => await renderUnsent(() => usePhotoChanges(owner, field));

  it("one photo is removed from its list", async () => {
    const { current, sent } = await renderChanges();
    act(() => current().remove(fileId));
    expectCall("jobs.removeFile", await sent(), {
      args: { id: "key1", field, fileId },
      subject: SUBJECT,
      field: null,
      label: "Install photos: one removed",
    });
  });

  it.each([null, "file1" as Id<"_storage">])(
    "a dragged photo is moved behind %s",
    async (after) => {
      const { current, sent } = await renderChanges();
      act(() => current().move(fileId, after));
      expectCall("jobs.moveFile", await sent(), {
        args: { id: "key1", field, fileId, after },
        subject: SUBJECT,
        field: null,
        label: "Install photos: reordered",
      });
    },
  );
});

/** A page whose device has these unsent changes. */
function aPage(...items: OutboxItem[]) {
  const backend = new FakeBackend();
  const put: OutboxChange[] = [];
  const outbox = {
    items: () => items,
    put: (change: OutboxChange) => Promise.resolve(void put.push(change)),
  } as unknown as OutboxClient;
  const photos = {} as PhotoClient;
  const convex = backend.asClient();
  const undo = (entry: Undoable) => undoOf(entry, { convex, outbox, photos }).run();
  return { backend, put, undo };
}

const unsent = (change: OutboxChange): OutboxItem => ({
  ...change,
  ...{ order: 1, release: "r1", attempts: 0, state: { kind: "waiting" } },
});

const aChange = (change: Pick<OutboxChange, "call" | "args" | "field">): OutboxChange => ({
  ...{ id: "intent1", at: 1, subject: SUBJECT, label: "Price" },
  ...change,
});

describe("Undo", () => {
  it("undo of a mark that was never sent leads the job backwards, to what the person saw", async () => {
    const change = aChange({
      call: "jobs:update",
      args: {
        ...{ id: "key1", job_status: "completed", isForward: true },
        base: { job_status: "approved" },
      },
      field: "job_status",
    });
    const { undo, put } = aPage(unsent(change));
    await undo({ id: "intent1", name: "Status", change });
    expectCall("jobs.update", put[0]!, {
      args: { id: "key1", job_status: "approved" },
      base: { job_status: "completed" },
      subject: SUBJECT,
      field: "job_status",
      label: "Price",
    });
    expect(put[0]?.id).not.toBe("intent1");
  });

  it("undo of an unsent phone writes it back to the customer that had it", async () => {
    const change = aChange({
      call: "jobs:update",
      args: {
        ...{ id: "key1", customer: { customer_phone: "2" } },
        ...{ customer_id: "C-1001", base: { customer_phone: "1" } },
      },
      field: "customer_phone",
    });
    const { undo, put } = aPage(unsent(change));
    await undo({ id: "intent1", name: "Phone", change });
    expectCall("jobs.update", put[0]!, {
      args: {
        ...{ id: "key1", customer: { customer_phone: "1" } },
        customer_id: "C-1001",
      },
      base: { customer_phone: "2" },
      subject: SUBJECT,
      field: "customer_phone",
      label: "Price",
    });
  });

  it("undo of an unsent change of a customer alone names the customer", async () => {
    const change = aChange({
      call: "customers:update",
      args: {
        ...{ customer_id: "C-1001", customer_phone: "2" },
        base: { customer_phone: "1" },
      },
      field: "customer_phone",
    });
    const { undo, put } = aPage(unsent(change));
    await undo({ id: "intent1", name: "Phone", change });
    expectCall("customers.update", put[0]!, {
      args: { customer_id: "C-1001", customer_phone: "1" },
      base: { customer_phone: "2" },
      subject: SUBJECT,
      field: "customer_phone",
      label: "Price",
    });
  });

  it("undo of an answered change sends that change's id, and an idempotency key of its own", async () => {
    const { undo, backend } = aPage();
    backend.perform(api.changes.undoIntent, () => true);
    await undo({ id: "intent1", name: "Price" });
    expectCall("changes.undoIntent", backend, {
      args: { undoneIntent: "intent1", intentId: A_UUID },
    });
  });

  it("undo of a run names that run", async () => {
    const { undo, backend } = aPage();
    const runId = "run1" as Id<"changes">;
    const undone = { rowsRestored: 1, changesUndone: 0 };
    backend.perform(api.changes.undoRun, () => undone);
    await undo({ id: "x", name: "Ann", runId });
    expectCall("changes.undoRun", backend, { args: { id: "run1" } });
  });
});

describe("the same change on the wire", () => {
  const change = aChange({
    call: "jobs:update",
    args: { id: "key1", jobs_price: 300, base: { jobs_price: 200 } },
    field: "jobs_price",
  });
  const written = { id: "key1", jobs_price: 300, intentId: "intent1" };

  it("the outbox sends what the person saw, when they wrote it and who they are", async () => {
    emptyDevice();
    const backend = new FakeBackend();
    backend.perform(api.jobs.update, () => null);
    const store = new DeviceStore(OWNER);
    const server = createOutboxServer(backend.asClient(), OWNER, Promise.resolve(store));
    await server.send(unsent(change));
    store.close();
    expectCall("jobs.update", backend, {
      args: {
        ...{ ...written, base: { jobs_price: 200 } },
        ...{ deviceAt: 1, sentFor: "office-1:user-1" },
      },
    });
  });
});
