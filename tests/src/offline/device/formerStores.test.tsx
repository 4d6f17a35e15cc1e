import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { DeviceStore } from "@/offline/device/deviceStore";
import type { StoreOwner } from "@/offline/device/storeOwner";
import { countUnsent, listStores, rememberStore } from "@/offline/device/devices";
import { takeOver } from "@/offline/device/formerStores";
import { UNSENT_TABLES } from "@/offline/device/copyBucket";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";

beforeEach(emptyDevice);

const FORMER = { ...OWNER, workspaceId: "office-0" };
const ELSEWHERE = { ...OWNER, workspaceId: "other-office" };
const BEN = { ...FORMER, userId: "user-2", userName: "Ben Ode" };
const JOB = "job1" as Id<"jobs">;
const SUBJECT = { key: JOB, label: "12 Elm Street" };

function edit(id: string, order: number, price: number): OutboxItem {
  return {
    ...{ id, order, call: "jobs:update", field: "jobs_price" },
    // Changes of more than 30 days ago are not sent by themselves.
    ...{
      at: Date.now(),
      subject: SUBJECT,
      label: "Price",
      release: "test",
      attempts: 0,
    },
    args: { id: JOB, jobs_price: price, base: { jobs_price: 200 } },
    state: { kind: "waiting" },
  };
}

const photo = (order: number) => ({
  ...{ kind: "kept" as const, id: `photo${order}`, subject: SUBJECT },
  ...{ field: "job_photo_estimate" as const, name: "a.jpg" },
  ...{ type: "image/jpeg", at: 1, order, isHeld: true },
  state: { kind: "waiting" as const },
});

const BYTES = Uint8Array.from([1, 2, 3]).buffer;

/** A store with an edit, a photo, a draft and a typed text. */
async function aStore(owner: StoreOwner, price: number, order = 1) {
  await rememberStore(owner);
  const store = new DeviceStore(owner);
  const of = `${owner.workspaceId}-${owner.userId}`;
  await store.write(UNSENT_TABLES, async (tx) => {
    await tx.objectStore("outbox").put(edit(`edit-${of}`, order, price));
    await tx.objectStore("photos").put({ ...photo(order), id: `photo-${of}` });
    await tx.objectStore("bytes").put(BYTES, `photo-${of}/picture`);
    await tx.objectStore("drafts").put({ id: of, values: {}, at: 1 });
    const typed = { key: of, subject: JOB, label: "12 Elm Street", at: 1 };
    await tx.objectStore("typed").put({
      ...{ ...typed, field: "job_notes", tab: "1" },
      ...{ value: "Ring twice", base: "" },
    });
  });
  store.close();
  return store;
}

async function everything(store: DeviceStore) {
  return await store.read(UNSENT_TABLES, async (tx) => ({
    outbox: (await tx.objectStore("outbox").getAll())
      .toSorted((a, b) => a.order - b.order)
      .map(({ id }) => id),
    photos: (await tx.objectStore("photos").getAll()).map(({ id }) => id),
    bytes: await tx.objectStore("bytes").getAllKeys(),
    drafts: await tx.objectStore("drafts").getAllKeys(),
    typed: await tx.objectStore("typed").getAllKeys(),
  }));
}

it("takes over unsent work from the store of the office's former name, before the store's own, and nothing else", async () => {
  const former = await aStore(FORMER, 300, 7);
  const own = await aStore(OWNER, 400, 3);
  const others = [await aStore(BEN, 500), await aStore(ELSEWHERE, 600)];
  expect(await takeOver(own, ["office-1", "office-0"])).toBe(true);
  expect(await everything(own)).toEqual({
    outbox: ["edit-office-0-user-1", "edit-office-1-user-1"],
    photos: ["photo-office-0-user-1", "photo-office-1-user-1"],
    bytes: ["photo-office-0-user-1/picture", "photo-office-1-user-1/picture"],
    drafts: ["office-0-user-1", "office-1-user-1"],
    typed: ["office-0-user-1", "office-1-user-1"],
  });
  const names = (await listStores()).map(({ name }) => name);
  expect(names).not.toContain(former.name);
  for (const { name } of others) expect(await countUnsent(name)).toBe(4);
  expect(await takeOver(own, ["office-1", "office-0"])).toBe(false);
});

it("takes over the store of the same office in a former deployment", async () => {
  await aStore({ ...OWNER, deployment: "https://former.test" }, 300);
  await rememberStore(OWNER);
  const own = new DeviceStore(OWNER);
  expect(await takeOver(own, ["office-1"])).toBe(true);
  expect((await everything(own)).photos).toEqual(["photo-office-1-user-1"]);
});

it("sends the changes of the former store once the server has named it", async () => {
  await aStore(FORMER, 300);
  const other = await aStore(ELSEWHERE, 600);
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ jobs_price: 200 })],
  });
  // The answer to the sign-in before names other offices, and is passed over.
  backend.answer(api.workspace.former, () => ({
    workspaceId: "office-2",
    ids: ["other-office"],
  }));
  renderWithOutbox(backend, null);
  await screen.findByText("The outbox is open.");
  expect(backend.callsOf(api.jobs.update)).toEqual([]);
  backend.answer(api.workspace.former, () => ({
    workspaceId: "office-1",
    ids: ["office-0"],
  }));
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update)).toMatchObject([
      {
        jobs_price: 300,
        intentId: "edit-office-0-user-1",
        sentFor: "office-1:user-1",
      },
    ]),
  );
  const own = new DeviceStore(OWNER);
  await waitFor(async () => expect((await everything(own)).outbox).toEqual([]));
  expect((await everything(own)).photos).toEqual(["photo-office-0-user-1"]);
  expect(await countUnsent(other.name)).toBe(4);
});
