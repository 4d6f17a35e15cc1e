import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { hasPendingWork, hasUnansweredWork, hasUnsavedWork } from "@/lib/pendingWork";
import { createOutbox, type Outbox } from "@/offline/createOutbox";
import { DeviceStore } from "@/offline/device/deviceStore";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { FakeBackend } from "../../support/fakeBackend";

let backend: FakeBackend;
let outbox: Outbox;

beforeEach(() => {
  emptyDevice();
  backend = new FakeBackend();
  backend.setConnection(false);
  const state = { store: new DeviceStore(OWNER), problem: null };
  outbox = createOutbox({ owner: OWNER, state: Promise.resolve(state) }, backend.asClient());
  outbox.setSignedIn(true);
});
afterEach(() => outbox.stop());

const put = async () =>
  await outbox.client.put({
    ...{ id: "a", call: "jobs:update", at: Date.now() },
    ...{ field: "job_notes", label: "Notes" },
    args: { id: "job1", job_notes: "Gate", base: { job_notes: null } },
    subject: { key: "job1", label: "12 Elm Street" },
  }).isStored;

const asks = () => ({
  beforeLeaving: hasUnansweredWork(),
  beforeReload: hasUnsavedWork(),
  isPending: hasPendingWork(),
});
const NOTHING = {
  beforeLeaving: false,
  beforeReload: false,
  isPending: false,
};

it("a change is stored on the device although the code of the photos has not arrived", async () => {
  // The beforeEach has begun to load it, so another page.
  outbox.stop();
  vi.stubGlobal("firstAnswer", new Promise(() => {}));
  const store = new DeviceStore(OWNER);
  const opened = Promise.resolve({ store, problem: null });
  outbox = createOutbox({ owner: OWNER, state: opened }, backend.asClient());
  expect(await put()).toBe(true);
  expect(await store.read(["outbox"], (tx) => tx.objectStore("outbox").count())).toBe(1);
  vi.unstubAllGlobals();
});

it("a page asks before it is left while a change waits, and not once the change is answered", async () => {
  expect(asks()).toEqual(NOTHING);
  backend.perform(api.jobs.update, () => null);
  await put();
  const waits = { ...NOTHING, beforeLeaving: true, isPending: true };
  expect(asks()).toEqual(waits);
  backend.setConnection(true);
  await vi.waitFor(() => expect(asks()).toEqual(NOTHING));
});

it("a page does not ask before it is left if the server has refused every change", async () => {
  backend.perform(api.jobs.update, () => {
    throw new ConvexError({ code: "INVALID", message: "Too long." });
  });
  await put();
  backend.setConnection(true);
  await vi.waitFor(() => expect(asks()).toEqual({ ...NOTHING, isPending: true }));
});

it("a page does not ask for a person who has signed out", async () => {
  await put();
  outbox.stop();
  expect(asks()).toEqual(NOTHING);
});
